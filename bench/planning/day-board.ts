// The day board with 60 drivers, 600 stops and 300 free orders: `node bench/planning/day-board.ts [orders in the database]`, or as a part of the
// whole run. Opening it, the main thread while an order is dragged over it (from the browser's trace), a drop until it shows, and giving 200 orders
// to a driver in one call.
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { addDays, dayOf, mondayOf } from '#domain/values/time/time.ts'
import { ensureWebBuilt } from '../../tools/prepare.mjs'
import { openBrowser, signedIn } from '../browser.ts'
import { openDatabases, password } from '../databases.ts'
import { mainThreadByFrame } from '../invoicing/main-thread.ts'
import { median } from '../load.ts'
import { shipmentType } from '../queries.ts'
import { type Server, signIn, startServer } from '../servers.ts'

const [drivers, ordersOfDriver, free, assigned] = [60, 5, 300, 200]
const runs = 5
const orderType = 'tilaus_entity--tilaus_entity'
/** A day of its own, on which nothing else is driven. */
const day = mondayOf(addDays(Date.now() / 1000, 20 * 7))
const address = `/ajot?paiva=${day}`

/**
 * Milliseconds: from the change of the address until the board is drawn, the main thread's part of each frame of a drag, a drop until it shows, and
 * giving 200 orders to a driver in one call.
 */
export type BoardFigures = { opened: number; frames: number; busy95: number; busiest: number; dropped: number; assigned: number }

const boardCall = `/api/ajot?paiva=${day}`
type Board = { data: { vapaat: string[]; summat: { pysahdyksia: number } } }
type Call = <T>(path: string, body?: unknown) => Promise<T>

async function callerOf(server: Server, person: string): Promise<Call> {
  const authorization = await signIn(server.address, person)
  return async (path, body) => {
    const type = path.startsWith('/jsonapi/') ? 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"' : 'application/json'
    const headers = { authorization, 'content-type': type, accept: type }
    const response = await fetch(
      `${server.address}${path}`,
      body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
    )
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

/** Makes the drivers and their shifts of the day; returns their ids. */
async function makeDrivers(call: Call): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < drivers; made++) {
    const { id } = await call<{ id: string }>('/api/user', {
      ...{ name: `ajomittaus${made}`, mail: `ajomittaus${made}@esimerkki.fi`, user_roles: ['kuljettaja'], newPassword: password },
      profile_fields: { field_etunimi: 'Mitta', field_sukunimi: `Kuljettaja ${made}` },
    })
    ids.push(id)
  }
  const tyovuorot = ids.map((kuljettaja) => ({
    id: randomUUID(),
    paiva: day,
    kuljettaja,
    tyyppi: 'TYOVUORO',
    alkuaika: 6 * 60,
    kesto: 600,
  }))
  await call('/api/tyovuoro', { operation: 'OPERATION_SAVE_MANY', tyovuorot })
  return ids
}

const towns = [
  ['15100', 'Lahti'],
  ['45100', 'Kouvola'],
  ['48100', 'Kotka'],
  ['05800', 'Hyvinkää'],
  ['11100', 'Riihimäki'],
  ['13100', 'Hämeenlinna'],
  ['18100', 'Heinola'],
] as const

/** A shipment between doors of its own, every third one with a window. */
function shipment(number: number) {
  const [from, to] = [towns[number % towns.length], towns[(number * 3 + 1) % towns.length]]
  const window = { toimitus_aika_alku: day + (8 + (number % 6)) * 3600, toimitus_aika_loppu: day + (10 + (number % 6)) * 3600 }
  return {
    ...{ toivottu_toimitus: day, paino: 50, maara: 2 },
    ...{ nouto_nimi: 'Varasto', nouto_osoite1: `Varastokatu ${number}`, nouto_postinro: from?.[0], nouto_postitmp: from?.[1] },
    ...{ toimitus_nimi: 'Kauppa', toimitus_osoite1: `Kauppakatu ${number}`, toimitus_postinro: to?.[0], toimitus_postitmp: to?.[1] },
    ...(number % 3 === 0 ? window : {}),
  }
}

/** Orders of one shipment each, by the customer; returns the shipments' ids. */
async function makeOrders(call: Call, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 100) {
    const operations = Array.from({ length: Math.min(100, count - made) }, (_, index) => {
      const [order, line] = [randomUUID(), randomUUID()]
      ids.push(line)
      const relationships = { tilaus: { data: { type: orderType, id: order } } }
      return [
        { op: 'add', data: { type: orderType, id: order, attributes: {} } },
        { op: 'add', data: { type: shipmentType, id: line, attributes: shipment(made + index), relationships } },
      ]
    })
    await call('/jsonapi/operations', { 'atomic:operations': operations.flat() })
  }
  return ids
}

