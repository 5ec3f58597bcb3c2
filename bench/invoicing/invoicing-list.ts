// In Chromium: the list of uninvoiced orders opens, prices are typed into it, and the screen of reports opens.
import type { Page } from '@playwright/test'
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

async function typePrices(page: Page): Promise<void> {
  // By their column: to find them by their accessible name would take most of the main thread's time.
  const cells = page.locator(`${rows} td[data-numeric]:last-child button:not([aria-haspopup])`)
  for (let row = 0; row < edits; row++) {
    await cells.nth(row).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(`${100 + row},5`, { delay: 60 })
    await page.keyboard.press('Enter')
    await cells
      .nth(row)
      .filter({ hasText: `${100 + row},50` })
      .waitFor()
    await page.waitForTimeout(200)
  }
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
    const busy = (await mainThreadByFrame(browser, page, () => typePrices(page))).toSorted((a, b) => a - b)
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
