// The ten commonest jobs of a dispatcher, by keyboard alone: whatever is used here has been reached by Tab or a key.
//  1. an order from a phone call
//  2. an order is found and opened
//  3. a driver is given to an order, in its row
//  4. several orders are given to one driver
//  5. the state of an order changes
//  6. a customer's message is answered
//  7. an address is corrected, and a pickup time moved, on the order's page
//  8. the day is planned on the board (its other keys: dispatcher-plans-without-a-mouse.spec.ts)
//  9. a waybill is printed
// 10. an order is priced and its invoice sent
import type { Locator, Page } from '@playwright/test'
import { changeSettings, operate, rowsOf as readRows } from './api-data.ts'
import { choose, reach, typeOver } from './keyboard.ts'
import { expect, test } from './kuorma.ts'
import {
  goodsFields,
  goodsRow,
  orderByCall,
  orderDay,
  pallet,
  part,
  placeField,
  placeStep,
  shop,
  type TypedPlace,
  trolley,
  warehouse,
  wishedDay,
} from './order-form.ts'
import { nextWorkingDay } from './working-day.ts'

const rowsOf = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Tilaus / }) })
const toast = (page: Page, text: RegExp): Locator => page.getByRole('status').filter({ hasText: text })
const title = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

/** Opens a screen or an order by the palette. */
async function openByPalette(page: Page, typed: string, option: string | RegExp = typed): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Haku' })
  await expect(palette.getByRole('combobox', { name: 'Hae' })).toBeFocused()
  await page.keyboard.type(typed)
  await expect(palette.getByRole('option', { name: option }).first()).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
}

test('1. an order from a phone call', async ({ as, api }) => {
  const [customer] = await readRows<{ attributes: { name: string } }>(
    await api('yllapito'),
    '/jsonapi/asiakas_entity/asiakas_entity?sort=name&page[limit]=1',
  )
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const { keyboard } = page
  await expect(rowsOf(page).first()).toBeVisible()
  await keyboard.press('n')
  await expect(page.getByRole('combobox', { name: 'Asiakas' })).toBeFocused()
  await choose(page, customer?.attributes.name ?? '')

  /** An address that is said on the phone, typed on one line. */
  const typeAddress = async (end: string, { nimi, osoite, postinumero, paikkakunta }: TypedPlace) => {
    const line = `${nimi}, ${osoite}, ${postinumero} ${paikkakunta}`
    // The postal code, once it is found, or the text itself: both give the same address.
    await choose(page, line)
    for (const [field, value] of [
      ['Nimi', nimi],
      ['Osoite', osoite],
      ['Postinumero', postinumero],
    ] as const)
      await expect(placeField(placeStep(page, end), field)).toHaveValue(value)
  }
  await expect(page.getByRole('combobox', { name: 'Osoite tai lähettäjä' })).toBeFocused()
  await typeAddress('Nouto', warehouse)
  await reach(page, page.getByRole('combobox', { name: 'Osoite tai vastaanottaja' }))
  await typeAddress('Toimitus', shop)
  for (const [field, value] of goodsFields(goodsRow(page, 1), trolley)) {
    await reach(page, field)
    await typeOver(page, value)
  }
  await reach(page, wishedDay(page))
  await typeOver(page, orderDay())
  await reach(page, page.getByLabel('Viite', { exact: true }))
  await keyboard.type('PUHELIN-1')
  await keyboard.press('Control+Enter')
  await expect(toast(page, /T-\d+ luotu/)).toBeVisible()
  await expect(part(page, 'Paikat')).toContainText(shop.osoite)
  await expect(part(page, 'Ajankohta ja viitteet')).toContainText('PUHELIN-1')
})

