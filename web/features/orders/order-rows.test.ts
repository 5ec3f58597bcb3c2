import { describe, expect, test } from 'vitest'
import { shipmentRow } from '#web/testing/sample-order-row.ts'
import { amountText } from './amount-text.ts'
import { driversAndCarsOf, goodsText, routeOf } from './order-rows.ts'

const driver = { id: 'k1', name: 'Jari Virtanen' }
const spaces = (text: string): string => text.replace(/\s/g, ' ')

test('goods in words', () => {
  expect(spaces(goodsText({ tyyppi: 'rullakko', maara: 4, yksikkopaino: 120.5, kuvaus: '' }))).toBe('4 rullakkoa, 120,5 kg / kpl')
  expect(spaces(goodsText({ tyyppi: 'muu', maara: 1, yksikkopaino: 0, kuvaus: 'Suursäkki' }))).toBe('1 kolli, Suursäkki')
})

test('hourly work as it was told, to the decimal', () => {
  const none = { aika: 0, matka: 0, maara: 0 }
  expect(spaces(amountText({ ...none, tyyppi: 'aika', aika: 90 }))).toBe('1 h 30 min')
  expect(spaces(amountText({ ...none, tyyppi: 'matka', matka: 12.5 }))).toBe('12,5 km')
  expect(spaces(amountText({ ...none, tyyppi: 'maara', maara: 2.25 }))).toBe('2,25 kpl')
  expect(amountText({ ...none, tyyppi: 'matka' })).toBe('')
})

test('a route is the first line, and how many others there are', () => {
  expect(routeOf([shipmentRow({}), shipmentRow({}), shipmentRow({ toTown: 'Hamina' })])).toEqual({ from: 'Lahti', to: 'Kotka', more: 1 })
  expect(routeOf([])).toEqual({ from: '', to: '', more: 0 })
})

describe('drivers and cars', () => {
  test('a live line without a driver is missing one', () => {
    expect(driversAndCarsOf([shipmentRow({ driver }), shipmentRow({})])).toEqual({ drivers: [driver], cars: [], missing: true })
  })
  test('a cancelled line needs nobody, and who drove the delivered ones is told once', () => {
    const done = { live: false, state: 'toimitettu', driver } as const
    expect(driversAndCarsOf([shipmentRow(done), shipmentRow(done), shipmentRow({ live: false, state: 'peruutettu' })])).toEqual({
      drivers: [driver],
      cars: [],
      missing: false,
    })
  })
})
