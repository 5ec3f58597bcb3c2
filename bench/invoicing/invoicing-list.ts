// In Chromium: the list of uninvoiced orders opens, prices are typed into it, and the screen of reports opens.
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { openBrowser, signedIn } from '../browser.ts'
import type { Server } from '../servers.ts'
import { mainThreadByFrame } from './main-thread.ts'

/** Milliseconds: from the click until rows are there, and the main thread's part of each frame while prices are typed. */
export type ListFigures = { opened: number; frames: number; busy95: number; busiest: number; reports: number }

const edits = 12
const rows = '[data-scroll-restoration-id=list] tbody[data-row]'

/** From the click of a link until what it opens is drawn, by the page's own clock. */
async function opening(page: Page, link: RegExp, drawn: string): Promise<number> {
  await page.evaluate((selector) => {
    const opened = new Promise<number>((resolve) => {
      document.addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () => {
            if (document.querySelector(selector) === null) return requestAnimationFrame(look)
            setTimeout(() => resolve(performance.now() - timeStamp))
          }
          requestAnimationFrame(look)
        },
        { once: true, capture: true },
      )
    })
    Object.assign(window, { opened })
  }, drawn)
  await page.getByRole('link', { name: link }).first().click()
  return page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened)
}

const priceCells = (page: Page): Locator => page.locator(`${rows} td[data-numeric]:last-child button:not([aria-haspopup])`)

/** The middle of each cell: to find the cells while prices are typed would take a third of the page's main thread. */
async function placesOfPrices(page: Page): Promise<{ x: number; y: number }[]> {
  const boxes = await Promise.all(Array.from({ length: edits }, (_, row) => priceCells(page).nth(row).boundingBox()))
  return boxes.flatMap((box) => (box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : []))
}

async function typePrices(page: Page, places: readonly { x: number; y: number }[]): Promise<void> {
  for (const [row, { x, y }] of places.entries()) {
    // As a hand does it: the pointer is there before the button goes down, and the button is not released at once.
    await page.mouse.move(x, y)
    await pause(60)
    await page.mouse.down()
    await pause(60)
    await page.mouse.up()
    await pause(60)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(`${100 + row},5`, { delay: 60 })
    await page.keyboard.press('Enter')
    await pause(500)
  }
}

/** Throws unless each typed price is in its cell. */
async function findPrices(page: Page): Promise<void> {
  for (let row = 0; row < edits; row++)
    await priceCells(page)
      .nth(row)
      .filter({ hasText: `${100 + row},50` })
      .waitFor()
}

export async function measureInvoicingList({ address }: Server): Promise<ListFigures> {
  const browser = await openBrowser()
  try {
    const page = await signedIn(browser, address, 'yllapito')
    await page.waitForTimeout(1500)
    const first = await opening(page, /^Laskutus\b/, rows)
    await page.getByRole('link', { name: 'Raportit', exact: true }).first().click()
    await page.waitForTimeout(1500)
    await page.reload()
    await page.waitForTimeout(1500)
    const opened = await opening(page, /^Laskutus\b/, rows)
    console.log(`The list of uninvoiced orders opens in ${first.toFixed(0)} ms, again in ${opened.toFixed(0)} ms`)
    const places = await placesOfPrices(page)
    const busy = (await mainThreadByFrame(browser, page, () => typePrices(page, places))).toSorted((a, b) => a - b)
    await findPrices(page)
    const at = (share: number) => busy[Math.min(busy.length - 1, Math.floor(busy.length * share))] ?? 0
    console.log(
      `${edits} prices typed: ${busy.length} frames, the main thread busy ${at(0.5).toFixed(1)} ms (median), ${at(0.95).toFixed(1)} ms (p95), ${at(1).toFixed(1)} ms at most`,
    )
    const reports = await opening(page, /^Raportit/, 'main table tbody tr')
    console.log(`Reports open in ${reports.toFixed(0)} ms`)
    // The first visit also loads the screen's script.
    return { opened, frames: busy.length, busy95: at(0.95), busiest: at(1), reports }
  } finally {
    await browser.close()
  }
}
