import type { Locator, Page } from '@playwright/test'
import { atTime } from '#domain/values/time/time.ts'
import { operate, rowOf, shipmentIdsOf } from './api-data.ts'
import { expect, test } from './kuorma.ts'
import {
  editPart,
  fillGoods,
  goodsRow,
  orderByCall,
  orderDay,
  pallet,
  part,
  placeStep,
  pressOrder,
  shipments,
  shop,
  trolley,
  typePlace,
  warehouse,
  wishedDay,
} from './order-form.ts'

const toast = (page: Page, text: RegExp): Locator => page.getByRole('status').filter({ hasText: text })

test('a step on the order page shows what was done and can be undone', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), [trolley], 'KUMOA-1')
  const { page } = await as('yllapito', { at: `/tilaus/${id}` })
  const shipment = shipments(page).first()
  await shipment.getByRole('button', { name: 'Merkitse noudetuksi', exact: true }).click()
  await expect(shipment).toContainText('Kuljetuksessa')
  await toast(page, /^Lähetys L-\d+: Noudettu/)
    .getByRole('button', { name: 'Kumoa' })
    .click()
  await expect(shipment).toContainText('Odottaa noutoa')
  await expect(toast(page, /^Kumottu: Lähetys L-\d+: Noudettu$/)).toBeVisible()
})

test('a dispatcher types the hours, the time at the stop and the promised time, of a new order and later', async ({ as, api }) => {
  const admin = await api('yllapito')
  const { id: other } = await orderByCall(await api('asiakas'), [trolley], 'AJAT-0')
  const order = await rowOf<{ relationships: { asiakas: { data: { id: string } } } }>(
    admin,
    `/jsonapi/tilaus_entity/tilaus_entity/${other}`,
  )
  const { page } = await as('yllapito', { at: `/tilaus/new?asiakas=${order.relationships.asiakas.data.id}` })
  await typePlace(page, 'Nouto', warehouse)
  await typePlace(page, 'Toimitus', shop)
  await fillGoods(goodsRow(page, 1), trolley)
  await wishedDay(page).fill(orderDay())
  const minutes = (area: Page | Locator) => area.getByRole('textbox', { name: 'Aika pysähdyksellä (min)' })
  await minutes(goodsRow(page, 1)).fill('601')
  await page.getByLabel('Luvattu aika: kello').fill('11.30')
  await page.getByRole('button', { name: 'Lisää kellonajat' }).click()
  await page.getByLabel('Toimitus aikaisintaan: kello').fill('10')
  await page.getByLabel('Toimitus viimeistään: kello').fill('12')
  await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
  await expect(page.getByRole('button', { name: /aika pysähdyksellä \(min\): Anna luku, joka on enintään 600/ })).toBeVisible()
  await minutes(goodsRow(page, 1)).fill('25')
  const { id } = await pressOrder(page)
  const [shipment = ''] = await shipmentIdsOf(admin, id)
  const stored = async () =>
    (await rowOf<{ attributes: Record<string, number> }>(admin, `/jsonapi/lahetys_entity/lahetys/${shipment}`)).attributes
  const { toivottu_toimitus: day = 0 } = await stored()
  const at = (hours: number, minute = 0) => atTime(day, hours, minute)
  expect(await stored()).toMatchObject({
    ...{ palveluaika: 25, luvattu_aika: at(11, 30), toimitus_aika_alku: at(10), toimitus_aika_loppu: at(12), nouto_aika_alku: 0 },
  })

  await page.goto(`/tilaus/${id}`)
  await expect(part(page, 'Ajankohta ja viitteet')).toContainText('Luvattu aika')
  await expect(part(page, 'Tavarat')).toContainText('25 min pysähdyksellä')
  await editPart(page, 'Tavarat')
  await minutes(page).fill('40')
  await editPart(page, 'Ajankohta ja viitteet')
  await page.getByLabel('Luvattu aika: kello').fill('12')
  await page.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(toast(page, /Tilaus tallennettu/)).toBeVisible()
  expect(await stored()).toMatchObject({ palveluaika: 40, luvattu_aika: at(12), toimitus_aika_alku: at(10) })

  await test.step('a customer gives hours alone', async () => {
    const { page: customer } = await as('asiakas', { at: `/tilaus/${other}` })
    await editPart(customer, 'Tavarat')
    await editPart(customer, 'Ajankohta ja viitteet')
    await expect(customer.getByRole('button', { name: 'Lisää kellonajat' })).toBeVisible()
    await expect(customer.getByLabel('Luvattu aika: kello')).toHaveCount(0)
    await expect(minutes(customer)).toHaveCount(0)
  })
})

