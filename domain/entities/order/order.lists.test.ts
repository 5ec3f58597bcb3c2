import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { dayOf, midnightOf } from '../../values/time/time.ts'
import type { Tilaus } from './order.entity.ts'
import {
  archivedOrders,
  archivePart,
  lateOrders,
  newestOldArchiveYear,
  type OrderFilter,
  oldArchivedOrders,
  openOrders,
  uninvoicedOrders,
} from './order.lists.ts'

const now = midnightOf('2026-03-10') + 9 * 3600

/** Whether the JSON:API would return the order for the filter. */
function holds(filter: OrderFilter, order: Tilaus): boolean {
  const row: Record<string, unknown> = order
  return Object.entries(filter).every(([field, expected]) => {
    const value = row[field]
    if (Array.isArray(expected)) return expected.includes(value)
    if (typeof expected !== 'object' || !('value' in expected)) return value === expected
    const number = Number(value)
    if (Array.isArray(expected.value)) return number >= Number(expected.value[0]) && number <= Number(expected.value[1])
    return expected.operator === '>=' ? number >= Number(expected.value) : number < Number(expected.value)
  })
}
const order = (values: Partial<Tilaus>) => blankRow('tilaus', values)
const done = (day: string, tilauksen_tila: 'toimitettu' | 'laskutettu' = 'laskutettu') =>
  order({ avoin: false, tilauksen_tila, timestamp_toimitettu: midnightOf(day) })

test('open and uninvoiced orders are listed', () => {
  expect(holds(openOrders, order({ tilauksen_tila: 'kuljetuksessa' }))).toBe(true)
  expect(holds(openOrders, order({ avoin: false }))).toBe(false)
  expect(holds(uninvoicedOrders, done('2026-03-01', 'toimitettu'))).toBe(true)
  expect(holds(uninvoicedOrders, done('2026-03-01'))).toBe(false)
})

describe('the archives', () => {
  test.each([
    ['2026-03-10', true, 0],
    ['2025-03-10', true, 0],
    ['2025-03-09', false, 2025],
    ['2025-01-01', false, 2025],
    ['2024-12-31', false, 2024],
  ])('an order delivered on %s', (day, inArchive, oldYear) => {
    expect(holds(archivedOrders(now), done(day))).toBe(inArchive)
    for (const year of [2023, 2024, 2025, 2026]) expect(holds(archivePart({ vuosi: year }, now), done(day))).toBe(year === oldYear)
  })

  test('every completed order is in exactly one of them, and open orders in neither', () => {
    const years = Array.from({ length: 8 }, (_, index) => 2020 + index)
    fc.assert(
      fc.property(
        fc.integer({ min: midnightOf('2020-01-01'), max: now }),
        fc.constantFrom('toimitettu' as const, 'laskutettu' as const),
        (at, state) => {
          const stored = order({ avoin: false, tilauksen_tila: state, timestamp_toimitettu: at })
          const lists = [archivedOrders(now), ...years.map((year) => archivePart({ vuosi: year }, now))]
          expect(lists.filter((filter) => holds(filter, stored))).toHaveLength(1)
          expect(lists.filter((filter) => holds(filter, { ...stored, tilauksen_tila: 'kuljetuksessa' }))).toEqual([])
        },
      ),
    )
  })

  test('a range of days, both ends included, limits an archive and never extends it', () => {
    const range = { alku: midnightOf('2025-03-01'), loppu: midnightOf('2025-03-10') }
    const found = (part: Parameters<typeof archivePart>[0]) =>
      ['2025-03-01', '2025-03-09', '2025-03-10', '2025-03-11'].filter((day) => holds(archivePart(part, now), done(day)))
    expect(found(range)).toEqual(['2025-03-10'])
    expect(found({ ...range, vuosi: 2025 })).toEqual(['2025-03-01', '2025-03-09'])
    expect(found({ ...range, tila: 'toimitettu' })).toEqual([])
    expect(holds(oldArchivedOrders(now), done('2025-03-09'))).toBe(true)
    expect(holds(oldArchivedOrders(now), done('2025-03-10'))).toBe(false)
  })

  test('the newest year of the old archive is known', () => {
    expect(newestOldArchiveYear(now)).toBe(2025)
    expect(newestOldArchiveYear(midnightOf('2026-01-01'))).toBe(2024)
    expect(newestOldArchiveYear(midnightOf('2026-01-02'))).toBe(2025)
  })

  test('a leap day is handled', () => {
    const leap = archivedOrders(midnightOf('2028-02-29'))
    expect(holds(leap, done('2027-02-28'))).toBe(true)
    expect(holds(leap, done('2027-02-27'))).toBe(false)
    expect(dayOf(midnightOf('2028-02-29'))).toBe('2028-02-29')
  })
})

test('late orders are open with a wished day in the past', () => {
  expect(holds(lateOrders(now), order({ toivottu_toimitus: midnightOf('2026-03-09') }))).toBe(true)
  expect(holds(lateOrders(now), order({ toivottu_toimitus: midnightOf('2026-03-10') }))).toBe(false)
  expect(holds(lateOrders(now), order({ toivottu_toimitus: 0 }))).toBe(false)
  expect(holds(lateOrders(now), order({ toivottu_toimitus: midnightOf('2026-03-09'), avoin: false }))).toBe(false)
})
