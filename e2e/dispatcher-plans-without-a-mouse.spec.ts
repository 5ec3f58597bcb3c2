import type { Locator, Page } from '@playwright/test'
import { reach, typeOver } from './keyboard.ts'
import { expect, expectAccessible, test } from './kuorma.ts'
import { nextWorkingDay } from './working-day.ts'

const board = `/ajot?paiva=${nextWorkingDay()}`
/** A driver with stops that are not done. */
const withStops = '[data-route]:has([data-stop]:not([data-done]) ~ [data-stop]:not([data-done]))'
const rowWithStops = (page: Page): Locator => page.locator(withStops).first()
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Kumoa', exact: true })
const freeOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Ilman kuljettajaa' }).getByRole('button')
const stopsOf = (row: Locator): Locator => row.locator('[data-stop]')
const orderOf = (row: Locator): Promise<(string | null)[]> =>
  stopsOf(row).evaluateAll((stops) => stops.map((stop) => stop.getAttribute('data-stop')))

test('by keyboard alone a dispatcher chooses, moves, locks, lengthens and takes stops, adds a break, and undoes and redoes it', async ({
  as,
}) => {
  const { page } = await as('yllapito', { at: board })
  const row = rowWithStops(page)
  await expect(row).toBeVisible()
  const head = row.locator('[data-head]')
  await reach(page, page.locator('[data-head]').first())
  await reach(page, head, { by: 'ArrowDown' })
  const before = await orderOf(row)
  await test.step('T adds a break, and the arrows reach it', async () => {
    await page.keyboard.press('t')
    await expect(stopsOf(row)).toHaveCount(before.length + 1)
    await expect(undo(page)).toBeEnabled()
    await expect(row.locator('[data-ghost]')).toHaveCount(0)
    await reach(page, stopsOf(row).last(), { by: 'ArrowRight', within: before.length + 1 })
  })
  await test.step('Shift and an arrow move it, and it keeps the focus', async () => {
    const added = await orderOf(row)
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => orderOf(row)).not.toEqual(added)
    await expect(page.locator('[data-stop]:focus')).toHaveAttribute('data-type', 'tauko')
  })
  await test.step('K sets its minutes, L locks it', async () => {
    await page.keyboard.press('k')
    const dialog = page.getByRole('dialog', { name: /^Pysähdyksen kesto/ })
    await expect(dialog.getByLabel('Kesto (min)')).toBeFocused()
    await expectAccessible(page, { within: '[role="dialog"]' })
    await typeOver(page, '30')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const pause = row.locator('[data-type=tauko]')
    await expect(pause).toBeFocused()
    await page.keyboard.press('l')
    await expect(pause).toHaveAccessibleName(/lukittu/)
  })
  await test.step('Ctrl Z undoes all of it, and Ctrl Shift Z does it again', async () => {
    for (const what of ['pysähdyksen lukitus', 'tauon kesto', 'järjestys', 'tauko']) {
      await page.keyboard.press('Control+z')
      await expect(page.getByRole('status').filter({ hasText: `Kumottu: ${what}` })).toBeVisible()
    }
    await expect.poll(() => orderOf(row)).toEqual(before)
    await page.keyboard.press('Control+Shift+z')
    await expect(stopsOf(row)).toHaveCount(before.length + 1)
  })
})

test('on a phone a stop is locked, lengthened and given to another driver from its menu, and it is undone', async ({ as }) => {
  const { page } = await as('yllapito', { at: board, phone: true })
  const menu = page.getByRole('button', { name: /^Toiminnot: Toimitus/ }).first()
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  const stop = menu.locator('xpath=ancestor::li')
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Lukitse' }).tap()
  await expect(stop).toContainText('lukittu')
  await undo(page).tap()
  await expect(stop).not.toContainText('lukittu')
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Anna toiselle' }).tap()
  const dialog = page.getByRole('dialog', { name: /^Anna kuljettaja/ })
  await expect(page.getByRole('option').first()).toBeVisible()
  // The open list covers neither the title nor the field.
  await dialog.getByRole('heading', { name: /^Anna kuljettaja/ }).click({ trial: true })
  await dialog.getByRole('combobox', { name: 'Kuljettaja' }).click({ trial: true })
})

test('on a phone free work stands above the drivers, is given to one by touch, and the toast leaves its buttons free', async ({ as }) => {
  const { page } = await as('yllapito', { at: board, phone: true })
  const free = freeOf(page)
  await expect(free.first()).toBeInViewport()
  const count = await free.count()
  await free.last().tap()
  const give = page.getByRole('button', { name: 'Anna kuljettaja' })
  await give.tap()
  await page.getByRole('option').first().tap()
  await expect(free).toHaveCount(count - 1)
  await undo(page).tap()
  await expect(free).toHaveCount(count)
  const toast = page.getByText(/^Kumottu: /)
  await expect(toast).toBeVisible()
  const tools = await give.boundingBox()
  await expect.poll(async () => ((await toast.boundingBox())?.y ?? 0) < (tools?.y ?? 0) - 20).toBe(true)
})

