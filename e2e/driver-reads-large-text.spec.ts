import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'

/** Twice the size of text on a narrow phone: nothing is wider than the screen, no button is cut, and all are reached by scrolling down. */
async function expectFits(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const cut = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'main button, main a, main h1, main h2, main h3, main p, main dd, main .mantine-Button-label',
      ),
    ]
    return controls
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect()
        const isCut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2
        return left < -1 || right > width + 1 || (getComputedStyle(one).overflowX !== 'visible' && isCut)
      })
      .map((one) => `${one.tagName} ${one.textContent}`)
  })
  expect(cut).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

test('the driver’s screens fit a narrow phone with text of twice the size', async ({ as }) => {
  const { page } = await as('kuljettaja', { phone: true })
  await page.setViewportSize({ width: 360, height: 780 })
  for (const path of ['/kuljettajan-etusivu', '/tilaukset', '/kuljettajan-tyovuorot', '/autot', '/dokumentit']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-hidden] .mantine-Skeleton-root')).toHaveCount(0)
      await expectFits(page)
    })
  }
  await test.step('the running day', async () => {
    await page.goto('/kuljettajan-etusivu')
    const start = page.getByRole('button', { name: /^Aloita päivä/ })
    const running = page.getByRole('region', { name: /^Käynnissä/ })
    await expect(start.or(running)).toBeVisible()
    if (await start.isVisible()) await start.click()
    await expect(running).toBeVisible()
    await expectFits(page)
  })
  await test.step('signing', async () => {
    await page.goto('/tilaukset')
    const sign = page.getByRole('button', { name: 'Kuittaa' }).first()
    await sign.click()
    await expect(page.getByLabel('Nimenselvennys')).toBeVisible()
    await expectFits(page)
  })
})
