import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { midnightOf } from '../../values/time.ts'
import { type OrderState, orderStates, type ShipmentState, shipmentStates } from './order.states.ts'
import {
  type Audience,
  audienceOf,
  isLate,
  type Line,
  lineBadge,
  lineStatus,
  orderBadge,
  progressOf,
  type Status,
  statusLabels,
} from './order.status.ts'

const keys = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]
const now = midnightOf('2026-03-10') + 9 * 3600
const yesterday = midnightOf('2026-03-09')
const today = midnightOf('2026-03-10')
const line = (tila: ShipmentState, toivottu_toimitus = 0): Line => ({ tila, toivottu_toimitus })

test('one table of words covers every status', () => {
  expect(statusLabels).toEqual({ ...shipmentStates, uusi: 'Uusi', laskutettu: 'Laskutettu' })
})

describe('the shown-status rule', () => {
  // SPEC section 4 by hand: o = the order's own state, l = the line's. Columns uusi, kuljetuksessa, toimitettu, laskutettu.
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

test('who is staff', () => {
  expect(audienceOf(['yllapito'])).toBe('staff')
  expect(audienceOf(['kuljettaja'])).toBe('staff')
  expect(audienceOf(['asiakas', 'asiakas_yllapito'])).toBe('customer')
  expect(audienceOf([])).toBe('customer')
})

describe('late', () => {
  test('when the wished day has ended in Helsinki', () => {
    const wish = midnightOf('2026-03-29') // 23 hours long: the clocks go forward
    const nextDay = midnightOf('2026-03-30')
    expect(isLate(line('odottaa_noutoa', wish), nextDay - 1)).toBe(false)
    expect(isLate(line('odottaa_noutoa', wish), nextDay)).toBe(true)
    expect(isLate(line('odottaa_noutoa', wish + 12 * 3600), nextDay - 1)).toBe(false)
    expect(isLate(line('odottaa_noutoa', 0), now)).toBe(false)
  })

  test.each(keys(shipmentStates))('%s', (state) => {
    expect(isLate(line(state, yesterday), now)).toBe(state !== 'toimitettu' && state !== 'peruutettu')
    expect(isLate(line(state, today), now)).toBe(false)
  })

  test('is what a badge shows, of hourly jobs too', () => {
    expect(lineBadge('uusi', line('odottaa_noutoa', yesterday), now, 'staff')).toBe('myohassa')
    expect(lineBadge('kuljetuksessa', { tila: 'kuljetuksessa', toimituspaiva: yesterday }, now, 'customer')).toBe('myohassa')
    expect(lineBadge('laskutettu', line('toimitettu', yesterday), now, 'customer')).toBe('laskutettu')
    expect(lineBadge('uusi', line('peruutettu', yesterday), now, 'customer')).toBe('peruutettu')
    expect(lineBadge('kuljetuksessa', line('siirretty', today), now, 'customer')).toBe('kuljetuksessa')
  })
})

describe("an order's row", () => {
  const badge = (order: OrderState, lines: Line[], audience: Audience = 'staff', toivottu_toimitus = 0) =>
    orderBadge({ tilauksen_tila: order, toivottu_toimitus }, lines, now, audience)

  test.each<[OrderState, Line[], Status]>([
    ['uusi', [line('odottaa_noutoa')], 'uusi'],
    ['uusi', [line('odottaa_noutoa'), line('peruutettu')], 'uusi'],
    ['uusi', [line('odottaa_noutoa', yesterday)], 'myohassa'],
    ['uusi', [line('peruutettu', yesterday)], 'peruutettu'],
    ['uusi', [], 'uusi'],
    ['kuljetuksessa', [line('kuljetuksessa')], 'kuljetuksessa'],
    ['kuljetuksessa', [line('siirretty')], 'siirretty'],
    ['kuljetuksessa', [line('siirretty'), line('siirretty'), line('peruutettu')], 'siirretty'],
    ['kuljetuksessa', [line('siirretty'), line('toimitettu')], 'kuljetuksessa'],
    ['kuljetuksessa', [line('odottaa_noutoa'), line('toimitettu', yesterday)], 'kuljetuksessa'],
    ['kuljetuksessa', [line('odottaa_noutoa', yesterday), line('toimitettu')], 'myohassa'],
    ['kuljetuksessa', [line('myohassa'), line('kuljetuksessa')], 'myohassa'],
    ['toimitettu', [line('toimitettu', yesterday), line('peruutettu', yesterday)], 'toimitettu'],
    ['laskutettu', [line('toimitettu', yesterday)], 'laskutettu'],
    ['toimitettu', [], 'toimitettu'],
  ])('%s with %j shows %s', (order, lines, expected) => {
    expect(badge(order, lines)).toBe(expected)
  })

  test('without its lines goes by the wish that the order keeps', () => {
    expect(badge('uusi', [], 'staff', yesterday)).toBe('myohassa')
    expect(badge('kuljetuksessa', [], 'staff', today)).toBe('kuljetuksessa')
    expect(badge('toimitettu', [], 'staff', yesterday)).toBe('toimitettu')
  })

  test('never tells a customer of a transfer, and agrees with its only line', () => {
    const anyLine = fc.record({ tila: fc.constantFrom(...keys(shipmentStates)), toivottu_toimitus: fc.constantFrom(0, yesterday, today) })
    const audiences: Audience[] = ['staff', 'customer']
    fc.assert(
      fc.property(fc.constantFrom(...keys(orderStates)), fc.array(anyLine, { maxLength: 4 }), (order, lines) => {
        expect(['odottaa_siirtoa', 'siirto', 'siirretty']).not.toContain(badge(order, lines, 'customer'))
        const [only, ...others] = lines
        if (only && others.length === 0 && order === 'kuljetuksessa') {
          for (const audience of audiences) expect(badge(order, lines, audience)).toBe(lineBadge(order, only, now, audience))
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
    // Told late before the pickup or after it: nothing is claimed.
    [['myohassa'], 0],
    [['myohassa', 'kuljetuksessa'], 1],
  ] as const)('%j is step %d', (states, step) => expect(progressOf('kuljetuksessa', states)).toBe(step))
  test('a delivered order has come all the way', () => expect(progressOf('laskutettu', [])).toBe(3))
})
