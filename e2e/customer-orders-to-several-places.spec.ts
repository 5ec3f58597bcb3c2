// An order to several places: each shipment keeps its own places through every edit on the order form.
import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { operate, rowOf, rowsOf } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'
import {
  chooseFor,
  editPart,
  fillGoods,
  goodsRow,
  type Ordered,
  placed,
  placeField,
  pressOrder,
  shipments,
  shop,
  type TypedPlace,
  trolley,
  typePlace,
  warehouse,
} from './order-form.ts'

const factory: TypedPlace = { nimi: 'Hollolan Tehdas', osoite: 'Tehdaskatu 2', postinumero: '15870', paikkakunta: 'Hollola' }
const hotel: TypedPlace = { nimi: 'Hotelli Kymi', osoite: 'Kymintie 8', postinumero: '48100', paikkakunta: 'Kotka' }
const site: TypedPlace = { nimi: 'Työmaa Kouvola', osoite: 'Kauppalankatu 14', postinumero: '45100', paikkakunta: 'Kouvola' }

type Stored = { id: string; attributes: Record<string, unknown> & { kuvaus: string } }
/** Delivery addresses of the order's shipments, by their goods. */
async function doors(api: Api, { id }: Pick<Ordered, 'id'>): Promise<Record<string, unknown>> {
  const rows = await rowsOf<Stored>(api, `/jsonapi/lahetys_entity/lahetys?filter[tilaus.id]=${id}`)
  return Object.fromEntries(
    rows.map(({ attributes }) => [
      attributes.kuvaus,
      `${attributes.nouto_postitmp} → ${attributes.toimitus_nimi}, ${attributes.toimitus_osoite1}`,
    ]),
  )
}
const idsOf = async (api: Api, { id }: Pick<Ordered, 'id'>): Promise<string[]> =>
  (await rowsOf<Stored>(api, `/jsonapi/lahetys_entity/lahetys?filter[tilaus.id]=${id}`)).map((row) => row.id).sort()

const line = (order: object, from: TypedPlace, to: TypedPlace, kuvaus: string, more: object = {}) => ({
  type: 'lahetys_entity--lahetys',
  attributes: {
    ...{ ...placed('nouto', from), ...placed('toimitus', to), kuvaus, viite: 'MONTA' },
    ...{ maara: 1, pituus: 800, leveys: 600, korkeus: 1000, yksikkopaino: 40, ...more },
  },
  relationships: { tilaus: { data: order } },
})
/** Created over the API: three shipments from two places to three. */
async function orderToThree(api: Api): Promise<Ordered> {
  const order = { type: 'tilaus_entity--tilaus_entity', id: crypto.randomUUID() }
  const lines = [
    line(order, warehouse, shop, 'Kaapit'),
    line(order, warehouse, hotel, 'Pöydät', { viite: 'HOTELLI-1' }),
    line(order, factory, site, 'Helat'),
  ]
  await operate(
    api,
    [{ ...order, attributes: {} }, ...lines].map((data) => ({ op: 'add', data })),
  )
  const { attributes } = await rowOf<{ attributes: { tunniste: string } }>(api, `/jsonapi/tilaus_entity/tilaus_entity/${order.id}`)
  return { id: order.id, number: attributes.tunniste }
}
const three = {
  Kaapit: 'Tampere → Kauppa Kulma Oy, Kauppakatu 5',
  Pöydät: 'Tampere → Hotelli Kymi, Kymintie 8',
  Helat: 'Hollola → Työmaa Kouvola, Kauppalankatu 14',
}

const place = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
async function save(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/jsonapi/operations'))
  await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
  expect((await answer).status()).toBe(200)
  await expect(page.getByRole('status').filter({ hasText: 'Tilaus tallennettu' }).last()).toBeVisible()
}

