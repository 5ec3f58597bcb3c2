import { describe, expect, test } from 'vitest'
import { allFeatures, featuresWithout } from '../../model/features.ts'
import {
  hourlyStates,
  hourlyTransitions,
  orderStates,
  orderTransitions,
  type StateActor,
  shipmentStates,
  shipmentTransitionsOf,
  type Transition,
} from './order.states.ts'
import { allowedTransitions, hasWayBack, stateActorOf, statePath, transitionFault } from './order.transitions.ts'

/*
 * The tables of rules/orders.md#shipment-states, copied here: rows are the from-states, columns the to-states, cells the actors that may make the change:
 * Y yllapito, y yllapito with a reason, K the line's driver, k the driver with a reason, u the driver within ten minutes, A the customer.
 */
const shipmentTable = `
from            odottaa_noutoa odottaa_siirtoa siirto siirretty kuljetuksessa toimitettu myohassa peruutettu
odottaa_noutoa  .              YK              .      .         YK            .          YK       yA
odottaa_siirtoa .              .               YK     YK        Yu            .          .        y
siirto          .              .               .      YK        Yu            .          .        y
siirretty       .              .               .      .         YK            .          .        y
kuljetuksessa   Yu             YK              .      .         .             YK         YK       y
toimitettu      Yu             .               .      .         Yu            .          .        .
myohassa        .              YK              .      .         YK            YK         .        y
peruutettu      Y              .               .      .         Y             .          .        .
`
const hourlyTable = `
from            odottaa_noutoa kuljetuksessa toimitettu peruutettu
odottaa_noutoa  .              YK            .          yA
kuljetuksessa   Y              .             YK         y
toimitettu      .              Y             .          .
peruutettu      Y              .             .          .
`
const orderTable = `
from            uusi kuljetuksessa toimitettu laskutettu
uusi            .    .             .          .
kuljetuksessa   .    .             .          .
toimitettu      .    .             .          Y
laskutettu      .    .             y          .
`

type Cell = { from: string; to: string; marks: string }

function cellsOf(table: string): Cell[] {
  const [head = '', ...rows] = table.trim().split('\n')
  const targets = head.split(/\s+/).slice(1)
  return rows.flatMap((row) => {
    const [from = '', ...marks] = row.split(/\s+/)
    return targets.map((to, index) => ({ from, to, marks: marks[index] ?? '' }))
  })
}

const minutes = (count: number) => count * 60
const now = 1_790_000_000
const letters: Record<StateActor, { free: string; reasoned: string; undo: string }> = {
  yllapito: { free: 'Y', reasoned: 'y', undo: '' },
  kuljettaja: { free: 'K', reasoned: 'k', undo: 'u' },
  asiakas: { free: 'A', reasoned: '', undo: '' },
}
const has = (marks: string, letter: string) => letter !== '' && marks.includes(letter)

function walk<S extends string>(labels: Readonly<Record<S, string>>, transitions: readonly Transition<S>[], table: string) {
  const cells = cellsOf(table)
  const isState = (text: string): text is S => text in labels

  test('has a cell for every pair of states', () => {
    const states = Object.keys(labels)
    expect(cells.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(
      states.flatMap((from) => states.map((to) => `${from} ${to}`)).sort(),
    )
    expect(cells.every(({ marks }) => /^(\.|[YyKkuA]+)$/.test(marks))).toBe(true)
  })

  const everyCell = cells.flatMap((cell) => (Object.keys(letters) as StateActor[]).map((actor) => ({ ...cell, actor })))
  test.each(everyCell)('$from → $to by $actor', ({ from, to, marks, actor }) => {
    if (!isState(from) || !isState(to)) throw new Error('no such state')
    const letter = letters[actor]
    const refused = `Tilaa ei voi vaihtaa: ${labels[from]} → ${labels[to]}`
    const fault = (since: number, reason: string) => transitionFault(transitions, labels, { from, to, actor, now, since, reason })
    const [soon, late] = [now - minutes(10), now - minutes(10) - 1]

    const always = has(marks, letter.free) || has(marks, letter.reasoned)
    const needsReason = has(marks, letter.reasoned)
    const expected = (allowed: boolean, reason: string) => (!allowed ? refused : needsReason && reason === '' ? 'Kerro syy.' : null)
    for (const reason of ['', 'Asiakas soitti']) {
      expect(fault(soon, reason)).toBe(expected(always || has(marks, letter.undo), reason))
      expect(fault(late, reason)).toBe(expected(always, reason))
    }
    // The buttons of a screen are exactly the transitions that the table allows.
    const buttons = allowedTransitions(transitions, { from, actor, now, since: late }).filter((transition) => transition.to === to)
    expect(buttons).toHaveLength(always ? 1 : 0)
    // This transition undoes the opposite one.
    expect(hasWayBack(transitions, { from: to, to: from, actor, now })).toBe(has(marks, letter.free) || has(marks, letter.undo))
  })
}

describe('a shipment', () => walk(shipmentStates, shipmentTransitionsOf(allFeatures), shipmentTable))
describe('a shipment while transfers to terminals are switched off', () =>
  walk(
    shipmentStates,
    shipmentTransitionsOf(featuresWithout(['siirto_terminaaliin'])),
    // No new transfer can start; a transfer that has started can be finished.
    shipmentTable.replace(/^(\S+ +\S+ +)YK/gm, '$1. '),
  ))
describe('an hourly job', () => walk(hourlyStates, hourlyTransitions, hourlyTable))
describe('an order', () => walk(orderStates, orderTransitions, orderTable))

describe('the role in which a person acts', () => {
  test.each([
    [['yllapito'], 'yllapito'],
    [['yllapito', 'kuljettaja', 'asiakas'], 'yllapito'],
    [['kuljettaja'], 'kuljettaja'],
    [['asiakas', 'asiakas_yllapito'], 'asiakas'],
    [['huolto'], null],
    [['huolto', 'kuljettaja'], 'kuljettaja'],
  ] as const)('%j is %s', (roles, actor) => {
    expect(stateActorOf({ roles, userId: 'u' })).toBe(actor)
  })

  test('a driver who is also a customer acts as the driver only of lines assigned to them', () => {
    const both = { roles: ['kuljettaja', 'asiakas'], userId: 'u' } as const
    expect(stateActorOf(both, { kuljettaja: 'u' })).toBe('kuljettaja')
    expect(stateActorOf(both, { kuljettaja: 'v' })).toBe('asiakas')
    expect(stateActorOf(both, { kuljettaja: null })).toBe('asiakas')
  })
})

test('a path leads along the table to the wanted state, by the fewest steps', () => {
  const path = (from: keyof typeof shipmentStates, to: keyof typeof shipmentStates, actor: StateActor = 'yllapito') =>
    statePath(shipmentTransitionsOf(allFeatures), { from, to, actor })
  expect(path('kuljetuksessa', 'kuljetuksessa')).toEqual([])
  expect(path('peruutettu', 'toimitettu')).toEqual(['kuljetuksessa', 'toimitettu'])
  expect(path('odottaa_noutoa', 'siirretty')).toEqual(['odottaa_siirtoa', 'siirretty'])
  expect(path('toimitettu', 'myohassa')).toEqual(['kuljetuksessa', 'myohassa'])
  expect(path('toimitettu', 'kuljetuksessa', 'asiakas')).toBeNull()
})
