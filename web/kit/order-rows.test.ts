import { describe, expect, test } from 'vitest'
import { crewOf, goodsText, progressOf, routeOf } from './order-rows.ts'
import { type ShipmentRow, shipmentRow } from './sample-order-row.ts'

const driver = { id: 'k1', name: 'Jari Virtanen' }
const spaces = (text: string): string => text.replace(/\s/g, ' ')

test('goods in words', () => {
  expect(spaces(goodsText({ tyyppi: 'rullakko', maara: 4, yksikkopaino: 120.5, kuvaus: '' }))).toBe('4 rullakkoa, 120,5 kg / kpl')
  expect(spaces(goodsText({ tyyppi: 'muu', maara: 1, yksikkopaino: 0, kuvaus: 'Suursäkki' }))).toBe('1 kolli, Suursäkki')
})

test('a route is the first line, and how many others there are', () => {
  expect(routeOf([shipmentRow({}), shipmentRow({}), shipmentRow({ toTown: 'Hamina' })])).toEqual({ from: 'Lahti', to: 'Kotka', more: 1 })
  expect(routeOf([])).toEqual({ from: '', to: '', more: 0 })
})

describe('crew', () => {
  test('a live line without a driver is missing one', () => {
    expect(crewOf([shipmentRow({ driver }), shipmentRow({})])).toEqual({ drivers: [driver], cars: [], missing: true })
  })
  test('a cancelled line needs nobody, and who drove the delivered ones is told once', () => {
    const done = { live: false, state: 'toimitettu', driver } as const
    expect(crewOf([shipmentRow(done), shipmentRow(done), shipmentRow({ live: false, state: 'peruutettu' })])).toEqual({
      drivers: [driver],
      cars: [],
      missing: false,
    })
  })
})

describe('progress', () => {
  const of = (...states: ShipmentRow['state'][]) =>
    progressOf({ state: 'kuljetuksessa', lines: states.map((state) => shipmentRow({ state })) })
  test.each([
    [['odottaa_noutoa', 'odottaa_noutoa'], 0],
    [['odottaa_noutoa', 'kuljetuksessa'], 1],
    [['kuljetuksessa', 'toimitettu', 'peruutettu'], 2],
    [['siirretty'], 2],
    // Told late before the pickup or after it: nothing is claimed.
    [['myohassa'], 0],
    [['myohassa', 'kuljetuksessa'], 1],
  ] as const)('%j is step %d', (states, step) => expect(of(...states)).toBe(step))
  test('a delivered order has come all the way', () => expect(progressOf({ state: 'laskutettu', lines: [] })).toBe(3))
})