test('2.–5. orders are found, given to drivers, peeked at, and moved on', async ({ as, api }) => {
  const customer = await api('asiakas')
  const numbers: string[] = []
  for (const reference of ['NAPPAIN-1', 'NAPPAIN-2', 'NAPPAIN-3'])
    numbers.push((await orderByCall(customer, [reference.endsWith('2') ? pallet : trolley], reference)).number)
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const { keyboard } = page
  const search = page.getByRole('searchbox', { name: /^Hae numerolla/ })
  const without = rowsOf(page).filter({ hasText: 'Ei kuljettajaa' })
  await expect(rowsOf(page).first()).toBeVisible()

  await test.step('2. by its number from anywhere, and back', async () => {
    await openByPalette(page, numbers[0] ?? '')
    await expect(title(page, `Tilaus ${numbers[0]}`)).toBeVisible()
    // The browser's own key.
    await page.goBack()
    await expect(rowsOf(page).first()).toBeVisible()
  })
  await test.step('2. by searching the list, with a typing error', async () => {
    await keyboard.press('/')
    await expect(search).toBeFocused()
    await keyboard.type('nappian')
    await expect(page.getByText(/Haulla ”nappian” ei löytynyt\. Näytetään haun nappain tulokset\./)).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(3)
    await typeOver(page, 'nappain')
    await expect(page.getByText(/Haulla ”nappian”/)).toHaveCount(0)
    await expect(rowsOf(page)).toHaveCount(3)
    await keyboard.press('Enter')
  })
  await test.step('3. a driver is given in the row, and taken back with Ctrl Z', async () => {
    await keyboard.press('j')
    await keyboard.press('a')
    await expect(page.getByRole('combobox', { name: /^Kuljettaja: tilaus T-/ })).toBeFocused()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(toast(page, /^T-\d+: /)).toBeVisible()
    await expect(without).toHaveCount(2)
    await keyboard.press('Control+z')
    await expect(without).toHaveCount(3)
  })
  await test.step('a peek beside the list goes on with j and k', async () => {
    const peek = page.getByRole('region', { name: /^T-\d+/ })
    await keyboard.press('Space')
    await expect(peek).toContainText('1 / 3')
    await keyboard.press('j')
    await expect(peek).toContainText('2 / 3')
    await keyboard.press('Escape')
    await expect(peek).toHaveCount(0)
  })
  await test.step('4. two of them are given to one driver', async () => {
    await keyboard.press('x')
    await keyboard.press('k')
    await keyboard.press('x')
    await expect(page.getByRole('toolbar', { name: 'Valitut rivit' })).toContainText('2 valittu')
    await keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: /^Kuljettaja ja auto/ })
    await expect(dialog.getByRole('combobox', { name: 'Kuljettaja' })).toBeFocused()
    const [driver] = await readRows<{ attributes: { field_fullname: string } }>(
      await api('yllapito'),
      '/jsonapi/user/user?filter[user_roles]=kuljettaja&page[limit]=1',
    )
    await choose(page, driver?.attributes.field_fullname ?? '')
    await reach(page, dialog.getByRole('button', { name: 'Tallenna' }))
    await keyboard.press('Enter')
    await expect(toast(page, /^2 tilausta: /)).toBeVisible()
    await expect(without).toHaveCount(1)
    await keyboard.press('Escape')
    await expect(page.getByRole('toolbar', { name: 'Valitut rivit' })).toHaveCount(0)
  })
  await test.step('5. one is marked as picked up, from the menu of its row', async () => {
    await keyboard.press('m')
    await reach(page, page.getByRole('menuitem', { name: 'Noudettu' }), { by: 'ArrowDown' })
    await keyboard.press('Enter')
    await expect(rowsOf(page).filter({ hasText: 'Kuljetuksessa' })).toHaveCount(1)
    await keyboard.press('Control+z')
    await expect(rowsOf(page).filter({ hasText: 'Kuljetuksessa' })).toHaveCount(0)
  })
  await test.step('5. and on its page, where the next step has a key', async () => {
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Merkitse noudetuksi' }).first()).toBeVisible()
    await keyboard.press('Control+Enter')
    await expect(toast(page, /^Tilaus T-\d+: Noudettu/)).toBeVisible()
  })
})

