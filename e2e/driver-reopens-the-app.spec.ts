// An app that the phone has ended, or that has been updated, is opened again without a network.
import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { makePerson, rowsOf } from './api-data.ts'
import { storedRows, storeRow } from './device-database.ts'
import { openDay, phone, planDay, types } from './driver-day.ts'
import { pressStep } from './driver-presses.ts'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

const next = (page: Page) => page.getByRole('article').filter({ hasText: 'Seuraava' })
const strip = (page: Page) => page.getByRole('status').filter({ hasText: /lähettämättä/ })
const running = (page: Page) => page.getByRole('region', { name: 'Käynnissä: Muu' })

const day = { at: '/kuljettajan-etusivu', phone: true, installed: true } as const

/** Opens the day again once the phone's service worker has stored the app. */
async function reopenStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(next(page)).toContainText('Nouto: 2 kollia')
}

/** Ends the page's process, as a phone does: nothing that the page would still do happens. Returns a new page of the app. */
async function killAndOpen(page: Page): Promise<Page> {
  const context = page.context()
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // A page that has crashed answers nothing.
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
  await context.setOffline(true)
  const opened = await context.newPage()
  await opened.goto('/kuljettajan-etusivu')
  return opened
}

/** Waits until the device has nothing unsent, and not a moment longer. */
async function allSent(page: Page): Promise<void> {
  await expect.poll(() => storedRows(page, 'outbox'), { intervals: [20] }).toEqual([])
}

type Day = { attributes: { alkuaika: number; loppuaika: number } }
const daysOf = (admin: Api, driver: string) =>
  rowsOf<Day>(admin, `/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity?filter[kuljettaja.id]=${driver}`)

test('a day that began without a network is known to an app that was ended just then', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'katvealku', user_roles: ['kuljettaja'] })
  await planDay(admin, driver, [{ name: 'Ovi Yksi' }])
  const { page, context } = await as('katvealku', day)
  await reopenStored(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Aloita päivä/ }).click()
  await expect(running(page)).toBeVisible()
  const reopened = await killAndOpen(page)
  await expect(running(reopened)).toBeVisible()
  await expect(strip(reopened)).toBeVisible()
  // What is shown was read before the app was opened: how old it is stays in sight.
  await expect(reopened.getByText(/^Ei verkkoyhteyttä\. Päivä haettu /)).toBeVisible()
  expect(await daysOf(admin, driver)).toEqual([])
  await context.setOffline(false)
  await expect(strip(reopened)).toHaveCount(0)
  expect(await daysOf(admin, driver)).toMatchObject([{ attributes: { loppuaika: 0 } }])
})

test('what was sent just before the app was ended is shown as sent without a network', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'katveloppu', user_roles: ['kuljettaja'] })
  const { jobs } = await planDay(admin, driver, [{ name: 'Ovi Yksi' }])
  const { page: opened, context } = await as('katveloppu', day)
  await reopenStored(opened)
  let page = opened

  await test.step('the start of the day', async () => {
    await page.getByRole('button', { name: /^Aloita päivä/ }).click()
    await expect(running(page)).toBeVisible()
    await allSent(page)
    page = await killAndOpen(page)
    await expect(running(page)).toBeVisible()
    await expect(strip(page)).toHaveCount(0)
  })

  await test.step('a pickup', async () => {
    await context.setOffline(false)
    await next(page).getByRole('button', { name: 'Noudettu', exact: true }).click()
    await expect(next(page)).toContainText('Ovi Yksi')
    await allSent(page)
    page = await killAndOpen(page)
    await expect(next(page)).toContainText('Ovi Yksi')
    await expect(next(page)).toContainText('2 / 2')
    await expect(strip(page)).toHaveCount(0)
    const [shipment] = await rowsOf<{ attributes: { tila: string } }>(
      admin,
      `/jsonapi/${types.shipment.replace('--', '/')}?filter[id]=${jobs[0]?.shipment}`,
    )
    expect(shipment?.attributes.tila).toBe('kuljetuksessa')
  })
})

