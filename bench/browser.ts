// In Chromium: scrolls the archive as a dispatcher does, and stores orders from the form: `node bench/browser.ts [orders in the
// database]`, or as a part of the whole run.
import { type Browser, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { fillOrder, trolley } from '../e2e/order-form.ts'
import { systemBrowser } from '../tools/browser.mjs'
import { ensureWebBuilt } from '../tools/prepare.mjs'
import { openDatabases, password } from './databases.ts'
import { type FirstLoads, measureFirstLoad } from './first-load.ts'
import { median } from './load.ts'
import { shipmentType } from './queries.ts'
import { type Server, signIn, startServer } from './servers.ts'

/** Milliseconds. `script` and `layout` are the parts of a long frame; the rest was spent waiting for a free core. */
type LongFrame = { duration: number; script: number; layout: number; by: string }
type Frames = { times: number[]; long: LongFrame[] }
/** Milliseconds, and how many orders and frames. */
export type BrowserFigures = {
  archived: number
  opened: number
  frames: number
  longestFrame: number
  jumps: readonly number[]
  form: number
  /** For each order opened from the list of open ones: until its heading was drawn, until all of its page was, and until its peek was. */
  orders: { heading: readonly number[]; whole: readonly number[]; peek: readonly number[] }
  /** For each change, until others saw it. */
  shown: readonly number[]
  firstLoads: FirstLoads
}

const tooLong = 50
const ordersTyped = 10
const changesShown = 10
/** The first one, which loads the page's code, is not counted. */
const ordersOpened = 11
/** Only the longest of the long frames are reported. */
const maxReported = 8
const list = '[data-scroll-restoration-id=list]'

export function openBrowser(): Promise<Browser> {
  const executablePath = systemBrowser()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
}

/** The frames that the page draws while the work runs. */
async function framesOf(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const noted: Frames = { times: [], long: [] }
    let last = 0
    const tick = (now: number) => {
      if (last > 0) noted.times.push(now - last)
      last = now
      if ('noted' in window) requestAnimationFrame(tick)
    }
    const observer = new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        // https://developer.mozilla.org/en-US/docs/Web/API/PerformanceLongAnimationFrameTiming
        const { duration, startTime, styleAndLayoutStart, scripts } = entry as PerformanceEntry & {
          styleAndLayoutStart: number
          scripts: { duration: number; invoker: string; forcedStyleAndLayoutDuration: number }[]
        }
        const longest = scripts.toSorted((a, b) => b.duration - a.duration)[0]
        noted.long.push({
          duration,
          script: scripts.reduce((sum, script) => sum + script.duration, 0),
          layout: styleAndLayoutStart > 0 ? startTime + duration - styleAndLayoutStart : 0,
          by: longest?.invoker ?? '',
        })
      }
    })
    observer.observe({ type: 'long-animation-frame' })
    Object.assign(window, { noted, observer })
    requestAnimationFrame(tick)
  })
  await work()
  return page.evaluate(() => {
    const { noted, observer } = window as unknown as { noted: Frames; observer: PerformanceObserver }
    observer.disconnect()
    Reflect.deleteProperty(window, 'noted')
    return noted
  })
}

function report(what: string, { times, long }: Frames): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  const over = times.filter((time) => time > tooLong).length
  const share = ((100 * over) / Math.max(1, times.length)).toFixed(1)
  console.log(
    `${what}: ${times.length} frames, median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms; over ${tooLong} ms ${over} (${share} %)`,
  )
  const longest = long.filter((frame) => frame.duration > tooLong).toSorted((a, b) => b.duration - a.duration)
  for (const { duration, script, layout, by } of longest.slice(0, maxReported))
    console.log(
      `    ${duration.toFixed(0)} ms: script ${script.toFixed(0)} ms, style and layout ${layout.toFixed(0)} ms${by ? `, ${by}` : ''}`,
    )
}

/** Whether every visible row has loaded. */
const whole = (page: Page) =>
  page.waitForFunction((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    if (!box) return false
    const bodies = [...document.querySelectorAll(`${selector} tbody[data-index]`)].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > box.top && top < box.bottom
    })
    return bodies.length > 5 && bodies.every((row) => row.hasAttribute('data-row'))
  }, list)

const scrollTo = (page: Page, share: number) =>
  page.locator(list).evaluate((element, to) => element.scrollTo({ top: to * element.scrollHeight }), share)

/** The data covers four years; this moves all deliveries into the last year. */
async function intoArchive(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client.query(
    `UPDATE tilaus SET timestamp_toimitettu = extract(epoch FROM now())::bigint - 3600 - timestamp_toimitettu % (350 * 86400)
     WHERE tilauksen_tila IN ('toimitettu', 'laskutettu')`,
  )
  await client.query('VACUUM ANALYZE tilaus')
  await client.end()
  return rowCount ?? 0
}

export async function signedIn(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, locale: 'fi-FI', viewport: { width: 1440, height: 900 } })
  await page.goto('/login')
  await page.getByLabel('Käyttäjätunnus tai sähköposti').fill(name)
  await page.getByLabel('Salasana', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Kirjaudu', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  return page
}

