import type { Locator, Page } from '@playwright/test'
import { formatDay } from '#domain/values/time/helsinki-clock.ts'
import { makePerson, operate, rowOf, shipmentIdsOf } from './api-data.ts'
import { expect, test } from './kuorma.ts'
import { orderByCall } from './order-form.ts'
import { nextWorkingDay } from './working-day.ts'

const dayInCalendar = (day: number): string => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('fi-FI', { timeZone: 'Europe/Helsinki', ...options }).format(day * 1000)
  return `${part({ day: 'numeric' }).replace('.', '')} ${part({ month: 'long' })} ${part({ year: 'numeric' })}`
}
const loadIn = (driver: Locator): Locator => driver.getByText(/^[\d\s]+(?:\/[\d\s]+)?kg$/).first()
async function openPanelAt(page: Page, day: number): Promise<Locator> {
  await page
    .getByRole('region', { name: 'Kuljettajat tänään' })
    .getByRole('button', { name: /^Päivä .*, vaihda$/ })
    .click()
  await page.getByRole('button', { name: dayInCalendar(day), exact: true }).click()
  return page.getByRole('region', { name: `Kuljettajat ${formatDay(day)}` })
}

test("a dispatcher drops orders on a driver of another day, sees them on that day's board, and takes them back", async ({ as, api }) => {
  const day = nextWorkingDay()
  const customer = await api('asiakas')
  const numbers = [
    (await orderByCall(customer, undefined, 'AJOPÄIVÄ-1')).number,
    (await orderByCall(customer, undefined, 'AJOPÄIVÄ-2')).number,
  ]
  const { page } = await as('yllapito', { at: '/tilaukset' })
  const { page: board } = await as('yllapito', { at: `/ajot?paiva=${day}` })
  await page.getByRole('searchbox', { name: /^Hae numerolla/ }).fill('AJOPÄIVÄ')
  const orders = numbers.map((number) => page.getByRole('row').filter({ has: page.getByRole('link', { name: `Tilaus ${number}` }) }))

  const card = (await openPanelAt(page, day)).getByRole('listitem').first()
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

type DriverBoard = { reitit: { id: string; pysahdykset: { lahetykset: string[] }[] }[] }

test('orders come to the shift they are dropped on, and an earlier drop is undone before a later one', async ({ as, api }) => {
  const day = nextWorkingDay()
  const [customer, admin] = [await api('asiakas'), await api('yllapito')]
  const ordered = [await orderByCall(customer, undefined, 'ILTAVUORO-1'), await orderByCall(customer, undefined, 'ILTAVUORO-2')]
  const [first, second] = await Promise.all(ordered.map(({ id }) => shipmentIdsOf(admin, id)))
  const other = await orderByCall(customer, undefined, 'VUOROTTA')
  const driver = await makePerson(admin, { name: 'kahden.vuoron', user_roles: ['kuljettaja'] })
  const withoutShift = await makePerson(admin, { name: 'ilman.vuoroa', user_roles: ['kuljettaja'] })
  const shifts = { morning: crypto.randomUUID(), evening: crypto.randomUUID() }
  const shift = (id: string, alkuaika: number) => ({
    op: 'add',
    data: {
      ...{ type: 'tyovuoro_entity--tyovuoro_entity', id },
      attributes: { tyyppi: 'TYOVUORO', tila: 'PUBLISHED', paiva: day, alkuaika, kesto: 150 },
      relationships: { kuljettaja: { data: { type: 'user--user', id: driver } } },
    },
  })
  await operate(admin, [shift(shifts.morning, 5 * 60 + 7), shift(shifts.evening, 19 * 60 + 7)])
  const given = (id: string | undefined) => ({
    op: 'update',
    data: {
      ...{ type: 'lahetys_entity--lahetys', id: id ?? '' },
      attributes: { toivottu_toimitus: day },
      relationships: { kuljettaja: { data: { type: 'user--user', id: withoutShift } } },
    },
  })
  await operate(admin, (await shipmentIdsOf(admin, other.id)).map(given))
  const worksOn = async (id: string): Promise<string[]> => {
    const { reitit } = await rowOf<DriverBoard>(admin, `/api/ajot?paiva=${day}`)
    const stops = reitit.find((route) => route.id === id)?.pysahdykset ?? []
    return [...new Set(stops.flatMap(({ lahetykset }) => lahetykset))].toSorted()
  }

  const { page } = await as('yllapito', { at: '/tilaukset' })
  await page.getByRole('searchbox', { name: /^Hae numerolla/ }).fill('ILTAVUORO')
  const rowOfOrder = (number: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: `Tilaus ${number}` }) })
  const [one, two] = ordered.map(({ number }) => number)
  const toast = (number: string | undefined) => page.getByRole('status').filter({ hasText: `${number}: ` })
  const panel = await openPanelAt(page, day)
  const cards = panel.getByRole('listitem').filter({ hasText: 'Veikko Vilén' })
  const evening = cards.filter({ hasText: '19.07' })
  await expect(cards.filter({ hasText: '5.07' })).toHaveCount(1)

  await test.step('both come to the evening, not to the first shift of the driver', async () => {
    for (const number of [one, two]) {
      await rowOfOrder(number ?? '').dragTo(evening)
      await expect(toast(number)).toContainText(formatDay(day))
    }
    expect([await worksOn(shifts.morning), await worksOn(shifts.evening)]).toEqual([[], [...(first ?? []), ...(second ?? [])].toSorted()])
  })
  await test.step('the earlier drop is taken back by its own toast, and then the later one by Ctrl Z', async () => {
    await toast(one).getByRole('button', { name: 'Kumoa' }).click()
    await expect(rowOfOrder(one ?? '')).toContainText('Ei kuljettajaa')
    expect(await worksOn(shifts.evening)).toEqual(second)
    await toast(two).hover()
    await page.keyboard.press('Control+z')
    await expect(rowOfOrder(two ?? '')).toContainText('Ei kuljettajaa')
    expect(await worksOn(shifts.evening)).toEqual([])
  })
  await test.step('without a shift the order gets the driver alone, and nothing else is promised', async () => {
    await rowOfOrder(one ?? '').hover()
    await page.mouse.down()
    await cards.filter({ hasText: 'Ei vuoroa' }).hover()
    await expect(cards.filter({ hasText: `+ ${one}` })).toContainText('vain kuljettaja')
    await page.mouse.up()
    await expect(toast(one)).toContainText(`${one}: Veikko Vilén.`)
    await expect(rowOfOrder(one ?? '')).toContainText('Vilén')
    expect([await worksOn(shifts.morning), await worksOn(shifts.evening)]).toEqual([[], []])
  })
})
