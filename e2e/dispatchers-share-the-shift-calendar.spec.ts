import type { Locator, Page } from '@playwright/test'
import { publicHolidays } from '#domain/values/time/public-holidays.ts'
import { addDays, dayOf, mondayOf } from '#domain/values/time/time.ts'
import { expect, test } from './kuorma.ts'

/** A week without holidays that the demo company has not planned yet, each test its own. */
function freeWeek(which: number): string {
  const mondays = Array.from({ length: 12 }, (_, week) => mondayOf(addDays(Date.now() / 1000, (week + 4) * 7)))
  const free = mondays.filter((monday) => publicHolidays(monday, addDays(monday, 6)).length === 0)
  return dayOf(free[which] ?? 0)
}

const addressOf = (which: number): string => `/tyovuorot?alku=${freeWeek(which)}&viikot=1`
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Työvuorot' })
const cellsOf = (page: Page, name: string): Locator => grid(page).getByRole('gridcell', { name: new RegExp(`^${name}, `) })
const firstDriver = async (page: Page): Promise<string> =>
  (await grid(page).getByRole('rowheader').locator('[title]').first().textContent()) ?? ''

async function centre(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('what one dispatcher changes, the other sees at once, marked as changed', async ({ as }) => {
  const { page: one } = await as('yllapito', { at: addressOf(0) })
  const { page: two } = await as('yllapito2', { at: addressOf(0) })
  const name = await firstDriver(one)
  await expect(one.getByRole('status').filter({ hasText: /katselee$/ })).toBeVisible()
  await expect(cellsOf(two, name).first()).toHaveAccessibleName(/tyhjä/)
  await test.step('the tools stay on one line beside the heading, and the name is the title of the initials', async () => {
    await one.setViewportSize({ width: 1280, height: 800 })
    const [heading, publish] = [one.getByRole('heading', { level: 1 }), one.getByRole('button', { name: /^Julkaise/ })]
    const [line, button] = [await centre(heading), await centre(publish)]
    expect(Math.abs(line.y - button.y)).toBeLessThan(10)
    await expect(one.getByTitle(/^\S+ \S+ katselee$/)).toBeVisible()
  })
  await cellsOf(one, name).first().click()
  await one.keyboard.press('x')
  await expect(cellsOf(two, name).first()).toHaveAccessibleName(/Ei ajoa, julkaisematta, muuttunut klo \d+\.\d\d$/)
  await cellsOf(two, name)
    .first()
    .getByLabel(/^Muuttunut/)
    .hover()
  await expect(two.getByRole('tooltip')).toHaveText(/^Muuttunut: \S+ \S+, klo \d+\.\d\d: /)
  await expect(cellsOf(one, name).first()).toHaveAccessibleName(/Ei ajoa, julkaisematta$/)
  await expect(two.getByRole('status').filter({ hasText: /muokkaa$/ })).toBeVisible()

  await test.step('the other one goes on from there, and the first can no longer undo', async () => {
    await cellsOf(two, name).first().click()
    await two.keyboard.press('s')
    await expect(cellsOf(one, name).first()).toHaveAccessibleName(/Sairaslomalla, julkaisematta, muuttunut klo/)
    await one.keyboard.press('Control+z')
    await expect(one.getByRole('button', { name: 'Kumoa', exact: true }).first()).toBeDisabled()
    await expect(cellsOf(one, name).first()).toHaveAccessibleName(/Sairaslomalla/)
  })
})

test('a work route that nobody drives is dragged onto a driver, and stands above the calendar again once undone', async ({ as }) => {
  const { page } = await as('yllapito', { at: addressOf(1) })
  const name = await firstDriver(page)
  const [above, day] = [cellsOf(page, 'Ilman kuljettajaa').first(), cellsOf(page, name).nth(0)]
  await expect(above).toHaveAccessibleName(/: reitti .*, ei vuoroa/)
  await expect(cellsOf(page, 'Ilman kuljettajaa').nth(5), 'no route is driven on Saturdays').toHaveAccessibleName(/tyhjä/)
  const [, route = ''] = /: reitti (.+?),/.exec((await above.getAttribute('aria-label')) ?? '') ?? []
  const [from, to] = [await centre(above.locator('[data-item]').first()), await centre(day)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  await expect(day).toHaveAccessibleName(new RegExp(`Töissä, reitti ${route}, .*julkaisematta`))
  await expect(above).not.toHaveAccessibleName(new RegExp(`reitti ${route},`))
  await expect(page.getByText('Siirretty: 1 päivä')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(day).not.toHaveAccessibleName(/Töissä/)
  await expect(above).toHaveAccessibleName(new RegExp(`reitti ${route},`))
})
