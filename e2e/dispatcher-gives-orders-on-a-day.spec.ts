import type { Locator } from '@playwright/test'
import { formatDay } from '#domain/values/time/helsinki-clock.ts'
import { expect, test } from './kuorma.ts'
import { orderByCall } from './order-form.ts'
import { nextWorkingDay } from './working-day.ts'

const dayInCalendar = (day: number): string => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('fi-FI', { timeZone: 'Europe/Helsinki', ...options }).format(day * 1000)
  return `${part({ day: 'numeric' }).replace('.', '')} ${part({ month: 'long' })} ${part({ year: 'numeric' })}`
}
const loadIn = (driver: Locator): Locator => driver.getByText(/^[\d\s]+(?:\/[\d\s]+)?kg$/).first()

test("a dispatcher drops orders on a driver of another day, sees them on that day's board, and takes them back", async ({ as }) => {
  const day = nextWorkingDay()
  const { page: customer } = await as('asiakas')
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const { page: board } = await as('yllapito', { at: `/ajot?paiva=${day}` })
  const numbers = [
    (await orderByCall(customer, undefined, 'AJOPÄIVÄ-1')).number,
    (await orderByCall(customer, undefined, 'AJOPÄIVÄ-2')).number,
  ]
  await page.getByRole('searchbox', { name: /^Hae numerolla/ }).fill('AJOPÄIVÄ')
  const orders = numbers.map((number) => page.getByRole('row').filter({ has: page.getByRole('link', { name: `Tilaus ${number}` }) }))

  const today = page.getByRole('region', { name: 'Kuljettajat tänään' })
  await today.getByRole('button', { name: /^Päivä .*, vaihda$/ }).click()
  await page.getByRole('button', { name: dayInCalendar(day), exact: true }).click()
  const card = page
    .getByRole('region', { name: `Kuljettajat ${formatDay(day)}` })
    .getByRole('listitem')
    .first()
  const driver = (await card.getByRole('strong').textContent()) ?? ''
  const row = board
    .locator('[data-route]')
    .filter({ has: board.locator(`[data-head][aria-label^="${driver},"]`) })
    .first()
  const before = (await loadIn(card).textContent()) ?? ''
  await expect(loadIn(row)).toHaveText(before)
  const stopsOf = (number: string) => row.getByRole('button', { name: new RegExp(`, ${number}\\b`) })

  await test.step('each order gets its stops on the shift of that day, and panel and board tell the same load', async () => {
    for (const [at, number] of numbers.entries()) {
      await orders[at]?.dragTo(card)
      const done = page.getByRole('status').filter({ hasText: `${number}: ${driver}, ` })
      await expect(done).toContainText(formatDay(day))
      await expect(stopsOf(number)).toHaveCount(2)
    }
    await expect(loadIn(card)).not.toHaveText(before)
    await expect(loadIn(row)).toHaveText((await loadIn(card).textContent()) ?? '')
  })
  await test.step('Ctrl Z takes the last order back, and then the one before it', async () => {
    for (const [at, number] of [...numbers.entries()].reverse()) {
      await page.keyboard.press('Control+z')
      await expect(stopsOf(number)).toHaveCount(0)
      await expect(orders[at] ?? page.locator('none')).toContainText('Ei kuljettajaa')
    }
    await expect(loadIn(card)).toHaveText(before)
    await expect(loadIn(row)).toHaveText(before)
  })
})
