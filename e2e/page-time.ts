// The page's time stands still, so that what lasts a moment in the app is seen however slow the machine is.
import { expect, type Page } from '@playwright/test'

/** From here on the page's timers run only within `passTime`, until `page.clock.resume()`. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

/** Lets the page's time pass until something holds: at most half a second of it, however long that takes. */
export async function passTime(page: Page, holds: () => Promise<boolean>): Promise<void> {
  let passed = 0
  await expect
    .poll(
      async () => {
        if (passed < 500) await page.clock.runFor(1)
        passed++
        return holds()
      },
      { intervals: [10] },
    )
    .toBe(true)
}