/** Fills the day; returns the drivers. */
async function fillDay(server: Server, call: Call): Promise<string[]> {
  const people = await makeDrivers(call)
  const works = await makeOrders(await callerOf(server, 'asiakas'), drivers * ordersOfDriver + free)
  for (const [index, kuljettaja] of people.entries()) {
    const ids = works.slice(index * ordersOfDriver, (index + 1) * ordersOfDriver)
    await call('/api/ajot', { operation: 'assign', ids, kuljettaja, paiva: day })
  }
  const { data } = await call<Board>(boardCall)
  const stops = data.summat.pysahdyksia
  if (stops !== drivers * ordersOfDriver * 2 || data.vapaat.length !== free)
    throw new Error(`The day has ${stops} stops and ${data.vapaat.length} free orders.`)
  return people
}

/** 200 of the free orders given to one driver in one call; undone between the runs. */
async function measureAssigning(call: Call, people: readonly string[]): Promise<number[]> {
  const { data } = await call<Board>(boardCall)
  const ids = data.vapaat.slice(0, assigned)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    const { kumoa } = await call<{ kumoa: unknown }>('/api/ajot', { operation: 'assign', ids, kuljettaja: people[run], paiva: day })
    times.push(performance.now() - begun)
    await call('/api/ajot', kumoa)
  }
  return times
}

/** From the change of the address, on another page, to the frame that shows the stops, which are fetched in between. */
async function measureOpening(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    // Loads the screen's code with a day without work, and forgets the data of the run before.
    await page.goto(`/ajot?paiva=${addDays(day, 1)}`)
    await page.getByText('Päivälle ei ole ajoja').waitFor()
    await page.getByRole('link', { name: 'Autot', exact: true }).click()
    await page.getByRole('heading', { name: 'Autot', level: 1 }).waitFor()
    const time = await page.evaluate(async (to) => {
      const begun = performance.now()
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
      const isThere = () => document.querySelectorAll('[data-stop]').length > 40 && document.querySelector('[data-work]') !== null
      while (!isThere()) await new Promise(requestAnimationFrame)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - begun
    }, address)
    times.push(time)
  }
  return times
}

async function measureDragging(browser: Browser, page: Page): Promise<number[]> {
  const box = await page.locator('[data-work]').nth(2).boundingBox()
  if (!box) throw new Error('The board shows no free order.')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 10, box.y + 26)
  const busy = await mainThreadByFrame(browser, page, async () => {
    for (let step = 0; step < 240; step++) {
      await page.mouse.move(480 + ((step * 17) % 640), 330 + Math.round(130 * Math.sin(step / 12)))
      await page.waitForTimeout(12)
    }
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return busy
}

/** From the drop of an order on a driver's name until it has left the list, by the page's own clock. */
async function measureDropping(page: Page): Promise<number> {
  const first = page.locator('[data-work]').first()
  await page.evaluate(() => {
    const left = new Promise<number>((resolve) => {
      document.addEventListener(
        'drop',
        ({ timeStamp }) => {
          const id = document.querySelector<HTMLElement>('[data-work]')?.dataset.work
          const look = () => {
            if (document.querySelector(`[data-work="${id}"]`) !== null) return requestAnimationFrame(look)
            setTimeout(() => resolve(performance.now() - timeStamp))
          }
          requestAnimationFrame(look)
        },
        { once: true, capture: true },
      )
    })
    Object.assign(window, { left })
  })
  await first.dragTo(page.locator('[data-drop=best]').nth(1))
  return page.evaluate(() => (window as unknown as { left: Promise<number> }).left)
}

export async function measureDayBoard(databaseUrl: string): Promise<BoardFigures> {
  const server = await startServer(databaseUrl)
  const browser = await openBrowser()
  try {
    const call = await callerOf(server, 'yllapito')
    const people = await fillDay(server, call)
    const page = await signedIn(browser, server.address, 'yllapito')
    const times = await measureOpening(page)
    console.log(
      `The board of ${dayOf(day)}, ${drivers} drivers and ${free} free orders, opens in ${times.map((time) => time.toFixed(0)).join(', ')} ms`,
    )
    await page.waitForTimeout(1500)
    const busy = (await measureDragging(browser, page)).toSorted((a, b) => a - b)
    const at = (share: number) => busy[Math.min(busy.length - 1, Math.floor(busy.length * share))] ?? 0
    console.log(
      `An order dragged: ${busy.length} frames, the main thread busy ${at(0.5).toFixed(1)} ms (median), ${at(0.95).toFixed(1)} ms (p95)`,
    )
    const dropped = await measureDropping(page)
    console.log(`A drop shows in ${dropped.toFixed(0)} ms`)
    // A dispatcher's browser is another machine: this one would draw each change on the server's processors.
    await page.close()
    const saved = await measureAssigning(call, people)
    console.log(`${assigned} orders are given in ${saved.map((time) => time.toFixed(0)).join(', ')} ms`)
    return { opened: median(times), frames: busy.length, busy95: at(0.95), busiest: at(1), dropped, assigned: median(saved) }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function main(orders: number): Promise<void> {
  ensureWebBuilt()
  const databases = await openDatabases()
  try {
    console.log(await measureDayBoard(await databases.copy(orders)))
  } finally {
    await databases.close()
  }
}

if (import.meta.main) await main(Number(process.argv[2] ?? 103_000))
