// The shift calendar with 60 drivers × 28 days: `node bench/planning/shift-calendar.ts`, or as a part of the whole run. Opening, the main thread while
// a shift is dragged (from the browser's trace), and saving 200 cells in one call.
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { addDays, dayOf, mondayOf } from '../../domain/values/time/time.ts'
import { openDemoServers, password } from '../../e2e/demo-server.ts'
import { ensureWebBuilt } from '../../tools/prepare.mjs'
import { openBrowser } from '../browser.ts'
import budgets from '../budgets.json' with { type: 'json' }
import { mainThreadByFrame } from '../invoicing/main-thread.ts'
import { median } from '../load.ts'

const [drivers, days, saved] = [60, 28, 200]
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

/** 200 new shifts with routes, of which each takes its car and hours, in one call and in weeks of their own. */
async function measureSaving(send: Send): Promise<number[]> {
  const { data } = await send(calendar)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const tyovuorot = Array.from({ length: saved }, (_, cell) => ({
      ...{
        id: randomUUID(),
        kuljettaja: data.kuljettajat[cell % drivers]?.id,
        tyoreitti: [data.tyoreitit[cell % data.tyoreitit.length]?.id],
      },
      paiva: addDays(firstDay, days + 7 * run + Math.floor(cell / drivers)),
    }))
    const begun = performance.now()
    await send('/api/tyovuoro', { operation: 'OPERATION_SAVE_MANY', tyovuorot })
    times.push(performance.now() - begun)
  }
  return times
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

/** The main thread's own time for each frame while a shift is dragged over the calendar, in milliseconds. */
async function measureDragging(browser: Browser, page: Page): Promise<number[]> {
  const box = await page.locator('[role=grid] [role=gridcell]:has([data-type=drive])').nth(30).boundingBox()
  if (!box) throw new Error('The calendar shows no shift.')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 26)
  const frames = await mainThreadByFrame(browser, page, async () => {
    for (let step = 0; step < 240; step++) {
      await page.mouse.move(420 + ((step * 17) % 640), 420 + Math.round(180 * Math.sin(step / 12)))
      await page.waitForTimeout(12)
    }
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  if (frames.length < 60) throw new Error(`The trace has ${frames.length} frames.`)
  return frames
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

/** Milliseconds: medians of opening and saving, and the 95th percentile of the main thread's time in a frame while dragging. */
export type ShiftCalendarFigures = { opening: number; frame: number; saving: number }

/** With servers of its own, of the demo company with more drivers. The web app must be built. */
export async function measureShiftCalendar(): Promise<ShiftCalendarFigures> {
  process.env.RATE_LIMIT_MULTIPLIER ??= '100'
  const servers = await openDemoServers()
  const browser = await openBrowser()
  try {
    const address = await servers.serverFor('bench')
    const send = await signIn(address)
    await fillCalendar(send)
    const page = await signedIn(browser, address)
    const opening = await measureOpening(page)
    const frames = await measureDragging(browser, page)
    const saving = await measureSaving(send)
    const text = (times: readonly number[]) => times.map((time) => time.toFixed(0)).join(', ')
    console.log(`The calendar opened in ${text(opening)} ms, saved in ${text(saving)} ms; ${frames.length} frames while dragging`)
    return { opening: median(opening), frame: p95(frames), saving: median(saving) }
  } finally {
    await browser.close()
    await servers.stop()
  }
}

if (import.meta.main) {
  ensureWebBuilt()
  const found = await measureShiftCalendar()
  const { calendarOpenMilliseconds: opening, calendarFrameMilliseconds: frame, calendarSaveMilliseconds: saving } = budgets
  const lines = [
    [`opening ${drivers} drivers × ${days} days, median`, found.opening, opening],
    ['main thread in a frame while dragging, 95th percentile', found.frame, frame],
    [`saving ${saved} shifts in one call, median`, found.saving, saving],
  ] as const
  for (const [what, milliseconds, budget] of lines) {
    console.log(`${what}: ${milliseconds.toFixed(1)} ms (at most ${budget} ms)`)
    if (milliseconds > budget) process.exitCode = 1
  }
}