test('the order page shows each shipment’s own places, and an edit touches only the shipments that it names', async ({ as, api }) => {
  const customer = await api('asiakas')
  const order = await orderToThree(customer)
  const before = await idsOf(customer, order)
  const { page } = await as('asiakas', { at: `/tilaus/${order.id}` })
  await expect(place(page, 'Nouto 1')).toContainText(warehouse.nimi)
  await expect(place(page, 'Nouto 2')).toContainText(factory.nimi)
  for (const [index, { nimi }] of [shop, hotel, site].entries()) {
    await expect(place(page, `Toimitus ${index + 1}`)).toContainText(nimi)
    await expect(shipments(page).nth(index).getByLabel('Toimitus', { exact: true })).toContainText(nimi)
  }
  await expect(shipments(page).nth(2).getByLabel('Nouto', { exact: true })).toContainText(factory.nimi)
  await expect(shipments(page).nth(1)).toContainText('Viite HOTELLI-1')
  await expectAccessible(page)
  await editPart(page, 'Tavarat')
  for (const position of [1, 2, 3])
    await expect(place(page, `Tavarat: Toimitus ${position}`).getByRole('group', { name: /^Tavararivi/ })).toHaveCount(1)
  await expect(goodsRow(page, 2).getByLabel('Viite (vain tämä rivi)')).toHaveValue('HOTELLI-1')
  await expectAccessibleInFullRun(page)

  await test.step('one receiver is renamed, and no other shipment changes', async () => {
    await place(page, 'Toimitus 2').getByRole('button', { name: 'Muokkaa: Toimitus 2' }).click()
    await place(page, 'Toimitus 2').getByRole('textbox', { name: 'Nimi', exact: true }).fill('Hotelli Kymenlaakso')
    await editPart(page, 'Ajankohta ja viitteet')
    await page.getByLabel('Viite', { exact: true }).fill('UUSI')
    await save(page)
    expect(await doors(customer, order)).toEqual({ ...three, Pöydät: 'Tampere → Hotelli Kymenlaakso, Kymintie 8' })
    await editPart(page, 'Tavarat')
    await expect(goodsRow(page, 2).getByLabel('Viite (vain tämä rivi)')).toHaveValue('HOTELLI-1')
  })

  await test.step('removing a row removes its place, undoing restores both, and no other row gets that place', async () => {
    await goodsRow(page, 1).getByRole('button', { name: 'Poista rivi 1' }).click()
    await expect(page.getByText('Tavararivi 1 ja Toimitus 1 poistettu')).toBeVisible()
    await expect(place(page, 'Toimitus 1')).toContainText('Hotelli Kymenlaakso')
    await page.getByRole('button', { name: 'Kumoa' }).click()
    await expect(place(page, 'Toimitus 1')).toContainText(shop.nimi)
    await goodsRow(page, 1).getByRole('button', { name: 'Poista rivi 1' }).click()
    await save(page)
    expect(await doors(customer, order)).toEqual({ Pöydät: 'Tampere → Hotelli Kymenlaakso, Kymintie 8', Helat: three.Helat })
    expect(before).toEqual(expect.arrayContaining(await idsOf(customer, order)))
  })

  await test.step('merging all places into one asks for confirmation, lists the changes, and can be undone', async () => {
    await editPart(page, 'Paikat')
    await place(page, 'Toimitus 1').getByRole('button', { name: 'Toimita kaikki tänne: Toimitus 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Toimita kaikki tänne?' })
    await expect(dialog).toContainText('1 lähetys vaihtaa toimitusosoitteen. Uusi osoite on Hotelli Kymenlaakso, Kymintie 8, 48100 Kotka')
    await dialog.getByRole('button', { name: 'Takaisin' }).click()
    await expect(place(page, 'Toimitus 2')).toBeVisible()
    await place(page, 'Toimitus 1').getByRole('button', { name: 'Toimita kaikki tänne: Toimitus 1' }).click()
    await dialog.getByRole('button', { name: 'Toimita kaikki tänne' }).click()
    await expect(place(page, 'Toimitus')).toContainText('Hotelli Kymenlaakso')
    await page.getByRole('button', { name: 'Kumoa' }).click()
    await expect(place(page, 'Toimitus 2')).toContainText(site.nimi)
    await place(page, 'Toimitus 1').getByRole('button', { name: 'Toimita kaikki tänne: Toimitus 1' }).click()
    await dialog.getByRole('button', { name: 'Toimita kaikki tänne' }).click()
    await save(page)
    expect(Object.values(await doors(customer, order))).toEqual([
      'Tampere → Hotelli Kymenlaakso, Kymintie 8',
      'Hollola → Hotelli Kymenlaakso, Kymintie 8',
    ])
  })
})

