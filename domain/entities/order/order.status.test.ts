import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { midnightOf } from '../../values/time/time.ts'
import { type OrderState, orderStates, type ShipmentState, shipmentStates } from './order.states.ts'
import {
  type Audience,
  audienceOf,
  isLate,
  type Line,
  lineLateDays,
  lineStatus,
  orderBadge,
  orderLateDays,
  progressOf,
  type Status,
  statusLabels,
} from './order.status.ts'

const keys = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]
const now = midnightOf('2026-03-10') + 9 * 3600
const yesterday = midnightOf('2026-03-09')
const today = midnightOf('2026-03-10')
const line = (tila: ShipmentState, toivottu_toimitus = 0): Line => ({ tila, toivottu_toimitus })

test('every status has a label', () => {
  expect(statusLabels).toEqual({ ...shipmentStates, uusi: 'Odottaa noutoa', laskutettu: 'Laskutettu' })
})

describe('the shown-status rule', () => {
  // The table of rules/orders.md#shown-status, copied here: o = the order's own state, l = the line's. Columns uusi, kuljetuksessa, toimitettu, laskutettu.
  const table: Record<ShipmentState, string> = {
    odottaa_noutoa: 'oloo',
    kuljetuksessa: 'oloo',
    myohassa: 'oloo',
    toimitettu: 'oloo',
    odottaa_siirtoa: 'llll',
    siirto: 'llll',
    siirretty: 'llll',
    peruutettu: 'llll',
  }
  const transfers: readonly ShipmentState[] = ['odottaa_siirtoa', 'siirto', 'siirretty']
  const cells = keys(shipmentStates).flatMap((state) =>
    keys(orderStates).map((order, column) => ({ order, state, mark: table[state][column] })),
  )

  test.each(cells)('order $order, line $state', ({ order, state, mark }) => {
    const shown: Status = mark === 'o' ? order : state
    expect(lineStatus(order, state, 'staff')).toBe(shown)
    expect(lineStatus(order, state, 'customer')).toBe(transfers.includes(state) && mark === 'l' ? 'kuljetuksessa' : shown)
  })
})

test('the audience is staff for staff roles', () => {
  expect(audienceOf(['yllapito'])).toBe('staff')
  expect(audienceOf(['kuljettaja'])).toBe('staff')
  expect(audienceOf(['asiakas', 'asiakas_yllapito'])).toBe('customer')
  expect(audienceOf([])).toBe('customer')
})

describe('late', () => {
  test('when the wished day has ended in Helsinki', () => {
    const wishedDay = midnightOf('2026-03-29') // 23 hours long: the clocks go forward
    const nextDay = midnightOf('2026-03-30')
    expect(isLate(line('odottaa_noutoa', wishedDay), nextDay - 1)).toBe(false)
    expect(isLate(line('odottaa_noutoa', wishedDay), nextDay)).toBe(true)
    expect(isLate(line('odottaa_noutoa', wishedDay + 12 * 3600), nextDay - 1)).toBe(false)
    expect(isLate(line('odottaa_noutoa', 0), now)).toBe(false)
  })

  test.each(keys(shipmentStates))('%s', (state) => {
    expect(isLate(line(state, yesterday), now)).toBe(state !== 'toimitettu' && state !== 'peruutettu')
    expect(isLate(line(state, today), now)).toBe(false)
  })

  test.each([
    [line('odottaa_noutoa', yesterday), 1],
    [line('myohassa', midnightOf('2026-03-04')), 6],
    [{ tila: 'kuljetuksessa', toimituspaiva: yesterday } satisfies Line, 1],
    [line('toimitettu', yesterday), 0],
    [line('peruutettu', yesterday), 0],
    [line('kuljetuksessa', today), 0],
  ])('%j is late by %d days', (late, days) => expect(lineLateDays(late, now)).toBe(days))

  test('counts calendar days over a clock change', () => {
    expect(lineLateDays(line('kuljetuksessa', midnightOf('2026-03-28')), midnightOf('2026-03-30'))).toBe(2)
  })

  test('does not change the shown state', () => {
    expect(lineStatus('uusi', 'odottaa_noutoa', 'staff')).toBe('uusi')
    expect(lineStatus('kuljetuksessa', 'kuljetuksessa', 'customer')).toBe('kuljetuksessa')
    expect(lineStatus('laskutettu', 'toimitettu', 'customer')).toBe('laskutettu')
    expect(lineStatus('uusi', 'peruutettu', 'customer')).toBe('peruutettu')
    expect(lineStatus('kuljetuksessa', 'siirretty', 'customer')).toBe('kuljetuksessa')
  })
})