test('6. a customer’s message is answered from the bell', async ({ as, api }) => {
  const customer = await api('asiakas')
  const { id, number } = await orderByCall(customer, [trolley], 'VASTAUS-1')
  await operate(customer, [
    {
      op: 'add',
      data: {
        type: 'tilausviesti--tilausviesti',
        attributes: { teksti: 'Onko takaovi auki?' },
        relationships: { tilaus: { data: { type: 'tilaus_entity--tilaus_entity', id } } },
      },
    },
  ])
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const { keyboard } = page
  await expect(rowsOf(page).first()).toBeVisible()
  await reach(page, page.getByRole('button', { name: /^Ilmoitukset/ }), { by: 'Shift+Tab' })
  await keyboard.press('Enter')
  await reach(page, page.getByRole('link', { name: new RegExp(`^Viesti tilauksesta ${number}, .*takaovi`) }))
  await keyboard.press('Enter')
  const answer = page.getByLabel('Viesti asiakkaalle')
  await expect(answer).toBeFocused()
  await keyboard.type('On, koko päivän.')
  // The same key takes the order's next step elsewhere on the page.
  await keyboard.press('Control+Enter')
  const messages = page.getByRole('list', { name: `Viestit tilauksesta ${number}` }).getByRole('listitem')
  await expect(messages).toHaveCount(2)
  await expect(messages.last()).toContainText('On, koko päivän.')
  await expect(answer).toBeFocused()
  await expect(answer).toHaveValue('')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('7. an address is corrected and a pickup time moved on the page of the order', async ({ as, api }) => {
  const { number } = await orderByCall(await api('asiakas'), [trolley], 'KORJAUS-1')
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const { keyboard } = page
  await expect(rowsOf(page).first()).toBeVisible()
  await openByPalette(page, number)
  await expect(title(page, `Tilaus ${number}`)).toBeFocused()

  await test.step('the street of the delivery', async () => {
    const edit = page.getByRole('button', { name: 'Muokkaa: Paikat' })
    await reach(page, edit)
    await keyboard.press('Enter')
    await reach(page, placeStep(page, 'Toimitus').getByRole('button', { name: 'Muokkaa: Toimitus' }))
    await keyboard.press('Enter')
    await reach(page, placeField(placeStep(page, 'Toimitus'), 'Osoite'), { by: 'Shift+Tab' })
    await typeOver(page, 'Kauppakatu 15')
    await keyboard.press('Control+Enter')
    await expect(toast(page, /^Tilaus tallennettu$/)).toBeVisible()
    await expect(part(page, 'Paikat')).toContainText('Kauppakatu 15')
    await expect(edit).toBeFocused()
  })
  await test.step('the hours of the pickup', async () => {
    const edit = page.getByRole('button', { name: 'Muokkaa: Ajankohta ja viitteet' })
    await reach(page, edit)
    await keyboard.press('Enter')
    await expect(wishedDay(page)).toBeFocused()
    await reach(page, page.getByRole('button', { name: 'Lisää kellonajat' }))
    await keyboard.press('Enter')
    for (const [field, time] of [
      ['Nouto aikaisintaan: kello', '10'],
      ['Nouto viimeistään: kello', '12'],
    ] as const) {
      await reach(page, page.getByLabel(field))
      await typeOver(page, time)
    }
    await keyboard.press('Control+Enter')
    await expect(part(page, 'Ajankohta ja viitteet')).toContainText('Nouto klo 10.00–12.00')
    await expect(edit).toBeFocused()
  })
  await test.step('Esc goes back to the list', async () => {
    await keyboard.press('Escape')
    await expect(title(page, 'Tilaukset')).toBeVisible()
  })
})

test('8. an order without a driver is given to one on the day board', async ({ as }) => {
  const { page } = await as('yllapito', { at: `/ajot?paiva=${nextWorkingDay()}` })
  const { keyboard } = page
  const free = page.getByRole('complementary', { name: 'Ilman kuljettajaa' }).locator('[data-work]')
  await expect(free.first()).toBeVisible()
  const count = await free.count()
  await reach(page, free.first())
  await keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: /^Anna kuljettaja: T-/ })
  await expect(dialog.getByRole('combobox', { name: 'Kuljettaja' })).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(free).toHaveCount(count - 1)
  await keyboard.press('Control+z')
  await expect(free).toHaveCount(count)
})