test('a copy of the order, and of one shipment, keeps every place', async ({ as, api }) => {
  const customer = await api('asiakas')
  const order = await orderToThree(customer)
  const { page } = await as('asiakas', { at: `/tilaus/${order.id}/clone` })
  await expect(place(page, 'Toimitus 3')).toContainText(site.nimi)
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /Tilaus T-\d+ vastaanotettu/ })).toBeVisible()
  const id = /\/tilaus\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  expect(id).not.toBe(order.id)
  expect(await doors(customer, { id })).toEqual(three)

  await page.goto(`/tilaus/${order.id}`)
  await chooseFor(shipments(page).nth(2), 'Kopioi lähetys')
  await expect(place(page, 'Tavarat: Toimitus 3').getByRole('group', { name: /^Tavararivi/ })).toHaveCount(2)
  await goodsRow(page, 4).getByLabel('Kuvaus').fill('Lisähelat')
  await save(page)
  expect(await doors(customer, order)).toEqual({ ...three, Lisähelat: three.Helat })
})

test('a customer orders to two addresses on the form', async ({ as, api }) => {
  const { page } = await as('asiakas', { phone: true, at: '/tilaus/new' })
  await typePlace(page, 'Nouto', warehouse)
  await typePlace(page, 'Toimitus', shop)
  await fillGoods(goodsRow(page, 1), { ...trolley, kuvaus: 'Kaapit' })
  await page.getByRole('button', { name: 'Lisää toimitusosoite' }).click()
  await typePlace(page, 'Toimitus 2', hotel)
  await fillGoods(goodsRow(page, 2), { ...trolley, kuvaus: 'Pöydät' })
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /Tilaus T-\d+ vastaanotettu/ })).toBeVisible()
  const id = /\/tilaus\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  expect(await doors(await api('asiakas'), { id })).toEqual({ Kaapit: three.Kaapit, Pöydät: three.Pöydät })
})

