import type { Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'
import { stopTime } from './page-time.ts'

/** Requests for the file are not answered until it is said to come; those made before that are never answered. */
async function stall(page: Page, file: string): Promise<() => void> {
  let comes = false
  await page.route(file, (route) => (comes ? route.continue() : undefined))
  return () => {
    comes = true
  }
}

test('a screen whose file never comes is given up after 120 seconds, and a press loads the page again', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/', expected: /PartNotLoaded: timeout/ })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const come = await stall(page, '**/assets/reports-*.js')
  await stopTime(page)
  await page.getByRole('link', { name: 'Raportit', exact: true }).click()
  await page.clock.runFor(119_000)
  await expect(page.getByRole('heading', { name: 'Sivua ei saatu ladattua' })).toBeHidden()
  await page.clock.runFor(2000)
  await expect(page.getByRole('heading', { name: 'Sivua ei saatu ladattua' })).toBeVisible()
  come()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Yritä uudelleen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Raportit' })).toBeVisible()
})

test('the app whose own part never comes says so, and a press loads it again', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/', expected: /PartNotLoaded: timeout/ })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.install()
  const come = await stall(page, '**/assets/signed-in-*.js')
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  await page.clock.runFor(121_000)
  await expect(page.getByRole('button', { name: 'Yritä uudelleen' })).toBeVisible()
  come()
  await page.getByRole('button', { name: 'Yritä uudelleen' }).click()
  await expect(page.getByRole('link', { name: 'Raportit', exact: true })).toBeVisible()
})