test('a driver is given on the form of a new order, and another one to all of its shipments at once', async ({ as, api }) => {
  const { id: other } = await orderByCall(await api('asiakas'), [trolley], 'KULJETTAJAT-0')
  const path = `/jsonapi/tilaus_entity/tilaus_entity/${other}`
  const order = await rowOf<{ relationships: { asiakas: { data: { id: string } } } }>(await api('yllapito'), path)
  const { page } = await as('yllapito', { at: `/tilaus/new?asiakas=${order.relationships.asiakas.data.id}` })
  /** Opens the list of drivers of an area, chooses one by its position, and returns the name. */
  const chooseDriver = async (area: Page | Locator, position: number): Promise<string> => {
    await area.getByRole('combobox', { name: 'Kuljettaja', exact: true }).click()
    const option = page.getByRole('option').nth(position)
    const name = (await option.textContent()) ?? ''
    await option.click()
    return name
  }
  await typePlace(page, 'Nouto', warehouse)
  await typePlace(page, 'Toimitus', shop)
  await fillGoods(goodsRow(page, 1), trolley)
  await page.getByRole('button', { name: 'Lisää rivi' }).click()
  await fillGoods(goodsRow(page, 2), pallet)
  await wishedDay(page).fill(orderDay())
  await expect(page.getByText('Koskee kaikkia rivejä.')).toBeVisible()
  const first = await chooseDriver(page, 0)
  const { id } = await pressOrder(page)
  await page.goto(`/tilaus/${id}`)
  await expect(shipments(page)).toHaveCount(2)
  for (const shipment of await shipments(page).all()) await expect(shipment).toContainText(first)

  await page.getByRole('button', { name: 'Vaihda kuljettaja kaikille' }).click()
  const dialog = page.getByRole('dialog', { name: /^Kuljettaja ja auto: tilaus T-/ })
  // The first choice is "Ei kuljettajaa", the second the driver who has the order.
  const next = await chooseDriver(dialog, 2)
  expect(next).not.toBe(first)
  await dialog.getByRole('button', { name: 'Tallenna' }).click()
  for (const shipment of await shipments(page).all()) await expect(shipment).toContainText(next)
})

test('contact fields are grouped, the delivery phone explains its purpose, and an invalid number is rejected', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/tilaus/new' })
  const step = placeStep(page, 'Toimitus')
  await step.getByRole('combobox', { name: /^Osoite tai/ }).click()
  await step.getByRole('option', { name: 'Kirjoita uusi osoite' }).click()
  const contact = step.getByRole('group', { name: 'Yhteyshenkilö' })
  await expect(contact.getByRole('textbox')).toHaveCount(4)
  const phone = contact.getByLabel('Puhelin')
  await expect(phone).toHaveAccessibleDescription('Kuljettaja soittaa tähän numeroon.')
  await phone.fill('0401234')
  await page
    .getByRole('button', { name: /^Tilaa/ })
    .first()
    .click()
  await expect(phone).toHaveAccessibleDescription(/Puhelinnumero ei kelpaa/)
  await phone.fill('040 123 4567')
  await page
    .getByRole('button', { name: /^Tilaa/ })
    .first()
    .click()
  await expect(phone).not.toHaveAccessibleDescription(/Puhelinnumero ei kelpaa/)
})