for (const role of ['asiakas', 'yllapito'] as const)
  test(`${role} orders from two pickups on the form, which a copy keeps`, async ({ as, api }) => {
    const { page } = await as(role, { at: '/tilaus/new', phone: role === 'asiakas' })
    if (role === 'yllapito') {
      await page.getByRole('combobox', { name: 'Asiakas' }).click()
      await page.getByRole('option').first().click()
    }
    await typePlace(page, 'Nouto', warehouse)
    await typePlace(page, 'Toimitus', shop)
    await fillGoods(goodsRow(page, 1), { ...trolley, kuvaus: 'Kaapit' })

    await test.step('a new pickup comes with a row of its own, and is removed with it', async () => {
      await page.getByRole('button', { name: 'Lisää nouto-osoite' }).click()
      await expect(place(page, 'Nouto 2').getByRole('combobox')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(goodsRow(page, 2).getByRole('combobox', { name: 'Nouto' })).toHaveValue('Nouto 2')
      await place(page, 'Nouto 2').getByRole('button', { name: 'Poista: Nouto 2' }).click()
      await expect(page.getByText('Nouto 2 ja 1 rivi poistettu')).toBeVisible()
      await expect(placeField(place(page, 'Nouto'), 'Osoite')).toHaveValue(warehouse.osoite)
      await page.getByRole('button', { name: 'Kumoa' }).click()
    })
    await typePlace(page, 'Nouto 2', factory)
    await fillGoods(goodsRow(page, 2), { ...trolley, kuvaus: 'Helat' })
    // A phone's button bar covers the fields behind it.
    if (role === 'yllapito') await expectAccessible(page)
    const summary = page.getByRole('region', { name: 'Yhteenveto' })
    await expect(summary).toContainText(`2 noutopaikkaa → ${shop.paikkakunta}`)
    if (role === 'yllapito')
      for (const { paikkakunta } of [warehouse, factory])
        await expect(summary.getByText(`${paikkakunta} → ${shop.paikkakunta}`, { exact: true }).locator('..')).toContainText(/noin \d+\skm/)
    const { id } = await pressOrder(page)
    const fromTwo = { Kaapit: three.Kaapit, Helat: 'Hollola → Kauppa Kulma Oy, Kauppakatu 5' }
    expect(await doors(await api(role), { id })).toEqual(fromTwo)
    await expect(place(page, 'Nouto 2')).toContainText(factory.nimi)

    await page.goto(`/tilaus/${id}/clone`)
    await expect(place(page, 'Nouto 2')).toContainText(factory.nimi)
    const copy = await pressOrder(page)
    expect(copy.id).not.toBe(id)
    expect(await doors(await api(role), copy)).toEqual(fromTwo)
  })

test("the price of an order from two pickups is the sum of its two shipments' prices", async ({ api }) => {
  const admin = await api('yllapito')
  const order = { type: 'tilaus_entity--tilaus_entity', id: crypto.randomUUID() }
  const lines = [line(order, warehouse, shop, 'Kaapit'), line(order, factory, shop, 'Helat')]
  await operate(
    await api('asiakas'),
    [{ ...order, attributes: {} }, ...lines].map((data) => ({ op: 'add', data })),
  )
  const rows = await rowsOf<{ attributes: { hinta: number } }>(admin, `/jsonapi/lahetys_entity/lahetys?filter[tilaus.id]=${order.id}`)
  const prices = rows.map(({ attributes }) => attributes.hinta)
  // The distance from Hollola is much shorter than from Tampere.
  expect(new Set(prices).size).toBe(2)
  const { attributes } = await rowOf<{ attributes: { hinta: number } }>(admin, `/jsonapi/tilaus_entity/tilaus_entity/${order.id}`)
  expect(attributes.hinta).toBeCloseTo(
    prices.reduce((sum, price) => sum + price, 0),
    2,
  )
})

test("merging places warns that the other place's link stops working, and the disabled link explains what to do", async ({
  as,
  api,
  page: stranger,
}) => {
  const order = await orderToThree(await api('asiakas'))
  const { page } = await as('asiakas', { at: `/tilaus/${order.id}` })
  const link = page.getByRole('region', { name: `Seurantalinkki: ${hotel.nimi}, ${hotel.paikkakunta}` })
  await link.getByRole('button', { name: 'Ota linkki käyttöön' }).click()
  const href = await link.getByRole('textbox', { name: 'Linkki', exact: true }).inputValue()
  await link.getByRole('textbox', { name: 'Lähetä linkki sähköpostilla' }).fill('ville@kymi.example')
  await link.getByRole('button', { name: 'Lähetä', exact: true }).click()
  await expect(link.getByRole('listitem')).toContainText('ville@kymi.example')

  await editPart(page, 'Paikat')
  const merge = async (name: string) => {
    await page.getByRole('button', { name: `Toimita kaikki tänne: ${name}` }).click()
    return page.getByRole('dialog', { name: 'Toimita kaikki tänne?' })
  }
  // The remaining place keeps its link.
  const merged = await merge('Toimitus 2')
  await expect(merged).toContainText('2 lähetystä vaihtaa toimitusosoitteen.')
  await expect(merged).not.toContainText('lakkaa')
  await merged.getByRole('button', { name: 'Takaisin' }).click()
  const dialog = await merge('Toimitus 1')
  await expect(dialog).toContainText(`Seurantalinkki lakkaa toimimasta: ${hotel.nimi}, ${hotel.paikkakunta}.`)
  await expect(dialog).toContainText('Lähetetty osoitteeseen ville@kymi.example.')
  await expectAccessibleInFullRun(page, { within: '[role="dialog"]' })
  await dialog.getByRole('button', { name: 'Toimita kaikki tänne' }).click()
  await save(page)
  await expect(page.getByRole('button', { name: 'Ota linkki käyttöön' })).toHaveCount(1)

  await stranger.goto(href)
  await expect(stranger.getByRole('heading', { name: 'Seurantalinkki ei ole voimassa' })).toBeVisible()
  await expect(stranger.getByText('Jos odotat lähetystä, pyydä lähettäjältä uusi linkki.')).toBeVisible()
  await expect(stranger.getByText(/poistanut/)).toHaveCount(0)
})

test('each delivery place has its own tracking link, which shows nothing about the other places', async ({ as, api, page: stranger }) => {
  const order = await orderToThree(await api('asiakas'))
  const { page } = await as('asiakas', { at: `/tilaus/${order.id}` })
  const link = page.getByRole('region', { name: `Seurantalinkki: ${hotel.nimi}, ${hotel.paikkakunta}` })
  await link.getByRole('button', { name: 'Ota linkki käyttöön' }).click()
  const href = await link.getByRole('textbox', { name: 'Linkki', exact: true }).inputValue()
  await expect(page.getByRole('region', { name: /^Seurantalinkki: / })).toHaveCount(3)
  await expect(page.getByRole('textbox', { name: 'Linkki', exact: true })).toHaveCount(1)
  await stranger.goto(href)
  await expect(stranger.getByRole('heading', { name: `Tilaus ${order.number}`, level: 1 })).toBeVisible()
  const shown = stranger.getByRole('list', { name: 'Lähetykset' })
  await expect(shown.getByRole('listitem')).toHaveCount(1)
  await expect(shown).toContainText(hotel.paikkakunta)
  for (const { paikkakunta, nimi } of [shop, site]) {
    await expect(stranger.getByText(paikkakunta)).toHaveCount(0)
    await expect(stranger.getByText(nimi)).toHaveCount(0)
  }
  await expectAccessibleInFullRun(stranger)
})

test('an order from an imported file shows its own places in the list and on its page', async ({ as }) => {
  const mark = `PAIKAT-${Date.now()}`
  const headings =
    'tilaus;viite;nouto_nimi;nouto_osoite1;nouto_postinro;nouto_postitmp;toimitus_nimi;toimitus_osoite1;toimitus_postinro;toimitus_postitmp;tyyppi;pituus;leveys;korkeus;paino;kuvaus'
  const cells = ({ nimi, osoite, postinumero, paikkakunta }: TypedPlace) => [nimi, osoite, postinumero, paikkakunta]
  const rowTo = (to: TypedPlace, kuvaus: string) => ['a', mark, ...cells(warehouse), ...cells(to), 'muu', 80, 60, 100, 40, kuvaus].join(';')
  const text = [headings, rowTo(shop, 'Kaapit'), rowTo(hotel, 'Pöydät')].join('\r\n')
  const { page } = await as('asiakas', { at: '/tilaus-csv-import' })
  await page.getByLabel('Tuotava tiedosto').setInputFiles({ name: 'paikat.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Tuo 1 tilaus' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 tilaus tuotu' })).toBeVisible()

  await page.goto('/tilaukset')
  await page.getByLabel('Hae numerolla, nimellä, paikalla').fill(mark)
  await expect(page.getByRole('link', { name: /^Tilaus T-/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Näytä rivit' }).click()
  for (const { paikkakunta, osoite } of [shop, hotel]) {
    const line = page.getByRole('row').filter({ hasText: `${paikkakunta}, ${osoite}` })
    await expect(line).toContainText(`${warehouse.paikkakunta}, ${warehouse.osoite}`)
  }
  await page.getByRole('link', { name: /^Tilaus T-/ }).click()
  await expect(place(page, 'Toimitus 1')).toContainText(shop.nimi)
  await expect(place(page, 'Toimitus 2')).toContainText(hotel.nimi)
  await expect(place(page, 'Nouto')).toContainText(warehouse.nimi)
})
