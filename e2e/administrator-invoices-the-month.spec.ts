import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { changeSettings, operate, rowsOf } from './api-data.ts'
import { expect, expectAccessible, expectAccessibleInFullRun, test } from './kuorma.ts'

type Uninvoiced = {
  id: string
  tunniste: string
  hinta: number
  puuttuu: string[]
  asiakas: { id: string; name: string }
  ryhma: null | object
}

const uninvoiced = (admin: Api, query = ''): Promise<Uninvoiced[]> =>
  rowsOf<Uninvoiced>(admin, `/api/laskuttamattomat_tilaukset?page[limit]=1000${query}`)
const rowOf = (page: Page, number: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Tilaus ${number}`, exact: true }) })
const cellOf = (page: Page, label: string, number: string): Locator => page.getByRole('button', { name: `muuta ${label}, ${number}` })

/** What an invoice names of its seller, and a Y-tunnus and an address of the customer. */
async function prepare(admin: Api, customer: string): Promise<void> {
  await changeSettings(admin, { yritys_nimi: 'Kuorma Oy', yritys_y_tunnus: '1234567-1', yritys_iban: 'FI2112345600000785' })
  await operate(admin, [
    {
      op: 'update',
      data: { type: 'asiakas_entity--asiakas_entity', id: customer, attributes: { y_tunnus: '1234567-1', tyyppi: 'yritys' } },
    },
  ])
}

test('an administrator edits the list by keyboard, and takes an edit back with Ctrl Z', async ({ as, api }) => {
  const order = (await uninvoiced(await api('yllapito'))).find(({ ryhma }) => ryhma === null)
  if (!order) throw new Error('The demo company has nothing to invoice.')
  const number = order.tunniste
  const { page } = await as('yllapito', { at: `/laskuta?haku=${number}` })
  const price = cellOf(page, 'Hinta', number)
  const input = page.getByRole('group', { name: `Hinta, ${number}` }).getByRole('textbox')
  const before = await price.textContent()

  await test.step('F2 opens the cell and Enter stores it', async () => {
    await price.focus()
    await page.keyboard.press('F2')
    await input.fill('987,65')
    await page.keyboard.press('Enter')
    await expect(price).toContainText('987,65')
    await expect(page.getByRole('status').filter({ hasText: `${number}: hinta tallennettu.` })).toBeVisible()
  })
  await test.step('Ctrl Z takes it back', async () => {
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('status').filter({ hasText: `${number}: hinta palautettu.` })).toBeVisible()
    await expect(price).toHaveText(before ?? '')
  })
  await test.step('a refused day stays in its cell with the reason', async () => {
    const day = cellOf(page, 'Toimitettu', number)
    const group = page.getByRole('group', { name: `Toimitettu, ${number}` })
    await day.click()
    await group.getByRole('textbox').fill('1.1.2099')
    await page.keyboard.press('Enter')
    await expect(group).toContainText('Toimitusaika ei voi olla tulevaisuudessa.')
    await expect(group.getByRole('textbox')).toHaveValue(/1\.1\.2099$/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(day).toBeVisible()
  })
})

test('an administrator gives what is missing, sends the invoices and credits one; the customer reads it', async ({ as, api }) => {
  const admin = await api('yllapito')
  const [own] = await rowsOf<{ id: string }>(await api('asiakas'), '/jsonapi/asiakas_entity/asiakas_entity')
  const customer = own?.id ?? ''
  await prepare(admin, customer)
  const [order] = (await uninvoiced(admin, `&asiakas_id=${customer}`)).filter(({ ryhma }) => ryhma === null)
  if (!order) throw new Error('The demo customer has nothing to invoice.')
  const number = order.tunniste
  await operate(admin, [
    {
      op: 'update',
      data: {
        type: 'tilaus_entity--tilaus_entity',
        id: order.id,
        attributes: {
          hinta: 0,
          laskutus_email: '',
          laskutus_osoite1: '',
          laskutus_osoite2: '',
          laskutus_postinro: '',
          laskutus_postitmp: '',
          laskutus_verkkolaskuosoite: '',
        },
      },
    },
  ])

  const { page } = await as('yllapito', { at: `/laskuta?haku=${number}` })
  await test.step('the address is given on the order, the price in the list', async () => {
    const row = rowOf(page, number)
    await expect(row.getByRole('link', { name: /^Laskutusosoite puuttuu/ })).toHaveAttribute('href', `/tilaus/${order.id}#laskutus`)
    await operate(admin, [
      { op: 'update', data: { type: 'tilaus_entity--tilaus_entity', id: order.id, attributes: { laskutus_email: 'laskut@esimerkki.fi' } } },
    ])
    await cellOf(page, 'Hinta', number).click()
    await page
      .getByRole('group', { name: `Hinta, ${number}` })
      .getByRole('textbox')
      .fill('250')
    await page.keyboard.press('Enter')
    await expect(row.getByRole('link', { name: /puuttuu/ })).toHaveCount(0)
  })
  await test.step('it is sent, with its result', async () => {
    const box = rowOf(page, number).getByRole('checkbox', { name: 'Valitse rivi' })
    await box.check()
    // The selection survives a visit to the order.
    await rowOf(page, number)
      .getByRole('link', { name: `Tilaus ${number}`, exact: true })
      .click()
    await expect(page).toHaveURL(new RegExp(`/tilaus/${order.id}`))
    await page.goBack()
    await expect(box).toBeChecked()
    await expect(page.getByRole('toolbar', { name: 'Valitut rivit' }).getByRole('button', { name: 'Lähetä laskut' })).toBeEnabled()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Haku' })
    await palette.getByRole('group', { name: '1 valittu tilaus' }).getByRole('option', { name: 'Lähetä laskut' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lähetä laskut' })
    await expect(dialog).toContainText(/1 tilaus, yhteensä 250,00\s€/)
    await dialog.getByRole('button', { name: 'Lähetä', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Laskujen lähetys' })
    await expect(panel.getByRole('heading', { name: '1 tilaus laskutettu' })).toBeVisible({ timeout: 60_000 })
    await expect(panel.getByRole('listitem')).toContainText(`${number}`)
    await expectAccessibleInFullRun(page)
    // The results are there when the screen is opened again.
    await panel.getByRole('link', { name: 'Laskut' }).click()
    await expect(page).toHaveURL(/\/laskut/)
    await page
      .getByRole('link', { name: /^Laskutus\b/ })
      .first()
      .click()
    await expect(panel.getByRole('heading', { name: '1 tilaus laskutettu' })).toBeVisible()
    await page.reload()
    await expect(panel.getByRole('heading', { name: '1 tilaus laskutettu' })).toBeVisible()
    await panel.getByRole('button', { name: 'Sulje tulokset' }).click()
    await expect(panel).toHaveCount(0)
  })
  await test.step('the files of the day are downloaded as one zip', async () => {
    await page.goto('/laskut')
    await page.getByRole('button', { name: 'Finvoice-tiedostot' }).click()
    const zip = page.waitForEvent('download')
    await page.getByRole('menuitem').first().click()
    expect((await zip).suggestedFilename()).toMatch(/^finvoice-\d{4}-\d\d-\d\d\.zip$/)
  })
  const { page: reader } = await as('asiakas', { at: '/laskut' })
  await test.step('the customer reads it, and nobody else’s', async () => {
    await reader.getByRole('link', { name: /^LA-/ }).first().click()
    await expect(reader.getByRole('heading', { level: 1, name: /^Lasku LA-/ })).toBeVisible()
    await expect(reader.getByRole('button', { name: 'Hyvitä…' })).toHaveCount(0)
    await expectAccessibleInFullRun(reader)
    const file = reader.waitForEvent('download')
    await reader.getByRole('button', { name: 'Lataa Finvoice' }).click()
    expect((await file).suggestedFilename()).toMatch(/^LA-\d+\.xml$/)
    const { page: stranger } = await as('asiakas2', { at: new URL(reader.url()).pathname })
    await expect(stranger.getByRole('heading', { level: 1, name: 'Laskua ei löydy' })).toBeVisible()
  })
  await test.step('a part of it is credited, then the rest', async () => {
    await page.goto(new URL(reader.url()).pathname)
    await expect(page.getByRole('button', { name: 'Hyvitä…' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page
      .getByRole('dialog', { name: 'Haku' })
      .getByRole('group', { name: /^Lasku / })
      .getByRole('option', { name: 'Hyvitä…' })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Hyvityslasku/ })
    await dialog.getByRole('checkbox', { name: /^Hyvitä koko lasku/ }).uncheck()
    await dialog.getByRole('button', { name: 'Hyvitä', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Anna hyvitys ainakin yhdelle riville.')
    await dialog.getByRole('button', { name: 'Syy: Kerro syy.' }).click()
    await page.keyboard.type('Väärä hinta')
    const sum = dialog.getByRole('textbox', { name: /^(Kuljetus|Tuntityö|Vuokra)/ })
    await sum.fill('250,01')
    await expect(dialog.getByText(/^Enintään 250,00\s€\.$/)).toBeVisible()
    await sum.fill('100')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Hyvitä', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Hyvityslaskut' })).toContainText('Väärä hinta')

    await page.getByRole('button', { name: 'Hyvitä…' }).click()
    await expect(dialog.getByRole('checkbox', { name: /^Hyvitä jäljellä oleva summa/ })).toBeChecked()
    await dialog.getByLabel('Syy').fill('Loput')
    await dialog.getByRole('button', { name: 'Hyvitä', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Hyvitä…' })).toHaveCount(0)
  })
  await test.step('it is invoiced again', async () => {
    await expect(page.getByRole('button', { name: 'Laskuta uudelleen…' })).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Laskuta uudelleen…' }).click()
    await page.getByRole('dialog').getByLabel('Syy').fill('Uusi hinta sovittu')
    await page.getByRole('button', { name: 'Palauta laskutettavaksi' }).click()
    await expect(page.getByRole('button', { name: 'Laskuta uudelleen…' })).toHaveCount(0)
    await page.goto(`/laskuta?haku=${number}`)
    await expect(rowOf(page, number)).toBeVisible()
  })
})

test('an administrator sorts the customers by their sums, and peeks at a customer and its first order', async ({ as, api }) => {
  const admin = await api('yllapito')
  const customers = await rowsOf<{ id: string; name: string; summa: number }>(
    admin,
    '/api/laskuttamattomat_tilaukset/asiakkaat?sort=-summa',
  )
  const [largest] = customers
  if (!largest) throw new Error('The demo company has nothing to invoice.')
  expect(customers.map(({ summa }) => summa)).toEqual(customers.map(({ summa }) => summa).toSorted((a, b) => b - a))
  const [first] = await uninvoiced(admin, '&sort=-summa')
  const { page } = await as('yllapito', { at: '/laskuta' })
  await page.getByRole('button', { name: 'Asiakkaat', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Suurin summa ensin' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(largest.name)

  // The closed menu gives the focus back to its button, where Space would open it again.
  await expect(page.getByRole('button', { name: 'Asiakkaat', exact: true })).toBeFocused()
  await page.getByRole('region', { name: 'Laskutus', exact: true }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  const customer = page.getByRole('region', { name: largest.name })
  await expect(customer).toContainText('Yhteensä, alv 0 %')
  await expectAccessibleInFullRun(page)
  await page.keyboard.press('j')
  const order = page.getByRole('region', { name: new RegExp(`^${first?.tunniste} `) })
  await expect(order.getByRole('list', { name: 'Lähetykset ja työt' }).getByRole('listitem')).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(order).toHaveCount(0)
})

test('on a phone, orders to be invoiced are ticked and opened by thumb', async ({ as }) => {
  const { page } = await as('yllapito', { phone: true, at: '/laskuta' })
  const card = page
    .getByRole('list')
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })
    .first()
  const tick = card.getByRole('checkbox', { name: /^Valitse T-/ })
  const heights = [card.locator('label').first(), card.getByRole('link', { name: /^Tilaus T-/ })].map(
    async (target) => (await target.boundingBox())?.height,
  )
  for (const height of await Promise.all(heights)) expect(height).toBeGreaterThanOrEqual(44)
  await card
    .locator('label')
    .first()
    .tap({ position: { x: 3, y: 3 } })
  await expect(tick).toBeChecked()
})