test('on a tablet free work is given, a stop moved within its route and to another driver, all by touch', async ({ as }) => {
  const { page } = await as('yllapito', { at: board, phone: true })
  await page.setViewportSize({ width: 1024, height: 768 })
  const free = freeOf(page)
  await expect(free.first()).toBeVisible()
  // The same row all along, also when it has no stops left. One without a break, which is nobody's work: another story may have left one.
  const whole = page.locator(`${withStops}:not(:has([data-type="tauko"]))`).first()
  const row = page.locator(`[data-route="${await whole.getAttribute('data-route')}"]`)
  const count = await free.count()
  await free.first().tap()
  await page.getByRole('button', { name: 'Anna kuljettaja' }).tap()
  await page.getByRole('option').first().tap()
  await expect(free).toHaveCount(count - 1)
  await expect(undo(page)).toBeEnabled()
  await expect(page.locator('[data-ghost]')).toHaveCount(0)

  const before = await orderOf(row)
  await row.locator('[data-stop]:not([data-done])').last().tap()
  await page.getByRole('button', { name: 'Aiemmaksi', exact: true }).tap()
  await expect.poll(() => orderOf(row)).not.toEqual(before)
  await page.getByRole('button', { name: 'Anna toiselle' }).tap()
  await page.getByRole('option').last().tap()
  await expect.poll(() => stopsOf(row).count()).toBeLessThan(before.length)
  for (const what of [/Kumottu: (?!järjestys)/, /Kumottu: järjestys/]) {
    await undo(page).tap()
    await expect(page.getByRole('status').filter({ hasText: what })).toBeVisible()
  }
  await expect.poll(() => orderOf(row)).toEqual(before)
})

test('at 1280 px nothing of the board is cut', async ({ as }) => {
  const { page } = await as('yllapito', { at: board })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.locator('[data-route]').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
  // Stops of the evening are reached by scrolling the hours.
  const cut = await page
    .getByRole('main')
    .locator('button:not([data-stop])')
    .evaluateAll((buttons) => buttons.filter((button) => button.getBoundingClientRect().right > 1280).map((button) => button.textContent))
  expect(cut).toEqual([])
})

test('a proposal leaves the board whole: its foot stands on the screen, and a phone scrolls nothing sideways', async ({ as }) => {
  const { page } = await as('yllapito', { at: board })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(freeOf(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Ehdota' }).click()
  await expect(page.getByRole('region', { name: 'Ehdotus' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('luku = lavapaikat tai kollit')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { level: 2 }).filter({ visible: true }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a proposal is shown as a ghost, rejected, accepted in part, and undone', async ({ as }) => {
  const { page } = await as('yllapito', { at: board })
  await expect(freeOf(page).first()).toBeVisible()
  const before = await freeOf(page).count()
  const rows = page.locator('[data-route]')
  const firstText = await rows.first().textContent()
  await page.getByRole('button', { name: 'Ehdota' }).click()
  const bar = page.getByRole('region', { name: 'Ehdotus' })
  await expect(bar).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('[data-ghost]').first()).toBeVisible()
  await bar.getByRole('button', { name: 'Hylkää' }).click()
  await expect(page.locator('[data-ghost]')).toHaveCount(0)
  await expect.poll(() => rows.first().textContent()).toBe(firstText)
  await expect(page.getByRole('button', { name: 'Ehdota' })).toBeFocused()

  await page.keyboard.press('e')
  await expect(bar).toBeVisible({ timeout: 30_000 })
  await bar.getByRole('button', { name: 'Valitse osa' }).click()
  const some = page.getByRole('checkbox', { name: /uusi tilaus|uutta tilausta/ })
  // Until its list has come, Esc rejects the proposal.
  await expect(some.first()).toBeVisible()
  const routes = await some.count()
  for (let at = 1; at < routes; at++) await some.nth(at).uncheck()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Hyväksy' }).click()
  await expect(bar).toBeHidden()
  await expect.poll(() => freeOf(page).count()).toBeLessThan(before)
  await undo(page).click()
  await expect(freeOf(page)).toHaveCount(before)
})

test('a refused change goes back to where it was, with a message', async ({ as }) => {
  const { page } = await as('yllapito', { at: board })
  const row = rowWithStops(page)
  await expect(row).toBeVisible()
  const before = await orderOf(row)
  let answer: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/ajot\?/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await waiting
    return route.fulfill({
      status: 422,
      json: { message: 'Pysähdys on lukittu.', errors: [{ field: 'ids', message: 'Pysähdys on lukittu.' }] },
    })
  })
  await stopsOf(row).first().focus()
  await page.keyboard.press('Shift+ArrowRight')
  // It stands at its new place before the server has answered.
  await expect.poll(() => orderOf(row)).not.toEqual(before)
  answer()
  await expect.poll(() => orderOf(row)).toEqual(before)
  await expect(page.getByText('Pysähdys on lukittu.')).toBeVisible()
})

test('what one dispatcher changes appears on the other’s board, marked', async ({ as }) => {
  const { page: first } = await as('yllapito', { at: board })
  const { page: second } = await as('yllapito2', { at: board })
  const row = (page: Page) => page.locator('[data-route]').first()
  await expect(row(second)).toBeVisible()
  const before = await orderOf(row(second))
  await row(first).locator('[data-head]').focus()
  await first.keyboard.press('t')
  await expect(stopsOf(row(second))).toHaveCount(before.length + 1)
  await expect(row(second).locator('[data-changed]').last()).toBeVisible()
})
