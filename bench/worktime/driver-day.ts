// A driver's day of 40 stops on a phone with a quarter of the processor and no network: `node bench/worktime/driver-day.ts`, or as a part of the whole
// run. How soon the day opens from what the device stores, and how soon a press is answered.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { startOfDay } from '#domain/values/time/time.ts'
import { placed, shop, warehouse } from '../../e2e/order-form.ts'
import { ensureWebBuilt } from '../../tools/prepare.mjs'
import { openBrowser } from '../browser.ts'
import { openDatabases, password } from '../databases.ts'
import { signIn, startServer } from '../servers.ts'

/** One stop to pick up all goods, and a door for each order. */
const doors = 39
const opens = 5
/** The processor is slowed by this factor. */
const slowedBy = 4
const driverName = 'mittauskuljettaja'
const next = 'article[data-next]'

/**
 * Milliseconds: from nothing to the next stop on the screen, for each start; from each press to the frame that shows that it was pressed, and to
 * the one that shows what it changed.
 */
export type DriverDayFigures = { opened: readonly number[]; pressed: readonly number[]; changed: readonly number[] }

/** A published shift of today, and its orders. */
async function planDay(address: string): Promise<void> {
  const authorization = await signIn(address, 'yllapito')
  const send = async (path: string, type: string, body: object) => {
    const headers = { authorization, 'content-type': type, accept: type.startsWith('application/vnd') ? type : 'application/json' }
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const idOf = async (path: string): Promise<string> => {
    const answer = await fetch(`${address}/jsonapi/${path}?page[limit]=1`, { headers: { authorization } })
    return (await answer.json()).data[0].id
  }
  const profile_fields = { field_etunimi: 'Mitta', field_sukunimi: 'Kuljettaja' }
  const person = { name: driverName, mail: `${driverName}@esimerkki.fi`, user_roles: ['kuljettaja'], newPassword: password, profile_fields }
  const driver: string = (await send('/api/user', 'application/json', person)).id
  const today = startOfDay(Date.now() / 1000)
  const to = (type: string, id: string) => ({ data: { type, id } })
  const types = {
    order: 'tilaus_entity--tilaus_entity',
    shipment: 'lahetys_entity--lahetys',
    shift: 'tyovuoro_entity--tyovuoro_entity',
    car: 'auto_entity--auto_entity',
    customer: 'asiakas_entity--asiakas_entity',
  }
  const kuljettaja = to('user--user', driver)
  const [auto, asiakas] = [
    to(types.car, await idOf('auto_entity/auto_entity')),
    to(types.customer, await idOf('asiakas_entity/asiakas_entity')),
  ]
  const add = (data: { type: string; id: string; attributes: object; relationships: object }) => ({ op: 'add', data })
  const save = (operations: object[]) =>
    send('/jsonapi/operations', 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"', { 'atomic:operations': operations })
  const attributes = { paiva: today, alkuaika: 360, kesto: 600, tila: 'PUBLISHED' }
  await save([add({ type: types.shift, id: crypto.randomUUID(), attributes, relationships: { kuljettaja, auto } })])
  for (let door = 1; door <= doors; door++) {
    const [order, shipment] = [crypto.randomUUID(), crypto.randomUUID()]
    const ends = { ...placed('nouto', warehouse), ...placed('toimitus', { ...shop, nimi: `Ovi ${door}`, osoite: `Ovikatu ${door}` }) }
    const goods = { maara: 2, yksikkopaino: 50, viesti: 'Soita ennen tuloa.', toivottu_toimitus: today, ...ends }
    await save([
      add({ type: types.order, id: order, attributes: {}, relationships: { asiakas } }),
      add({ type: types.shipment, id: shipment, attributes: goods, relationships: { tilaus: to(types.order, order), kuljettaja } }),
    ])
  }
}

/** Signs in, begins the day, and lets the device store it. */
async function beginDay(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Käyttäjätunnus tai sähköposti').fill(driverName)
  await page.getByLabel('Salasana', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Kirjaudu', exact: true }).click()
  await page.waitForURL(/\/kuljettajan-etusivu$/)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.locator(next).waitFor()
  await page.getByRole('button', { name: 'Aloita päivä' }).click()
  await page.getByRole('group', { name: 'Työtehtävä' }).waitFor()
  // With the service worker, which stores the app.
  await page.reload()
  await page.getByRole('group', { name: 'Työtehtävä' }).waitFor()
  await page.locator(next).waitFor()
  await page.getByRole('status').filter({ hasText: 'lähettämättä' }).waitFor({ state: 'hidden' })
  // Several reads are stored in one write, a second after the first. The stream of events stays open, so the network is never idle.
  await page.waitForTimeout(8000)
  await page.close()
}

/** A new page of the app with the slowed processor. */
async function openDay(context: BrowserContext): Promise<{ page: Page; opened: number }> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await page.addInitScript((selector) => {
    const opened = new Promise<number>((resolve) => {
      const look = () => (document.querySelector(selector) ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    })
    Object.assign(window, { opened })
  }, next)
  await page.goto('/kuljettajan-etusivu', { waitUntil: 'commit' })
  await page.locator(next).waitFor()
  return { page, opened: await page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened) }
}

/** From the press until the frames in which the button shows that it was pressed, and in which the selector finds something, by the page's own clock. */
async function timed(page: Page, button: Locator, selector: string): Promise<[pressed: number, changed: number]> {
  await page.evaluate((change) => {
    const timesOf = ({ target, timeStamp }: Event) => {
      const pressed = target instanceof Element ? target.closest('button') : null
      const hasChanged = () => document.querySelector(change) !== null
      const until = (isShown: () => boolean) =>
        new Promise<number>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!isShown()) return
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
          })
          observer.observe(document.body, { childList: true, subtree: true, attributes: true })
        })
      return Promise.all([until(() => pressed?.hasAttribute('data-taken') || hasChanged()), until(hasChanged)])
    }
    const times = new Promise((resolve) =>
      document.addEventListener('click', (event) => resolve(timesOf(event)), { once: true, capture: true }),
    )
    Object.assign(window, { times })
  }, selector)
  await button.click()
  return page.evaluate(() => (window as unknown as { times: Promise<[number, number]> }).times)
}

