import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { addMonths } from '#domain/values/time/time.ts'
import { expect, test } from './kuorma.ts'

const links = (page: Page): Locator => page.getByRole('link', { name: /^Tilaus T-/ })
const countOf = async (page: Page) => {
  const text = await page.getByText(/^[\d\s]+ riviä$/).textContent()
  return Number(text?.replace(/\D/g, ''))
}

test('a customer filters the archive by period and text, exports it, and finds last year’s orders by year', async ({ as }) => {
  const { page } = await as('asiakas', { at: '/arkisto' })
  await test.step('the file holds exactly the rows of the list', async () => {
    await expect(links(page).first()).toBeVisible()
    const all = await countOf(page)
    await page.getByRole('combobox', { name: 'Aika' }).click()
    // The previous month: the current one may have started today and be empty.
    await page.getByRole('option').nth(2).click()
    await expect(page).toHaveURL(/aika=\d{4}-\d{2}/)
    await expect.poll(() => countOf(page)).toBeLessThan(all)
    // Hourly jobs have no route.
    const routes = await page.locator('tbody[data-row] td:nth-child(7)').allTextContents()
    const towns = routes.flatMap((route) => route.match(/[A-ZÅÄÖ][a-zåäö]+/g) ?? [])
    const timesOf = (town: string) => towns.filter((other) => other === town).length
    const [town = ''] = towns.toSorted((a, b) => timesOf(a) - timesOf(b))
    const inMonth = await countOf(page)
    await page.getByRole('searchbox').fill(town)
    await expect(page).toHaveURL(/haku=/)
    await expect.poll(() => countOf(page)).toBeLessThan(inMonth)
    const shown = await countOf(page)
    expect(shown).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Lataa', exact: true }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^arkisto-\d{4}-\d{2}-\d{2}\.csv$/)
    const rows: string[][] = parse(await readFile(await download.path(), 'utf8'), { bom: true, delimiter: ';' })
    const [headings, ...orders] = rows
    expect(headings).not.toContain('Kuljettaja')
    expect(orders).toHaveLength(shown)
    const numbers = (await links(page).allTextContents()).slice(0, shown)
    expect(orders.slice(0, numbers.length).map(([number]) => number)).toEqual(numbers)
  })
  await test.step('a year later the orders are in the old archive, by year', async () => {
    await page.goto('/arkisto-old')
    await expect(page.getByText('Vanhassa arkistossa ei ole tilauksia')).toBeVisible()
    const now = Math.floor(Date.now() / 1000)
    await page.clock.setFixedTime(addMonths(now, 13) * 1000)
    await page.goto('/arkisto-old')
    const years = page.getByRole('group', { name: 'Näkymät' })
    await expect(years.getByRole('button', { name: /^20\d\d/ }).first()).toHaveAttribute('aria-pressed', 'true')
    await expect(links(page).first()).toBeVisible()
  })
})

test('the scroll bar jumps to the end of the archive, and the position is kept after an order was opened', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/arkisto' })
  await expect(links(page).first()).toBeVisible()
  const count = await countOf(page)
  expect(count).toBeGreaterThan(150)
  await test.step('printed while rows are being fetched, the list counts only the fetched rows', async () => {
    const list = '**/jsonapi/tilaus_entity/**'
    await page.route(list, () => undefined)
    const rowHeight = 40
    await page.getByRole('region', { name: 'Arkisto' }).evaluate((region, top) => region.scrollTo({ top }), 95 * rowHeight)
    await expect(page.locator('tbody[data-index="99"][data-row]')).toBeInViewport()
    await expect(page.locator('tbody[data-index="100"]:not([data-row])')).toBeVisible()
    // Dispatched as a browser does when printing: after a mere change of the medium, the list would be notified only at its full length.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(page.locator('tbody[data-index]:not([data-row])')).toHaveCount(0)
    const printed = await page.locator('tbody[data-row]').count()
    await expect(page.getByText(new RegExp(`^Tulosteessa on ${printed} riviä listan ${count} rivistä`))).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.unroute(list)
    await page.reload()
    await expect(links(page).first()).toBeVisible()
  })
  await page.getByRole('region', { name: 'Arkisto' }).evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  const last = page.locator(`tr[aria-rowindex="${count + 1}"]`)
  await expect(last).toBeInViewport()
  await last.getByRole('link', { name: /^Tilaus/ }).click()
  await expect(page).toHaveURL(/\/tilaus\//)
  await page.goBack()
  await expect(last).toBeInViewport()
})
