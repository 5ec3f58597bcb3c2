import type { Locator, Page } from '@playwright/test'
import { type FivaldiStub, fivaldiAccount, startFivaldiStub } from '../server/testing/providers/fivaldi.ts'
import { startTalenomStub, type TalenomStub, talenomAccount } from '../server/testing/providers/talenom.ts'
import type { Api } from './api.ts'
import { changeSettings, operate, rowsOf } from './api-data.ts'
import { test as base, expect, expectAccessibleInFullRun } from './kuorma.ts'

type Stubs = { fivaldi: FivaldiStub; talenom: TalenomStub }

/** The server sends to stubs of both accounting services. */
const test = base.extend<object, { stubs: Stubs }>({
  stubs: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern.
    async ({}, use) => {
      const stubs = { fivaldi: await startFivaldiStub(), talenom: await startTalenomStub() }
      stubs.fivaldi.limit = null
      stubs.fivaldi.paymentTermDays = [7, 14, 21, 30, 45, 60]
      await use(stubs)
      await Promise.all([stubs.fivaldi.close(), stubs.talenom.close()])
    },
    { scope: 'worker' },
  ],
  server: async ({ servers, stubs: { fivaldi, talenom } }, use, { file }) => {
    const settings = {
      ...fivaldiAccount,
      ...{ FIVALDI_DELIVERY_METHOD: '01', FIVALDI_URL: fivaldi.url, FIVALDI_RATE: '1000' },
      ...talenomAccount,
      TALENOM_URL: talenom.url.slice(0, talenom.url.lastIndexOf('/')),
      TALENOM_TOKEN_URL: talenom.tokenUrl,
    }
    await use(await servers.serverFor(file, settings))
  },
})

type Uninvoiced = {
  id: string
  tunniste: string
  puuttuu: string[]
  asiakas: { id: string; name: string }
  ryhma: null | object
  lasku: null | object
}

/** Orders that could be sent, each of another customer. */
async function readyOrders(admin: Api): Promise<Uninvoiced[]> {
  await changeSettings(admin, { yritys_nimi: 'Kuorma Oy', yritys_y_tunnus: '1234567-1', yritys_iban: 'FI2112345600000785' })
  const all = await rowsOf<Uninvoiced>(admin, '/api/laskuttamattomat_tilaukset?page[limit]=1000&puuttuu=ei_mitaan')
  const single = all.filter(({ ryhma, lasku }) => ryhma === null && lasku === null)
  return [...new Map(single.map((order) => [order.asiakas.id, order])).values()]
}

