import { describe, expect, test } from 'vitest'
import { shipmentRow } from '#web/testing/sample-order-row.ts'
import { amountText } from './amount-text.ts'
import { driversAndCarsOf, goodsText, routeOf } from './order-rows.ts'

const driver = { id: 'k1', name: 'Jari Virtanen' }
const spaces = (text: string): string => text.replace(/\s/g, ' ')

test('formats goods', () => {
  expect(spaces(goodsText({ tyyppi: 'rullakko', maara: 4, yksikkopaino: 120.5, kuvaus: '' }))).toBe('4 rullakkoa, 120,5 kg / kpl')
  expect(spaces(goodsText({ tyyppi: 'muu', maara: 1, yksikkopaino: 0, kuvaus: 'Suursäkki' }))).toBe('1 kolli, Suursäkki')
})

test('formats hourly work as recorded, with its decimals', () => {
  const none = { aika: 0, matka: 0, maara: 0 }
  expect(spaces(amountText({ ...none, tyyppi: 'aika', aika: 90 }))).toBe('1 h 30 min')
  expect(spaces(amountText({ ...none, tyyppi: 'matka', matka: 12.5 }))).toBe('12,5 km')
  expect(spaces(amountText({ ...none, tyyppi: 'maara', maara: 2.25 }))).toBe('2,25 kpl')
  expect(amountText({ ...none, tyyppi: 'matka' })).toBe('')
})

test("a route is the first line's, with the number of other routes", () => {
  expect(routeOf([shipmentRow({}), shipmentRow({}), shipmentRow({ toTown: 'Hamina' })])).toEqual({ from: 'Lahti', to: 'Kotka', more: 1 })
  expect(routeOf([])).toEqual({ from: '', to: '', more: 0 })
})

describe('drivers and cars', () => {
  test('a live line without a driver is missing one', () => {
    expect(driversAndCarsOf([shipmentRow({ driver }), shipmentRow({})])).toEqual({ drivers: [driver], cars: [], missing: true })
  })
  test('a cancelled line needs no driver, and the driver of several delivered lines is listed once', () => {
    const done = { live: false, state: 'toimitettu', driver } as const
    expect(driversAndCarsOf([shipmentRow(done), shipmentRow(done), shipmentRow({ live: false, state: 'peruutettu' })])).toEqual({
      drivers: [driver],
      cars: [],
      missing: false,
    })
  })
})
