import { expect, test } from 'vitest'
import type { BoardRoute } from '#domain/features/planning-board/board.ts'
import { breachText, loadText } from '#web/features/planning-board/board-words.ts'
import { hourOf as at, sampleRoute as route, sampleBoard, sampleStop as stop } from '#web/testing/sample-board.ts'
import { indexOf } from './board-actions.ts'
import { neighbourOf } from './board-keys.ts'
import { linkedStops, spanOf, stepTarget, stopAfter, writtenHours } from './board-model.ts'

const board = (...reitit: BoardRoute[]) => sampleBoard(reitit)
const first = route('r1', [
  stop('a', 7, { tehty: true, lahetykset: ['x'] }),
  stop('b', 9),
  stop('c', 11, { tyyppi: 'toimitus', lahetykset: ['x'] }),
])

test('the board shows the usual hours, and more when a shift or a stop needs them, at most a day and a little', () => {
  expect(spanOf(board(first))).toEqual({ start: at(6), end: at(18) })
  expect(spanOf(board({ ...first, alku: at(4.5), paattyy: at(20.2) }))).toEqual({ start: at(4), end: at(21) })
  expect(spanOf(board({ ...first, paattyy: at(70) })).end).toBe(at(26))
  expect(spanOf(board({ ...first, alku: at(20), loppu: at(30.5), paattyy: at(29) })).end).toBe(at(31))
  expect(writtenHours({ start: at(6), end: at(18) }, 10).length).toBeLessThan(writtenHours({ start: at(6), end: at(18) }, 60).length)
})

test('what is dropped comes before the stop whose middle lies after it, and never before what is done', () => {
  expect([at(6), at(9.1), at(9.4), at(12)].map((moment) => stopAfter(first, moment))).toEqual(['b', 'b', 'c', null])
})

test('a step moves a stop past its neighbour, and not past what is done', () => {
  expect([stepTarget(first, 'b', -1), stepTarget(first, 'b', 1), stepTarget(first, 'c', -1), stepTarget(first, 'c', 1)]).toEqual([
    undefined,
    null,
    'b',
    undefined,
  ])
})

test('the pickup and the delivery of a shipment are linked', () => {
  expect([...linkedStops([first], new Set(['c']))]).toEqual(['a', 'c'])
  expect([...linkedStops([first], new Set(['b']))]).toEqual(['b'])
})

test('arrows lead along a row, and to the nearest stop of another driver', () => {
  const index = indexOf(board(first, route('r2', [stop('d', 8), stop('e', 12)]), route('r3', [])))
  const to = (kind: 'route' | 'stop' | 'work', id: string, key: string) => neighbourOf({ kind, id }, key, { index, free: ['w1', 'w2'] })
  expect([to('route', 'r1', 'ArrowRight'), to('stop', 'a', 'ArrowLeft'), to('stop', 'c', 'ArrowRight')]).toEqual(['a', 'r1', null])
  expect([to('stop', 'c', 'ArrowDown'), to('stop', 'e', 'ArrowDown'), to('route', 'r1', 'ArrowUp')]).toEqual(['e', 'r3', null])
  expect([to('work', 'w1', 'ArrowDown'), to('work', 'w2', 'ArrowDown')]).toEqual(['w2', null])
})

test('breaches are said in words', () => {
  const said = (laji: Parameters<typeof breachText>[0]['laji'], arvo: number) =>
    breachText({ laji, arvo, pysahdys: null }).replaceAll('\u00a0', ' ')
  expect([said('myohassa', 12), said('ylikuorma_kg', 220), said('lepoaika', 580), said('ylikuorma_lavat', 1.5)]).toEqual([
    '12 min myöhässä',
    'Ylikuorma +220 kg',
    'Lepoaika 9 h 40 min',
    'Lavapaikat ylittyvät +1,5',
  ])
})

test('a load of pallet places is not rounded to a full one', () => {
  expect([loadText(18.4, 18, 'lavaa'), loadText(1, 0, 'lavaa'), loadText(3, 0, 'lavaa'), loadText(820.4, 900, 'kg')]).toEqual([
    ...['18,4 / 18 lavaa', '1 lava', '3 lavaa', '820 / 900 kg'],
  ])
})