/**
 * From the press of "Tilaa" to the frame that shows the confirmation, for each order: by the page's own clock, so that Playwright's
 * overhead is not included.
 */
async function measureForm(browser: Browser, address: string): Promise<number[]> {
  const page = await signedIn(browser, address, 'asiakas')
  const times: number[] = []
  for (let order = 0; order < ordersTyped; order++) {
    await fillOrder(page, [trolley], 'Mittaus')
    await page.evaluate(() => {
      const confirmed = new Promise<number>((resolve) => {
        document.addEventListener(
          'pointerdown',
          ({ timeStamp: pressed }) => {
            const shown = () =>
              [...document.querySelectorAll('[role=status]')].some((note) => /Tilaus T-\d+ vastaanotettu/.test(note.textContent))
            const observer = new MutationObserver(() => {
              if (!shown()) return
              observer.disconnect()
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
            })
            observer.observe(document.body, { childList: true, subtree: true })
          },
          { once: true, capture: true },
        )
      })
      Object.assign(window, { confirmed })
    })
    await page.getByRole('button', { name: 'Tilaa', exact: true }).click()
    times.push(await page.evaluate(() => (window as unknown as { confirmed: Promise<number> }).confirmed))
  }
  await page.close()
  console.log(`From the press of Tilaa to the confirmation: ${times.map((time) => time.toFixed(0)).join(', ')} ms`)
  return times
}

