import type { Locator, Page } from '@playwright/test'
import { operate, shipmentIdsOf } from './api-data.ts'
import { expect, test } from './kuorma.ts'
import { orderByCall, placeStep, shipments, trolley } from './order-form.ts'

const toast = (page: Page, text: RegExp): Locator => page.getByRole('status').filter({ hasText: text })

test('a step on the order page shows what was done and can be undone', async ({ as }) => {
  const { page: customer } = await as('asiakas')
  const { id } = await orderByCall(customer, [trolley], 'KUMOA-1')
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

test('the mark of somebody else’s change does not move the text, and says who changed what', async ({ as }) => {
  const { page: customer } = await as('asiakas')
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
