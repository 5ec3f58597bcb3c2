// What a customer does, by touch alone on a phone of 390 px: whatever is used is tapped, and text is typed into the tapped field.
import type { Locator, Page } from '@playwright/test'
import { operate, shipmentIdsOf } from './api-data.ts'
import { expect, test } from './kuorma.ts'
import {
  arrived,
  goodsFields,
  goodsRow,
  orderByCall,
  orderDay,
  part,
  placeField,
  placeStep,
  shipments,
  shop,
  type TypedPlace,
  trolley,
  warehouse,
  wishedDay,
} from './order-form.ts'

const title = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.tap()
  await expect(field).toBeFocused()
  await page.keyboard.type(text)
}

/** Opens a screen from the menu of the top bar. */
async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Valikko', exact: true }).tap()
  await page.getByRole('dialog').getByRole('link', { name, exact: true }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** The order's own page, from the list. */
async function openFromList(page: Page, number: string): Promise<void> {
  await openFromMenu(page, 'Tilaukset')
  await page.getByRole('link', { name: `Tilaus ${number}`, exact: true }).tap()
  await expect(title(page, `Tilaus ${number}`)).toBeVisible()
}

test('a customer orders by touch', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/', phone: true })
  await page.getByRole('link', { name: 'Uusi tilaus' }).tap()
  const typeAddress = async (end: string, { nimi, osoite, postinumero, paikkakunta }: TypedPlace) => {
    const line = `${nimi}, ${osoite}, ${postinumero} ${paikkakunta}`
    await typeInto(page, placeStep(page, end).getByRole('combobox', { name: /^Osoite tai/ }), line)
    await page.getByRole('option', { name: `Uusi osoite: ${line}` }).tap()
    await expect(placeField(placeStep(page, end), 'Postinumero')).toHaveValue(postinumero)
  }
  await typeAddress('Nouto', warehouse)
  await typeAddress('Toimitus', shop)
  for (const [field, value] of goodsFields(goodsRow(page, 1), trolley)) await typeInto(page, field, value)
  await typeInto(page, wishedDay(page), orderDay())
  await typeInto(page, page.getByLabel('Viite', { exact: true }), 'SORMI-1')
  await page.getByRole('button', { name: 'Tilaa', exact: true }).tap()
  const { number } = await arrived(page)
  await expect(title(page, `Tilaus ${number}`)).toBeVisible()
  await expect(part(page, 'Ajankohta ja viitteet')).toContainText('SORMI-1')
  await expect(part(page, 'Tavarat')).toContainText(`${trolley.kpl} × ${trolley.kuvaus}`)
})

test('a customer orders the same again, and cancels it, by touch', async ({ as, api }) => {
  const first = await orderByCall(await api('asiakas'), [trolley], 'SORMI-2')
  const { page } = await as('asiakas', { at: '/', phone: true })
  await openFromMenu(page, 'Tilaukset')
  await page.getByRole('link', { name: `Tilaa uudelleen: tilaus ${first.number}` }).tap()
  await expect(title(page, `Kopio tilauksesta ${first.number}`)).toBeVisible()
  await page.getByRole('button', { name: 'Tilaa', exact: true }).tap()
  const { number } = await arrived(page)
  expect(number).not.toBe(first.number)
  await page.getByRole('button', { name: 'Muut toiminnot', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Peruuta tilaus' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Peruuta tilaus' }).tap()
  await expect(shipments(page)).toContainText('Peruutettu')
  await openFromMenu(page, 'Tilaukset')
  await page.getByRole('button', { name: 'Peruutetut' }).tap()
  await expect(page.getByRole('link', { name: `Tilaus ${number}`, exact: true })).toBeVisible()
})

test('a customer follows an order, and asks the dispatcher about it, by touch', async ({ as, api }) => {
  const customer = await api('asiakas')
  const { id, number } = await orderByCall(customer, [trolley], 'SORMI-3')
  const { page } = await as('asiakas', { at: '/', phone: true })
  await openFromList(page, number)
  await expect(shipments(page)).toContainText('Odottaa noutoa')

  const messages = page.getByRole('region', { name: 'Viestit' })
  await typeInto(page, messages.getByLabel('Viesti ajojärjestelyyn'), 'Soitattehan ennen toimitusta?')
  await messages.getByRole('button', { name: 'Lähetä viesti' }).tap()
  await expect(messages.getByRole('listitem')).toContainText('Soitattehan ennen toimitusta?')
  await expect(messages.getByLabel('Viesti ajojärjestelyyn')).toHaveValue('')

  const [shipment] = await shipmentIdsOf(customer, id)
  await operate(await api('yllapito'), [
    { op: 'update', data: { type: 'lahetys_entity--lahetys', id: shipment ?? '', attributes: { tila: 'kuljetuksessa' } } },
  ])
  await expect(shipments(page)).toContainText('Kuljetuksessa')
  await openFromMenu(page, 'Tilaukset')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Tilaus ${number}`, exact: true }) })
  await expect(card).toContainText('Kuljetuksessa')
})

test('a customer makes an order a favourite, orders from it, and removes it, by touch', async ({ as, api }) => {
  const { number } = await orderByCall(await api('asiakas'), [trolley], 'SORMI-4')
  const { page } = await as('asiakas', { at: '/', phone: true })
  await openFromList(page, number)
  await page.getByRole('button', { name: 'Lisää suosikkeihin' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Lisää suosikkeihin' })
  await expect(dialog.getByLabel('Nimi')).toHaveValue(shop.nimi)
  await dialog.getByRole('button', { name: 'Tallenna' }).tap()
  await expect(page.getByRole('button', { name: 'Poista suosikeista' })).toBeVisible()
  await openFromMenu(page, 'Etusivu')
  const favourites = page.getByRole('region', { name: 'Suosikit' })
  await favourites.getByRole('link', { name: `Tilaa: ${shop.nimi}` }).tap()
  await expect(goodsRow(page, 1).getByLabel('Kuvaus')).toHaveValue(trolley.kuvaus)
  await page.getByRole('button', { name: 'Tilaa', exact: true }).tap()
  await arrived(page)
  await openFromMenu(page, 'Etusivu')
  await favourites.getByRole('button', { name: `Poista suosikeista: ${shop.nimi}` }).tap()
  await expect(favourites.getByRole('link', { name: `Tilaa: ${shop.nimi}` })).toHaveCount(0)
  await toast(page, /suosik/i)
    .getByRole('button', { name: 'Kumoa' })
    .tap()
  await expect(favourites.getByRole('link', { name: `Tilaa: ${shop.nimi}` })).toBeVisible()
})

test('a customer reads an own invoice by touch', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/', phone: true })
  await openFromMenu(page, 'Laskut')
  await page
    .getByRole('link', { name: /LA-\d+/ })
    .first()
    .tap()
  await expect(title(page, /^Lasku LA-/)).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Lataa PDF' }).tap()
  expect((await file).suggestedFilename()).toMatch(/^LA-\d+.*\.pdf$/)
})