/** From the response to a change of an order's goods until two other users with its page open both see it, for each change. */
async function measureShown(browser: Browser, address: string): Promise<number[]> {
  const headers = { authorization: await signIn(address, 'yllapito'), 'content-type': 'application/vnd.api+json' }
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${address}${path}`, { ...init, headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const goods = '/jsonapi/lahetys_entity/lahetys'
  const [{ id, attributes, relationships }] = (await send(`${goods}?filter[tila]=odottaa_noutoa&page[limit]=1`)).data
  const pages = [await signedIn(browser, address, 'yllapito'), await signedIn(browser, address, 'yllapito')]
  for (const page of pages) {
    await page.goto(`/tilaus/${relationships.tilaus.data.id}`)
    await page.getByRole('region', { name: 'Tavarat', exact: true }).waitFor()
  }
  const times: number[] = []
  for (let change = 1; change <= changesShown; change++) {
    const kuvaus = `Mittaus ${change}`
    const changed = { vid: attributes.vid + change - 1, kuvaus }
    await send(`${goods}/${id}`, { method: 'PATCH', body: JSON.stringify({ data: { type: shipmentType, id, attributes: changed } }) })
    const stored = performance.now()
    for (const page of pages)
      await page.waitForFunction((text) => [...document.querySelectorAll('td')].some((cell) => cell.textContent.includes(text)), kuvaus)
    times.push(performance.now() - stored)
    await pages[0]?.waitForTimeout(1000)
  }
  for (const page of pages) await page.close()
  console.log(`A change is seen by two others in ${times.map((time) => time.toFixed(0)).join(', ')} ms`)
  return times
}

type Opened = { heading: number; whole: number }

/** Notes, by the page's own clock, when an order that is pressed next in the list has been drawn. */
async function noteOpening(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isWhole = () => {
      const content = document.querySelector('form [data-page]')
      const headings = [...(content?.querySelectorAll('h2') ?? [])].map(({ textContent }) => textContent)
      // Shipments, or hourly jobs alone; the events are read apart.
      const isRead = headings.some((text) => /^(Lähetykset|Tuntitöiden)/.test(text)) && headings.includes('Tapahtumat')
      return isRead && !content?.querySelector('.mantine-Skeleton-root[data-visible]')
    }
    const opened = new Promise<Opened>((resolve) => {
      document.addEventListener(
        'pointerdown',
        ({ timeStamp: pressed }) => {
          let heading: Promise<number> | null = null
          const drawn = () =>
            new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - pressed))))
          const observer = new MutationObserver(() => {
            if (/^Tilaus T-/.test(document.querySelector('h1')?.textContent ?? '')) heading ??= drawn()
            if (!heading || !isWhole()) return
            observer.disconnect()
            void Promise.all([heading, drawn()]).then(([first, last]) => resolve({ heading: first, whole: last }))
          })
          observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
        },
        { once: true, capture: true },
      )
    })
    Object.assign(window, { opened })
  })
}

/** From the press of Space until the peek of the current row has been drawn. */
async function peekTime(page: Page): Promise<number> {
  await page.evaluate(() => {
    const peeked = new Promise<number>((resolve) => {
      document.addEventListener(
        'keydown',
        ({ timeStamp: pressed }) => {
          const observer = new MutationObserver(() => {
            if (!document.querySelector('aside h2')?.textContent.startsWith('T-')) return
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
          })
          observer.observe(document.body, { childList: true, subtree: true })
        },
        { once: true, capture: true },
      )
    })
    Object.assign(window, { peeked })
  })
  await page.keyboard.press('Space')
  return page.evaluate(() => (window as unknown as { peeked: Promise<number> }).peeked)
}

/** Opens orders from the list of open ones by pressing them, and beside it by Space. */
async function measureOrders(page: Page): Promise<BrowserFigures['orders']> {
  await page.goto('/tilaukset')
  const found: Opened[] = []
  const peeks: number[] = []
  for (let order = 0; order < ordersOpened; order++) {
    await whole(page)
    await noteOpening(page)
    await page
      .getByRole('link', { name: /^Tilaus T-/ })
      .nth(order)
      .click()
    found.push(await page.evaluate(() => (window as unknown as { opened: Promise<Opened> }).opened))
    await page.goBack()
    await whole(page)
    await page.keyboard.press('j')
    peeks.push(await peekTime(page))
    await page.keyboard.press('Escape')
  }
  await page.close()
  const counted = found.slice(1)
  const orders = { heading: counted.map(({ heading }) => heading), whole: counted.map(({ whole }) => whole), peek: peeks.slice(1) }
  for (const [what, times] of Object.entries(orders))
    console.log(`An order opens from the list, ${what}: ${times.map((time) => time.toFixed(0)).join(', ')} ms`)
  return orders
}

async function measureArchive(
  browser: Browser,
  address: string,
): Promise<Pick<BrowserFigures, 'opened' | 'frames' | 'longestFrame' | 'jumps'>> {
  const page = await signedIn(browser, address, 'yllapito')
  let pages = 0
  page.on('request', (request) => {
    if (request.url().includes('/jsonapi/tilaus_entity/tilaus_entity?')) pages++
  })
  const empty = await browser.newPage()
  report('An empty page', await framesOf(empty, () => empty.waitForTimeout(5000)))
  await empty.close()

  const opened = performance.now()
  await page.getByRole('link', { name: 'Arkisto', exact: true }).click()
  await whole(page)
  const openedIn = performance.now() - opened
  console.log(`The archive opens in ${openedIn.toFixed(0)} ms`)

  await page.locator(list).hover()
  pages = 0
  const wheel = await framesOf(page, async () => {
    for (let step = 0; step < 400; step++) {
      await page.mouse.wheel(0, 500)
      await page.waitForTimeout(10)
    }
    await whole(page)
  })
  report(`Scrolled over ${Math.round(200_000 / 40)} rows`, wheel)
  console.log(`    ${pages} pages requested`)

  pages = 0
  const waits: number[] = []
  const jumps = await framesOf(page, async () => {
    for (const share of [1, 0.5, 0.1, 0.9, 0.3, 0.75, 0, 1, 0.02, 0.6]) {
      const jumped = performance.now()
      await scrollTo(page, share)
      await whole(page)
      waits.push(performance.now() - jumped)
    }
  })
  report(`${waits.length} jumps`, jumps)
  console.log(`    ${pages} pages requested; rows shown in ${waits.map((wait) => wait.toFixed(0)).join(', ')} ms`)

  const bar = await framesOf(page, async () => {
    for (let step = 0; step <= 120; step++) {
      await scrollTo(page, step / 120)
      await page.waitForTimeout(10)
    }
    await whole(page)
  })
  report('The scroll bar drawn from top to end', bar)

  await scrollTo(page, 0.4)
  await whole(page)
  const order = page.locator(`${list} tbody[data-row] a`).nth(20)
  await order.scrollIntoViewIfNeeded()
  const before = await page.locator(list).evaluate((element) => element.scrollTop)
  await order.click()
  await page.waitForURL(/\/tilaus\//)
  await page.goBack()
  await whole(page)
  const after = await page.locator(list).evaluate((element) => element.scrollTop)
  console.log(`Back from an order: at ${after} px, left from ${before} px`)
  await page.close()
  const times = [wheel, jumps, bar].flatMap((frames) => frames.times)
  return { opened: openedIn, frames: times.length, longestFrame: Math.max(...times), jumps: waits }
}

/** Measures a server with the large database, whose delivered orders are all moved into the last year. */
export async function measureBrowser(server: Server, databaseUrl: string): Promise<BrowserFigures> {
  const browser = await openBrowser()
  try {
    const firstLoads = await measureFirstLoad(browser, server.address)
    const form = median(await measureForm(browser, server.address))
    const shown = await measureShown(browser, server.address)
    const orders = await measureOrders(await signedIn(browser, server.address, 'yllapito'))
    const archived = await intoArchive(databaseUrl)
    return { archived, ...(await measureArchive(browser, server.address)), form, orders, shown, firstLoads }
  } finally {
    await browser.close()
  }
}

async function main(orders: number): Promise<void> {
  ensureWebBuilt()
  const databases = await openDatabases()
  const url = await databases.copy(orders)
  const server = await startServer(url)
  try {
    await measureBrowser(server, url)
  } finally {
    await server.stop()
    await databases.close()
  }
}

if (import.meta.main) await main(Number(process.argv[2] ?? 103_000))