test('9. a waybill is printed', async ({ as, api }) => {
  await orderByCall(await api('asiakas'), [trolley], 'RAHTI-9')
  const { page } = await as('yllapito', { at: '/tilaukset?haku=RAHTI-9' })
  const { keyboard } = page
  await expect(rowsOf(page).first()).toBeVisible()
  await test.step('from the list', async () => {
    await keyboard.press('j')
    await keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: /rahtikirja/i })
    await reach(page, dialog.getByRole('button', { name: 'Tee PDF' }))
    await keyboard.press('Enter')
    // A link without its file is no stop of Tab.
    await expect(dialog.getByRole('link', { name: 'Lataa' })).toHaveAttribute('href', /^blob:/)
    await reach(page, dialog.getByRole('link', { name: 'Lataa' }))
    const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/^rahtikirja.*\.pdf$/)
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('from the page of the order', async () => {
    await keyboard.press('Enter')
    await expect(title(page, /^Tilaus T-/)).toBeFocused()
    await keyboard.press('r')
    await expect(title(page, /^Rahtikirja T-/)).toBeFocused()
    await reach(page, page.getByRole('link', { name: 'Lataa' }))
    const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/^rahtikirja.*\.pdf$/)
  })
})

test('10. an order is priced and its invoice sent', async ({ as, api }) => {
  const admin = await api('yllapito')
  await changeSettings(admin, { yritys_nimi: 'Kuorma Oy', yritys_y_tunnus: '1234567-1', yritys_iban: 'FI2112345600000785' })
  const orders = await readRows<{ tunniste: string; ryhma: object | null; puuttuu: string[] }>(
    admin,
    '/api/laskuttamattomat_tilaukset?page[limit]=1000',
  )
  const order = orders.find(({ ryhma, puuttuu }) => ryhma === null && puuttuu.length === 0)
  if (!order) throw new Error('The demo company has nothing to invoice.')
  const number = order.tunniste
  const { page } = await as('yllapito', { at: '/' })
  const { keyboard } = page
  await openByPalette(page, 'Laskutus', /^Laskutus/)
  await expect(title(page, 'Laskutus')).toBeVisible()
  await keyboard.press('/')
  await keyboard.type(number)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Tilaus ${number}`, exact: true }) })
  await expect(page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Tilaus / }) })).toHaveCount(1)
  await reach(page, row.getByRole('button', { name: `muuta Hinta, ${number}` }))
  await keyboard.press('F2')
  await typeOver(page, '321,50')
  await keyboard.press('Enter')
  await expect(toast(page, new RegExp(`^${number}: hinta tallennettu`))).toBeVisible()
  // The first row is the customer's.
  await keyboard.press('j')
  await keyboard.press('j')
  await keyboard.press('m')
  await reach(page, page.getByRole('menuitem', { name: 'Lähetä laskut' }), { by: 'ArrowDown' })
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Lähetä laskut' })
  await expect(dialog).toContainText(/1 tilaus, yhteensä 321,50\s€/)
  await reach(page, dialog.getByRole('button', { name: 'Lähetä', exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Laskujen lähetys' }).getByRole('heading', { name: '1 tilaus laskutettu' })).toBeVisible({
    timeout: 60_000,
  })
})
