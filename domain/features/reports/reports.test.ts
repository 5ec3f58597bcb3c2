import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareEvenly } from '../../testing/share-evenly.ts'
import { sumEuros, toCents } from '../../values/money.ts'
import { addDays, dayOf, midnightOf } from '../../values/time/time.ts'
import { comparedMonths } from './months.ts'
import { type Figure, reportRows } from './report-rows.ts'
import { ageBounds } from './uninvoiced-age.ts'

test('shares lose no cent, and differ by at most one', () => {
  expect(shareEvenly(100, 3)).toEqual([34, 33, 33])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 1, max: 300 }), (cents, count) => {
      const shares = shareEvenly(cents, count)
      expect(shares).toHaveLength(count)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }),
  )
})

test('the compared months are whole ones in Helsinki, over clock changes and leap years', () => {
  const days = (month: string) => comparedMonths(month).map(({ start, end }) => [dayOf(start), dayOf(end - 1), (end - start) / 3600])
  expect(days('2028-03')).toEqual([
    ['2028-03-01', '2028-03-31', 31 * 24 - 1],
    ['2028-02-01', '2028-02-29', 29 * 24],
    ['2027-03-01', '2027-03-31', 31 * 24 - 1],
  ])
  expect(days('2027-01')[1]).toEqual(['2026-12-01', '2026-12-31', 31 * 24])
})

test('the age of an order counts days in Helsinki', () => {
  const now = midnightOf('2026-11-01') + 3600
  expect(ageBounds(now)).toEqual([addDays(now, -30), addDays(now, -14), addDays(now, -7)])
})

test('rows are ordered by the chosen month, and those that do not fit are one row: the rows add up to the total', () => {
  const figure = (id: string, sentit: number, kuukausi = 0): Figure => ({ id, nimi: id, kuukausi, maara: 1, sentit })
  const { rows, total } = reportRows([figure('a', 10), figure('b', 30), figure('b', 7, 2), figure('c', 5), figure('d', 0, 1)], 2)
  expect(rows.map(({ nimi, summat, maarat }) => [nimi, summat, maarat])).toEqual([
    ['b', [0.3, 0, 0.07], [1, 0, 1]],
    ['a', [0.1, 0, 0], [1, 0, 0]],
    ['Muut (2)', [0.05, 0, 0], [1, 1, 0]],
  ])
  expect(total.summat).toEqual([0.45, 0, 0.07])
  const figures = fc.array(
    fc.record({
      id: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
      nimi: fc.constant('x'),
      kuukausi: fc.integer({ min: 0, max: 2 }),
      maara: fc.integer({ min: 0, max: 50 }),
      sentit: fc.integer({ min: 0, max: 10_000_000 }),
    }),
  )
  fc.assert(
    fc.property(figures, fc.integer({ min: 1, max: 6 }), (some, max) => {
      const report = reportRows(some, max)
      for (const index of [0, 1, 2] as const) {
        const sum = some.filter(({ kuukausi }) => kuukausi === index).reduce((all, { sentit }) => all + sentit, 0)
        expect(toCents(report.total.summat[index])).toBe(sum)
        expect(toCents(sumEuros(report.rows.map(({ summat }) => summat[index])))).toBe(sum)
      }
    }),
  )
})

test('rows of equal sums follow the months before and then the name; what fits has no row of others', () => {
  const figure = (nimi: string, kuukausi: number, sentit: number): Figure => ({ id: nimi, nimi, kuukausi, maara: 1, sentit })
  const { rows, total } = reportRows([
    ...[
      figure('Ö', 0, 5),
      figure('Ä', 0, 5),
      figure('vuosi', 0, 5),
      figure('vuosi', 2, 1),
      figure('vuosi 2', 0, 5),
      figure('vuosi 2', 2, 9),
    ],
    ...[figure('kuu', 0, 5), figure('kuu', 1, 1), figure('kuu 2', 0, 5), figure('kuu 2', 1, 4), figure('kuu 2', 2, 1)],
    { ...figure('Ei asiakasta', 0, 1), id: null },
    { ...figure('Ei asiakasta', 1, 1), id: null },
  ])
  expect(rows.map(({ nimi }) => nimi)).toEqual(['kuu 2', 'kuu', 'vuosi 2', 'vuosi', 'Ä', 'Ö', 'Ei asiakasta'])
  expect([rows.at(-1)?.id, rows.at(-1)?.summat, total.nimi]).toEqual([null, [0.01, 0.01, 0], 'Yhteensä'])
})
