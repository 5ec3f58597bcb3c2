import { describe, expect, test } from 'vitest'
import type { Change } from '../../model/define-entity.ts'
import type { Row } from '../../model/registry.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { isPricedByHand, isRepriced, isUnpriced, priceDay, requestOf } from './repricing.ts'

const change = <N extends 'tilaus' | 'lahetys' | 'tuntituote'>(name: N, after: Partial<Row<N>>, before: Partial<Row<N>> | null = {}) =>
  ({ before: before && blankRow(name, before), after: blankRow(name, { ...before, ...after }) }) as Change<Row<N>>
const none = { lahetykset: [], tuntituotteet: [] }
const lines = (after: Partial<Row<'lahetys'>>, before: Partial<Row<'lahetys'>> | null = {}) => ({
  ...none,
  lahetykset: [change('lahetys', after, before)],
})
const same = change('tilaus', {})

describe('an order has a typed price', () => {
  test.each([
    ['a price is typed', change('tilaus', { hinta: 50 }), none, true],
    ['a new one comes with a price', change('tilaus', { hinta: 50 }, null), none, true],
    ['its price is cleared', change('tilaus', { hinta: 0 }, { hinta: 50, hinta_kasin: true }), none, false],
    ['it was so before', change('tilaus', {}, { hinta: 50, hinta_kasin: true }), none, true],
    ['the calculator has priced it', change('tilaus', {}, { hinta: 50 }), lines({ hinta: 50, viesti: 'Ovi 3' }, { hinta: 50 }), false],
    ['a line’s price is typed', same, lines({ hinta: 9 }), true],
    ['one line’s price of two is typed', same, { ...none, lahetykset: [change('lahetys', {}), change('lahetys', { hinta: 9 })] }, true],
    ['a line’s price is cleared', same, lines({ hinta: 0 }, { hinta: 9 }), false],
    ['a job’s unit price is typed', same, { ...none, tuntituotteet: [change('tuntituote', { tuntituote_hinta: 9 })] }, true],
    ['nothing is typed', same, lines({ viesti: 'Ovi 3' }), false],
  ] as const)('when %s: %#', (_why, order, of, expected) => {
    expect(isPricedByHand(order, of)).toBe(expected)
  })
})

describe('an order is priced again', () => {
  test.each([
    ['a new line', same, lines({}, null), true],
    ['another address', same, lines({ toimitus_postinro: '33100' }), true],
    ['another amount', same, lines({ maara: 7 }), true],
    ['another amount of one of two', same, { ...none, lahetykset: [change('lahetys', {}), change('lahetys', { maara: 7 })] }, true],
    ['another day', same, lines({ toivottu_toimitus: 1_800_000_000 }), true],
    ['a cancelled line', same, lines({ tila: 'peruutettu' }), true],
    ['a removed line', same, lines({ status: 0 }), true],
    ['longer work', same, { ...none, tuntituotteet: [change('tuntituote', { aika: 600 })] }, true],
    ['a price that is cleared', change('tilaus', { hinta: 0 }, { hinta: 50 }), none, true],
    ['a line under way', same, lines({ tila: 'kuljetuksessa' }), false],
    ['another message', same, lines({ viesti: 'Ovi 3' }), false],
    ['a change of a cancelled line', same, lines({ maara: 7 }, { tila: 'peruutettu' }), false],
    ['a typed price', change('tilaus', { hinta_kasin: true }), lines({ maara: 7 }), false],
    ['an invoiced order', change('tilaus', {}, { tilauksen_tila: 'laskutettu' }), lines({ maara: 7 }), false],
    ['a rental', change('tilaus', {}, { tyyppi: 'vuokraus' }), lines({ maara: 7 }), false],
    ['a removed order', change('tilaus', { status: 0 }), lines({ status: 0 }), false],
  ] as const)('because of %s: %#', (_what, order, of, expected) => {
    expect(isRepriced(order, of)).toBe(expected)
  })
})

test.each([
  ['a stored one without a price', change('tilaus', { laskutus_viesti: 'Ovi 3' }), true],
  ['a new one', change('tilaus', {}, null), false],
  ['one with a price', change('tilaus', {}, { hinta: 50 }), false],
  ['a typed price', change('tilaus', { hinta: 50 }), false],
  ['one whose zero was typed', change('tilaus', {}, { hinta_kasin: true }), false],
  ['an invoiced one', change('tilaus', {}, { tilauksen_tila: 'laskutettu' }), false],
  ['a rental', change('tilaus', {}, { tyyppi: 'vuokraus' }), false],
  ['a removed one', change('tilaus', { status: 0 }), false],
] as const)('an order is unpriced: %s', (_what, order, expected) => {
  expect(isUnpriced(order)).toBe(expected)
})

test('the order’s day is its first wished day, otherwise the day of its creation; cancelled lines cost nothing', () => {
  const [made, soon, later] = ['2026-11-21', '2026-11-23', '2026-11-25'].map(midnightOf) as [number, number, number]
  expect(priceDay([0, later, soon], made)).toBe(soon)
  expect(priceDay([0], made + 50_000)).toBe(made)
  const of = requestOf(blankRow('tilaus', { created: made, asiakas: 'a1' }), {
    lahetykset: [
      change('lahetys', { id: 'l1', toivottu_toimitus: later }),
      change('lahetys', { id: 'l2', toivottu_toimitus: soon, tila: 'peruutettu' }),
    ],
    tuntituotteet: [change('tuntituote', { id: 't1' })],
  })
  expect(of).toMatchObject({ asiakas: 'a1', paiva: later, shipments: [{ id: 'l1' }], jobs: [{ id: 't1' }] })
})