/** Tasks of the working day, and all goods picked up, taken back and picked up. */
async function pressAll(page: Page): Promise<Pick<DriverDayFigures, 'pressed' | 'changed'>> {
  const pressed: number[] = []
  const changed: number[] = []
  const time = async (label: string, button: Locator, selector: string) => {
    const [press, change] = await timed(page, button, selector)
    pressed.push(press)
    changed.push(change)
    console.log(`    ${label}: ${press.toFixed(0)} ms, changed after ${change.toFixed(0)} ms`)
  }
  const tasks = page.getByRole('group', { name: 'Työtehtävä' }).getByRole('button')
  const labels = await tasks.allTextContents()
  for (const [index, label] of labels.entries()) {
    const task = tasks.nth(index)
    if ((await task.getAttribute('aria-pressed')) === 'true') continue
    await time(label, task, `fieldset[aria-label="Työtehtävä"] button:nth-of-type(${index + 1})[aria-pressed=true]`)
  }
  const pickUp = page.locator(next).getByRole('button', { name: 'Noudettu', exact: true })
  const undo = 'button[aria-label^="Kumoa nouto"]'
  const steps = [
    ['Noudettu', pickUp, undo],
    ['Kumoa nouto', page.locator(undo), `${next}[aria-label$="${warehouse.nimi}"]`],
    ['Noudettu', pickUp, undo],
  ] as const
  for (const [label, button, answer] of steps) {
    // For a moment after a step, buttons ignore presses.
    await page.waitForTimeout(1500)
    await time(`${label}, ${doors} orders`, button, answer)
  }
  return { pressed, changed }
}

/** Measures with a server of its own, on a database to which it adds a driver with a day. */
export async function measureDriverDay(databaseUrl: string): Promise<DriverDayFigures> {
  const server = await startServer(databaseUrl)
  const browser = await openBrowser()
  try {
    await planDay(server.address)
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fi-FI' }
    const context = await browser.newContext({ ...phone, baseURL: server.address })
    await beginDay(context)
    await context.setOffline(true)
    const opened: number[] = []
    let presses: Pick<DriverDayFigures, 'pressed' | 'changed'> = { pressed: [], changed: [] }
    for (let count = 1; count <= opens; count++) {
      const start = await openDay(context)
      opened.push(start.opened)
      // The rows below the screen are drawn after the others.
      await start.page.getByText(`Ovi ${doors}`, { exact: true }).waitFor({ state: 'attached' })
      if (count === opens) presses = await pressAll(start.page)
      await start.page.close()
    }
    console.log(`A day of ${doors + 1} stops opens without a network in ${opened.map((time) => time.toFixed(0)).join(', ')} ms`)
    return { opened, ...presses }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function main(): Promise<void> {
  ensureWebBuilt()
  const databases = await openDatabases()
  try {
    await measureDriverDay(await databases.copy(1000))
  } finally {
    await databases.close()
  }
}

if (import.meta.main) await main()
