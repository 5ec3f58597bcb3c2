// The shift calendar with 60 drivers × 28 days: `node bench/planning/shift-calendar.ts`. Opening, the main thread while a shift is dragged (from the
// browser's trace), and saving 200 cells in one call.
import { randomUUID } from 'node:crypto'
import { type Browser, chromium, type Page } from '@playwright/test'
import { addDays, dayOf, mondayOf } from '../../domain/values/time/time.ts'
import { openDemoServers, password } from '../../e2e/demo-server.ts'
import { systemBrowser } from '../../tools/browser.mjs'
import { ensureWebBuilt } from '../../tools/prepare.mjs'
import { median } from '../load.ts'

const [drivers, days, saved] = [60, 28, 200]
/** Milliseconds. */
const budgets = { opening: 500, frame: 12, saving: 300 }
const runs = 5
const firstDay = mondayOf(addDays(Date.now() / 1000, 14 * 7))

type Send = (path: string, body?: unknown) => Promise<{ data: { kuljettajat: { id: string }[]; tyoreitit: { id: string }[] }; id: string }>

async function signIn(address: string): Promise<Send> {
  const { clients } = await (await fetch(`${address}/config.json`)).json()
  const client_id = 'kuorma-yllapito'
  const form = { grant_type: 'password', client_id, client_secret: clients[client_id], username: 'yllapito', password }
  const { access_token } = await (await fetch(`${address}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })).json()
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  return async (path, body) => {
    const response = await fetch(
      `${address}${path}`,
      body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
    )
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

const calendar = `/api/tyovuoro?operation=OPERATION_GET_ALL_DATA&min=${firstDay}&max=${addDays(firstDay, days - 1)}`

/** 60 drivers with a shift on each of the 28 days. */
async function fillCalendar(send: Send): Promise<void> {
  const { data } = await send(calendar)
  for (let made = data.kuljettajat.length; made < drivers; made++)
    await send('/api/user', {
      ...{ name: `mittaus${made}`, mail: `mittaus${made}@esimerkki.fi`, user_roles: ['kuljettaja'], newPassword: password },
      profile_fields: { field_etunimi: 'Mitta', field_sukunimi: `Kuljettaja ${made}` },
    })
  const { data: all } = await send(calendar)
  const shifts = all.kuljettajat.slice(0, drivers).flatMap(({ id }, index) =>
    Array.from({ length: days }, (_, day) => ({
      ...{ id: randomUUID(), paiva: addDays(firstDay, day), kuljettaja: id },
      ...(day % 7 > 4 ? { tyyppi: 'VAPAA' } : { tyoreitti: [all.tyoreitit[index % all.tyoreitit.length]?.id] }),
    })),
  )
  const half = Math.ceil(shifts.length / 2)
  for (const part of [shifts.slice(0, half), shifts.slice(half)])
    await send('/api/tyovuoro', { operation: 'OPERATION_SAVE_MANY', tyovuorot: part })
}

/** 200 new shifts in one call, in weeks of their own. */
async function measureSaving(send: Send): Promise<number[]> {
  const { data } = await send(calendar)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const tyovuorot = Array.from({ length: saved }, (_, cell) => ({
      ...{ id: randomUUID(), tyyppi: 'TYOVUORO', kuljettaja: data.kuljettajat[cell % drivers]?.id },
      paiva: addDays(firstDay, days + 7 * run + Math.floor(cell / drivers)),
    }))
    const begun = performance.now()
    await send('/api/tyovuoro', { operation: 'OPERATION_SAVE_MANY', tyovuorot })
    times.push(performance.now() - begun)
  }
  return times
}

async function openBrowser(): Promise<Browser> {
  const executablePath = systemBrowser()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu'],
  })
}

async function signedIn(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, locale: 'fi-FI', viewport: { width: 1440, height: 900 } })
  await page.goto('/login')
  await page.getByLabel('Käyttäjätunnus tai sähköposti').fill('yllapito')
  await page.getByLabel('Salasana', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Kirjaudu', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  return page
}

/** From the change of the address, on another page, to the frame that shows the shifts, which are fetched in between. */
async function measureOpening(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    // Loads the screen's code, and forgets the data of the run before.
    await page.goto('/tyovuorot?viikot=1')
    await page.getByRole('grid').waitFor()
    await page.getByRole('link', { name: 'Autot', exact: true }).click()
    await page.getByRole('heading', { name: 'Autot', level: 1 }).waitFor()
    const time = await page.evaluate(
      async (address) => {
        const begun = performance.now()
        history.pushState({}, '', address)
        dispatchEvent(new PopStateEvent('popstate'))
        const isThere = () => document.querySelectorAll('[role=grid] [role=gridcell] [data-item]').length > 300
        while (!isThere()) await new Promise(requestAnimationFrame)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return performance.now() - begun
      },
      `/tyovuorot?viikot=4&alku=${dayOf(firstDay)}`,
    )
    times.push(time)
  }
  return times
}

type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number }

/** The busy time of the main thread in each frame while a shift is dragged over the calendar, in milliseconds. */
async function measureDragging(browser: Browser, page: Page): Promise<{ elapsed: number[]; processor: number[] }> {
  const devTools = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  devTools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const box = await page.locator('[role=grid] [role=gridcell]:has([data-type=drive])').nth(30).boundingBox()
  if (!box) throw new Error('The calendar shows no shift.')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 26)
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'] },
  })
  for (let step = 0; step < 240; step++) {
    await page.mouse.move(420 + ((step * 17) % 640), 420 + Math.round(180 * Math.sin(step / 12)))
    await page.waitForTimeout(12)
  }
  const ended = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve))
  await devTools.send('Tracing.end')
  await ended
  await page.keyboard.press('Escape')
  await page.mouse.up()
  // The page's main thread is the one that draws most frames.
  const drawn = Map.groupBy(
    events.filter(({ name }) => name === 'PrePaint'),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  const [main = '', begun = []] = [...drawn].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  const onMain = events.filter(({ pid, tid }) => `${pid} ${tid}` === main)
  const frames = begun.map(({ ts }) => ts).sort((a, b) => a - b)
  const tasks = onMain.filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
  if (frames.length < 60) throw new Error(`The trace has ${frames.length} frames.`)
  const busy = (of: (task: TraceEvent) => number) =>
    frames.slice(1).map((end, index) => {
      const begin = frames[index] ?? 0
      return tasks.filter(({ ts }) => ts >= begin && ts < end).reduce((sum, task) => sum + of(task) / 1000, 0)
    })
  return { elapsed: busy(({ dur = 0 }) => dur), processor: busy(({ tdur = 0 }) => tdur) }
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

function report(what: string, milliseconds: number, budget: number): void {
  const within = milliseconds < budget
  console.log(`${what}: ${milliseconds.toFixed(1)} ms (budget ${budget} ms)${within ? '' : ' – over'}`)
  if (!within) process.exitCode = 1
}

async function main(): Promise<void> {
  ensureWebBuilt()
  process.env.RATE_LIMIT_MULTIPLIER ??= '100'
  const servers = await openDemoServers()
  const browser = await openBrowser()
  try {
    const address = await servers.serverFor('bench')
    const send = await signIn(address)
    await fillCalendar(send)
    const page = await signedIn(browser, address)
    const opening = await measureOpening(page)
    console.log(`Opened in ${opening.map((time) => time.toFixed(0)).join(', ')} ms`)
    report(`Opening ${drivers} drivers × ${days} days, median`, median(opening), budgets.opening)
    const { elapsed, processor } = await measureDragging(browser, page)
    console.log(`${elapsed.length} frames; of the processor's time, 95th percentile ${p95(processor).toFixed(1)} ms`)
    report('Main thread in a frame while dragging, 95th percentile', p95(elapsed), budgets.frame)
    const saving = await measureSaving(send)
    console.log(`Saved in ${saving.map((time) => time.toFixed(0)).join(', ')} ms`)
    report(`Saving ${saved} shifts in one call, median`, median(saving), budgets.saving)
  } finally {
    await browser.close()
    await servers.stop()
  }
}

await main()