describe("an order's row", () => {
  const order = (tilauksen_tila: OrderState, toivottu_toimitus = 0) => ({ tilauksen_tila, toivottu_toimitus })
  type Shown = [state: Status, lateDays: number]

  test.each<[OrderState, Line[], ...Shown]>([
    ['uusi', [line('odottaa_noutoa')], 'uusi', 0],
    ['uusi', [line('odottaa_noutoa'), line('peruutettu')], 'uusi', 0],
    ['uusi', [line('odottaa_noutoa', yesterday)], 'uusi', 1],
    ['uusi', [line('peruutettu', yesterday)], 'peruutettu', 0],
    ['uusi', [], 'uusi', 0],
    ['kuljetuksessa', [line('kuljetuksessa')], 'kuljetuksessa', 0],
    ['kuljetuksessa', [line('kuljetuksessa', yesterday), line('odottaa_noutoa', midnightOf('2026-03-01'))], 'kuljetuksessa', 9],
    ['kuljetuksessa', [line('siirretty')], 'siirretty', 0],
    ['kuljetuksessa', [line('siirretty'), line('siirretty'), line('peruutettu')], 'siirretty', 0],
    ['kuljetuksessa', [line('siirretty'), line('toimitettu')], 'kuljetuksessa', 0],
    ['kuljetuksessa', [line('odottaa_noutoa'), line('toimitettu', yesterday)], 'kuljetuksessa', 0],
    ['kuljetuksessa', [line('odottaa_noutoa', yesterday), line('toimitettu')], 'kuljetuksessa', 1],
    ['kuljetuksessa', [line('myohassa'), line('kuljetuksessa')], 'myohassa', 0],
    ['toimitettu', [line('toimitettu', yesterday), line('peruutettu', yesterday)], 'toimitettu', 0],
    ['laskutettu', [line('toimitettu', yesterday)], 'laskutettu', 0],
    ['toimitettu', [], 'toimitettu', 0],
  ])('in state %s with lines %j shows %s, late by %d days', (state, lines, shown, lateDays) => {
    expect(orderBadge(order(state), lines, 'staff')).toBe(shown)
    expect(orderLateDays(order(state), lines, now)).toBe(lateDays)
  })

  test('without its lines uses its own wished day', () => {
    expect(orderLateDays(order('uusi', yesterday), [], now)).toBe(1)
    expect(orderLateDays(order('kuljetuksessa', today), [], now)).toBe(0)
    expect(orderLateDays(order('toimitettu', yesterday), [], now)).toBe(0)
  })

  test('never shows a customer a transfer state, and agrees with its only line', () => {
    const anyLine = fc.record({ tila: fc.constantFrom(...keys(shipmentStates)), toivottu_toimitus: fc.constantFrom(0, yesterday, today) })
    const audiences: Audience[] = ['staff', 'customer']
    fc.assert(
      fc.property(fc.constantFrom(...keys(orderStates)), fc.array(anyLine, { maxLength: 4 }), (state, lines) => {
        expect(['odottaa_siirtoa', 'siirto', 'siirretty']).not.toContain(orderBadge(order(state), lines, 'customer'))
        const [only, ...others] = lines
        if (only && others.length === 0 && state === 'kuljetuksessa') {
          for (const audience of audiences) expect(orderBadge(order(state), lines, audience)).toBe(lineStatus(state, only.tila, audience))
        }
      }),
    )
  })
})

describe('progress', () => {
  test.each([
    [['odottaa_noutoa', 'odottaa_noutoa'], 0],
    [['odottaa_noutoa', 'kuljetuksessa'], 1],
    [['kuljetuksessa', 'toimitettu', 'peruutettu'], 2],
    [['siirretty'], 2],
    // Reported late before or after the pickup: it does not count as picked up.
    [['myohassa'], 0],
    [['myohassa', 'kuljetuksessa'], 1],
  ] as const)('%j is step %d', (states, step) => expect(progressOf('kuljetuksessa', states)).toBe(step))
  test('a delivered order is at the last step', () => expect(progressOf('laskutettu', [])).toBe(3))
})