test('a phone that has just signed in has every tab without a network', async ({ api, browser, server }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'ensikerta', user_roles: ['kuljettaja'] })
  await planDay(admin, driver, [{ name: 'Ovi Yksi' }])
  const context = await browser.newContext({ ...phone, baseURL: server })
  const page = await openDay(context, 'ensikerta')
  await expect(next(page)).toContainText('Nouto: 2 kollia')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await context.setOffline(true)
  for (const tab of ['Tilaukset', 'Työvuorot', 'Autot', 'Dokumentit']) {
    await page.getByRole('navigation').getByRole('link', { name: tab }).click()
    await expect(page.getByRole('heading', { level: 1, name: tab })).toBeVisible()
  }
  await context.close()
})

type Reads = { owner: string; client: { buster: string; clientState: { queries: readonly { queryKey: unknown }[] } } }
const readsOf = async (page: Page, owner: string) => (await storedRows<Reads>(page, 'reads')).find((reads) => reads.owner === owner)

/** Leaves what is stored as another build has written it. */
async function storedByAnotherBuild(page: Page, owner: string): Promise<void> {
  const reads = await readsOf(page, owner)
  await storeRow(page, 'reads', { ...reads, client: { ...reads?.client, buster: '0.0.1 toinen' } })
}

/** The keys of the queries that the device stores of the person. */
const storedKeys = async (page: Page, owner: string): Promise<string> =>
  JSON.stringify((await readsOf(page, owner))?.client.clientState.queries.map(({ queryKey }) => queryKey) ?? [])

test('after an update of the app a driver without a network has the day, its shifts and cars, and what was sent', async ({ as, api }) => {
  const admin = await api('yllapito')
  const driver = await makePerson(admin, { name: 'paivittaja', user_roles: ['kuljettaja'] })
  const { car } = await planDay(admin, driver, [{ name: 'Ovi Yksi' }])
  const { page: opened, context } = await as('paivittaja', day)
  await context.addInitScript(() => {
    Object.assign(navigator.storage, { persist: async () => false, persisted: async () => false })
  })
  await reopenStored(opened)
  let page = opened
  const goTo = (tab: string) => page.getByRole('navigation').getByRole('link', { name: tab }).click()

  await test.step('the day begins, and is stored with its shifts and cars', async () => {
    await page.getByRole('button', { name: /^Aloita päivä/ }).click()
    await expect(running(page)).toBeVisible()
    await expect(next(page)).toContainText('Nouto: 2 kollia')
    await goTo('Työvuorot')
    await expect(page.getByText(car).first()).toBeVisible()
    await goTo('Päivä')
    for (const part of ['ajo_pysahdys', 'lahetys', 'auto', 'kuljettajan-tyovuorot', '"one"'])
      await expect.poll(() => storedKeys(page, driver)).toContain(part)
  })

  await test.step('another build has written it, and there is no network: all of it is there', async () => {
    await expect(strip(page)).toHaveCount(0)
    // A page of the same origin that is not the app, which would store its own reads.
    await page.goto('/healthz')
    await storedByAnotherBuild(page, driver)
    await context.setOffline(true)
    await page.close({ runBeforeUnload: false })
    page = await context.newPage()
    await page.goto('/kuljettajan-etusivu')
    await expect(next(page)).toContainText('Nouto: 2 kollia')
    await expect(running(page)).toBeVisible()
    await goTo('Työvuorot')
    await expect(page.getByText(car).first()).toBeVisible()
    await goTo('Päivä')
    await next(page).getByRole('button', { name: 'Noudettu', exact: true }).click()
    await expect(next(page)).toContainText('Ovi Yksi')
    await pressStep({ page, before: async () => undefined, tasks: [] }, 'Ovi Yksi', 'Kuittaa')
    await expect(page.getByLabel('Nimenselvennys')).toBeVisible()
  })

  await test.step('the panel says that the browser may clear the storage, and lists what was sent before the update', async () => {
    await strip(page).getByRole('button', { name: 'Näytä lähettämättömät' }).click()
    const panel = page.getByRole('dialog', { name: 'Lähettämättä' })
    await expect(panel).toContainText('Selain ei lupaa säilyttää kirjauksia, jos laitteen tila loppuu.')
    await expect(panel.getByRole('region', { name: 'Lähetetty' })).toContainText('Työpäivän aloitus')
    await expectAccessibleInFullRun(page, { within: '[role=dialog]' })
  })
})
