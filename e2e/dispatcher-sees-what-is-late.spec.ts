import type { Locator, Page } from '@playwright/test'
import { expect, test } from './kuorma.ts'
import { orderByCall, trolley } from './order-form.ts'

const rowsOf = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Tilaus / }) })
const states = /Odottaa noutoa|Kuljetuksessa|Siirto terminaaliin|Siirrossa|Terminaalissa|Myöhässä/

/** Texts in a column that are truncated because they do not fit into their cells. */
const cutTexts = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) => {
    const cell = (element: Element) => element.closest('td')?.getBoundingClientRect()
    return elements.filter((element) => element.getBoundingClientRect().right > (cell(element)?.right ?? 0) + 0.5).map((e) => e.textContent)
  })

for (const width of [1280, 1440])
  test(`at ${width} px the list truncates no destination, and shows state and lateness separately`, async ({ as }) => {
    const { page } = await as('yllapito', { at: '/tilaukset?nakyma=myohassa' })
    await page.setViewportSize({ width, height: 900 })
    await expect(rowsOf(page).first()).toBeVisible()
    for (const text of await rowsOf(page).allInnerTexts()) {
      expect(text).toMatch(states)
      expect(text).toMatch(/\d+ pv|Myöhässä/)
    }
    await expect(
      rowsOf(page)
        .filter({ hasText: /Kuljetuksessa/ })
        .getByText(/^\d+ pv myöhässä$/)
        .first(),
    ).toBeAttached()
    await page.goto('/tilaukset')
    await expect(rowsOf(page).first()).toBeVisible()
    expect(await page.locator('[data-destination]').count()).toBeGreaterThan(10)
    expect(await cutTexts(page, '[data-destination]')).toEqual([])
  })

test('lateness is a separate filter beside the state', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaukset?tila=kuljetuksessa' })
  await expect(rowsOf(page).first()).toBeVisible()
  const all = await rowsOf(page).count()
  await page.getByRole('button', { name: 'Rajaa' }).click()
  await page.getByRole('button', { name: 'Myöhässä', exact: true }).click()
  await expect(page).toHaveURL(/tila=kuljetuksessa.*myohassa=/)
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(all)
  for (const text of await rowsOf(page).allInnerTexts()) expect(text).toMatch(/Kuljetuksessa[\s\S]*\d+ pv|Myöhässä/)
})

test('failed deliveries are listed first among the rows that need a decision', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/' })
  const failed = page.getByRole('img', { name: 'Toimitus ei onnistunut' })
  const decisions = page.getByRole('region', { name: 'Odottaa päätöstä' }).getByRole('listitem')
  await expect(decisions.first().and(decisions.filter({ has: failed }))).toBeVisible()
  await decisions
    .first()
    .getByRole('link', { name: /^Ratkaise/ })
    .click()
  await expect(page).toHaveURL(/\/tilaus\//)
  await page.goto('/tilaukset?nakyma=odottaa-paatosta')
  await expect(rowsOf(page).first()).toBeVisible()
  const marks = await rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => row.querySelector('[aria-label="Toimitus ei onnistunut"]') !== null),
  )
  expect(marks[0]).toBe(true)
  expect(marks).toEqual([...marks].sort((a, b) => Number(b) - Number(a)))
})

test('the page of an order names the view that it was opened from, and leads back to it', async ({ as }) => {
  const { page } = await as('yllapito', { at: '/tilaukset?nakyma=myohassa' })
  await rowsOf(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/tilaus\//)
  await page.getByRole('navigation', { name: 'Sijainti' }).getByRole('link', { name: 'Myöhässä' }).click()
  await expect(page).toHaveURL(/\/tilaukset\?nakyma=myohassa/)
})

test('a phone shows the stops of an order on a map too', async ({ as, api }) => {
  const { id } = await orderByCall(await api('asiakas'), [trolley], 'KARTTA-1')
  const { page } = await as('yllapito', { phone: true, at: `/tilaus/${id}` })
  await expect(page.getByLabel(/^Reitti kartalla: /)).toBeVisible()
})