test('the mark of somebody else’s change does not move the text, and says who changed what', async ({ as, api }) => {
  const customer = await api('asiakas')
  const { id, number } = await orderByCall(customer, [trolley], 'MERKKI-1')
  const { page } = await as('yllapito', { at: '/tilaukset' })
  await page.getByRole('searchbox', { name: /^Hae numerolla/ }).fill('MERKKI-1')
  const link = page.getByRole('link', { name: `Tilaus ${number}` })
  // Waits until the search shows this row alone: before that, its position is the one in the whole list.
  await expect(page.getByRole('link', { name: /^Tilaus / })).toHaveCount(1)
  await expect(link).toBeVisible()
  const before = await link.boundingBox()
  const [shipment] = await shipmentIdsOf(customer, id)
  await operate(customer, [
    { op: 'update', data: { type: 'lahetys_entity--lahetys', id: shipment, attributes: { viesti: 'Soita ensin' } } },
  ])
  const mark = page.getByRole('img', { name: /^Muuttunut/ })
  await expect(mark).toBeVisible()
  const place = await mark.boundingBox()
  // The number has not moved and is not cut off.
  expect(await link.boundingBox()).toEqual(before)
  expect(place && before && place.x + place.width <= before.x).toBe(true)
  await mark.hover()
  await expect(page.getByRole('tooltip')).toContainText(/klo \d+\.\d\d/)
  await expect(page.getByRole('tooltip')).toContainText('Viesti kuljettajalle: Soita ensin')
  await expect(mark).toHaveAccessibleName(/Viesti kuljettajalle: Soita ensin/)
})

test('the page says who ordered with a number to call, and keeps notes that the customer does not see', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), [trolley], 'MUISTIO-1')
  const { page } = await as('yllapito', { at: `/tilaus/${id}` })
  const orderer = page.getByRole('link', { name: /^Soita tilaajalle: / })
  await expect(orderer).toHaveAttribute('href', /^tel:\+358/)
  await expect(page.getByText('Kaikki näppäimet')).toBeVisible()

  const events = (of: Page) => of.getByRole('region', { name: 'Tapahtumat', exact: true })
  await events(page).getByRole('button', { name: 'Lisää muistiinpano' }).click()
  await events(page).getByRole('textbox', { name: 'Muistiinpano' }).fill('Lasku soitettava ennen toimitusta.')
  await events(page).getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(events(page).getByRole('listitem').first()).toContainText('Muistiinpano Lasku soitettava ennen toimitusta.')
  await expect(page.getByRole('list', { name: /^Viestit tilauksesta / })).toHaveCount(0)

  const { page: customer } = await as('asiakas', { at: `/tilaus/${id}` })
  await expect(events(customer).getByRole('listitem').first()).toBeVisible()
  await expect(customer.getByText('Lasku soitettava')).toHaveCount(0)
  await expect(customer.getByRole('link', { name: /^Soita tilaajalle: / })).toHaveCount(0)
})

test('the peek offers the next step of the order', async ({ as, api }) => {
  const { number } = await orderByCall(await api('asiakas'), [trolley], 'ESIKATSELU-1')
  const { page } = await as('yllapito', { at: '/tilaukset?haku=ESIKATSELU-1' })
  await expect(page.getByRole('link', { name: /^Tilaus / })).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  const peek = page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Sulje esikatselu' }) })
  await expect(peek).toContainText(number)
  await peek.getByRole('button', { name: 'Anna kuljettaja' }).click()
  await page.getByRole('combobox', { name: `Kuljettaja: tilaus ${number}` }).click()
  await page.getByRole('option').first().click()
  await expect(peek.getByRole('button', { name: 'Merkitse noudetuksi' })).toBeVisible()
})

test('from the last order that the list has read, j leads to the next one', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const read = page.waitForResponse(
    (response) =>
      decodeURIComponent(response.url()).includes('/tilaus_entity?') && decodeURIComponent(response.url()).includes('page[limit]=50'),
  )
  await page.reload()
  const { data } = await (await read).json()
  const last: string = data[49].attributes.tunniste
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Haku' })
  await palette.getByRole('combobox', { name: 'Hae' }).fill(last)
  await expect(palette.getByRole('option', { name: last }).first()).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Tilaus ${last}` })).toBeVisible()
  await expect(page.getByText(/^50 \/ \d+$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Seuraava tilaus T-/ })).toBeEnabled()
  await page.keyboard.press('j')
  await expect(page.getByText(/^51 \/ \d+$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Tilaus ${last}` })).toBeHidden()
})