const rowOf = (page: Page, number: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Tilaus ${number}`, exact: true }) })
const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Laskujen lähetys' })
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Lähetä laskut' })

/** The list that has one order. */
const listOf = (number: string): string => `/laskuta?haku=${number}`
/** Opens the sending of one order by the menu of its row in the open list. */
async function openSending(page: Page, number: string): Promise<void> {
  await rowOf(page, number).click({ button: 'right', position: { x: 300, y: 8 } })
  await page.getByRole('menuitem', { name: 'Lähetä laskut' }).click()
}

test('a refused invoice says why in the provider’s words, and is sent again or undone', async ({ as, api, stubs }) => {
  const [order] = await readyOrders(await api('yllapito'))
  if (!order) throw new Error('The demo company has nothing to invoice.')
  stubs.fivaldi.closed.add(order.asiakas.name)

  const { page } = await as('yllapito', { at: listOf(order.tunniste) })
  await test.step('the results show the words of Fivaldi, with links to the order and the invoice', async () => {
    await openSending(page, order.tunniste)
    await expect(dialogOf(page).getByRole('radio', { name: 'Talenom' })).toBeVisible()
    await dialogOf(page).getByRole('radio', { name: 'Fivaldi' }).check()
    await dialogOf(page).getByRole('button', { name: 'Lähetä', exact: true }).click()
    await expect(panelOf(page).getByRole('heading', { name: /1 epäonnistui/ })).toBeVisible({ timeout: 60_000 })
    const result = panelOf(page).getByRole('listitem')
    await expect(result).toContainText('Asiakas on laskutuskiellossa')
    await expect(result.getByRole('link', { name: order.tunniste, exact: true })).toHaveAttribute('href', `/tilaus/${order.id}`)
    await expectAccessibleInFullRun(page)
  })
  await test.step('it is undone, and its order is invoiced again', async () => {
    await panelOf(page)
      .getByRole('link', { name: /^Avaa lasku/ })
      .click()
    await expect(page.getByText('Asiakas on laskutuskiellossa').first()).toBeVisible()
    await page.getByRole('button', { name: 'Peru lasku…' }).click()
    await page.getByRole('dialog').getByLabel('Syy').fill('Väärä asiakas')
    await page.getByRole('dialog').getByRole('button', { name: 'Peru lasku', exact: true }).click()
    await expect(page.getByText('Lasku on peruttu.', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Peru lasku…' })).toHaveCount(0)
    await page.goto(listOf(order.tunniste))
    await openSending(page, order.tunniste)
    await dialogOf(page).getByRole('radio', { name: 'Fivaldi' }).check()
    await dialogOf(page).getByRole('button', { name: 'Lähetä', exact: true }).click()
    await expect(panelOf(page).getByRole('heading', { name: /1 epäonnistui/ })).toBeVisible({ timeout: 60_000 })
  })
  await test.step('it is on the tab of those that failed, and is sent again once Fivaldi takes it', async () => {
    await page.goto('/laskut?nakyma=epaonnistuneet')
    await expect(page.getByRole('row').filter({ hasText: 'Asiakas on laskutuskiellossa' })).toHaveCount(1)
    stubs.fivaldi.closed.clear()
    await page.goto('/laskuta')
    await panelOf(page).getByRole('button', { name: 'Lähetä epäonnistuneet uudelleen' }).click()
    await expect(panelOf(page).getByRole('heading', { name: '1 tilaus laskutettu' })).toBeVisible({ timeout: 60_000 })
    expect(stubs.fivaldi.orders).toHaveLength(1)
  })
})

test('an invoice whose outcome nobody knows is checked at Talenom by an administrator', async ({ as, api, stubs }) => {
  const admin = await api('yllapito')
  const [, order] = await readyOrders(admin)
  if (!order) throw new Error('The demo company has too little to invoice.')
  const customer = (values: object) =>
    operate(admin, [{ op: 'update', data: { type: 'asiakas_entity--asiakas_entity', id: order.asiakas.id, attributes: { ...values } } }])
  await customer({ talenom_asiakasnumero: '' })

  const { page } = await as('yllapito', { at: listOf(order.tunniste) })
  await test.step('what Talenom needs is said before, with a link to where it is given', async () => {
    await openSending(page, order.tunniste)
    await dialogOf(page).getByRole('radio', { name: 'Talenom' }).check()
    await expect(dialogOf(page).getByRole('link', { name: /^talenom-asiakasnumero puuttuu/ })).toHaveAttribute(
      'href',
      `/asiakas/${order.asiakas.id}`,
    )
    await expect(dialogOf(page).getByRole('button', { name: 'Lähetä', exact: true })).toBeDisabled()
    await expectAccessibleInFullRun(page)
    await dialogOf(page).getByRole('radio', { name: 'Fivaldi' }).check()
    await expect(dialogOf(page).getByRole('button', { name: 'Lähetä', exact: true })).toBeEnabled()
  })
  await test.step('a lost answer is to be checked, and is not sent again', async () => {
    await customer({ talenom_asiakasnumero: '1001' })
    stubs.talenom.faults.next.push('accepted-then-closed')
    await page.goto(listOf(order.tunniste))
    await openSending(page, order.tunniste)
    await dialogOf(page).getByRole('radio', { name: 'Talenom' }).check()
    await dialogOf(page).getByRole('button', { name: 'Lähetä', exact: true }).click()
    await expect(panelOf(page).getByRole('heading', { name: /1 tarkistettava/ })).toBeVisible({ timeout: 60_000 })
    await expect(panelOf(page).getByRole('listitem').first()).toContainText('Tarkista Talenomista, lähtikö lasku')
    await panelOf(page)
      .getByRole('link', { name: /^Tarkista lasku/ })
      .click()
    await expect(page.getByText('Tarkista Talenomista', { exact: true })).toBeVisible()
    // Its answer could still come.
    await expect(page.getByRole('button', { name: /^Tarkista klo/ })).toBeDisabled()
    expect(stubs.talenom.invoices).toHaveLength(1)
  })
  await test.step('an earlier one did not leave, and waits to be sent', async () => {
    await page.goto('/laskut?nakyma=tarkista')
    await page.getByRole('link', { name: /^LA-/ }).last().click()
    await page.getByRole('button', { name: 'Tarkista…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Lähtikö lasku/ })
    await expect(dialog.getByRole('button', { name: 'Lähti', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Ei lähtenyt' }).click()
    await expect(page.getByRole('button', { name: 'Lähetä uudelleen' })).toBeVisible()
  })
})

test('orders of a customer are grouped by the menu of a row, and taken apart again', async ({ as, api }) => {
  const all = await rowsOf<Uninvoiced>(await api('yllapito'), '/api/laskuttamattomat_tilaukset?page[limit]=1000')
  const free = all.filter(({ ryhma, lasku }) => ryhma === null && lasku === null)
  const [first, second] = [...Map.groupBy(free, ({ asiakas }) => asiakas.id).values()].find((some) => some.length > 1) ?? []
  if (!first || !second) throw new Error('No demo customer has two orders to invoice.')
  const { page } = await as('yllapito', { at: `/laskuta?asiakas=${first.asiakas.id}` })
  for (const { tunniste } of [first, second]) await rowOf(page, tunniste).getByRole('checkbox', { name: 'Valitse rivi' }).check()
  await rowOf(page, first.tunniste).click({ button: 'right', position: { x: 300, y: 8 } })
  await page.getByRole('menuitem', { name: 'Ryhmitä' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ryhmitä: 2 tilausta' })
  await dialog.getByRole('textbox').fill('480')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, first.tunniste)).toContainText('TR-')
  await rowOf(page, first.tunniste).click({ button: 'right', position: { x: 300, y: 8 } })
  await page.getByRole('menuitem', { name: 'Pura ryhmä' }).click()
  await expect(rowOf(page, first.tunniste)).not.toContainText('TR-')
})
