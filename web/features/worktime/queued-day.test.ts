import { expect, test } from 'vitest'
import { atTime, midnightOf } from '#domain/values/time/time.ts'
import { dayWithQueued, type TimedAction } from './queued-day.ts'

const monday = midnightOf('2026-11-23')
const at = (hours: number, minutes = 0) => atTime(monday, hours, minutes)
const car = { id: 'c1', rekisterinumero: 'ABC-123' }
const start = (time: number): TimedAction => ({
  id: `start ${time}`,
  at: time,
  car,
  input: { operation: 'POST_OPERATION_START_DAY', id: 'd1', auto: car.id, alkuaika: time },
})
const task = (tyyppi: 'AJO' | 'TAUKO' | 'MUU', time: number): TimedAction => ({
  id: `${tyyppi} ${time}`,
  at: time,
  car: null,
  input: { operation: 'POST_OPERATION_START_TASK', id: `${tyyppi} ${time}`, tyyppi, alkuaika: time },
})
const end = (time: number): TimedAction => ({
  id: `end ${time}`,
  at: time,
  car: null,
  input: { operation: 'POST_OPERATION_END_DAY', loppuaika: time },
})
const tasksAfter = (actions: readonly TimedAction[]) =>
  dayWithQueued(null, actions)?.tehtavat.map(({ tyyppi, alkuaika }) => [tyyppi, alkuaika])

test('a day that was started without a network has its car, its first task and whole minutes', () => {
  const day = dayWithQueued(null, [start(at(6) + 42)])
  expect(day).toMatchObject({
    id: 'd1',
    paiva: monday,
    alkuaika: at(6),
    loppuaika: 0,
    auto: car,
    tehtavat: [{ tyyppi: 'MUU', alkuaika: at(6) }],
  })
})

test('tasks take their places by their own times; one of the type that runs then changes nothing', () => {
  expect(tasksAfter([start(at(6)), task('AJO', at(7)), task('AJO', at(8)), task('TAUKO', at(6, 30))])).toEqual([
    ['MUU', at(6)],
    ['TAUKO', at(6, 30)],
    ['AJO', at(7)],
  ])
})

test('a task has the place that the driver allowed before it is sent', () => {
  const drive: TimedAction = {
    ...{ id: 't1', at: at(7), car: null },
    input: {
      ...{ operation: 'POST_OPERATION_START_TASK', id: 't1', tyyppi: 'AJO', alkuaika: at(7) },
      ...{ latitude: 61.49, longitude: 23.76, address_print: 'Terminaali, Tampere' },
    },
  }
  expect(dayWithQueued(null, [start(at(6)), drive])?.tehtavat).toMatchObject([
    { latitude: null, longitude: null },
    { latitude: 61.49, longitude: 23.76, address_print: 'Terminaali, Tampere' },
  ])
})

test('what the server has already is not applied twice', () => {
  const actions = [start(at(6)), task('AJO', at(7))]
  const day = dayWithQueued(null, actions)
  expect(dayWithQueued(day, actions)).toEqual(day)
})

test('after the end of the day nothing more is added to it, and a task without a day is not shown', () => {
  const ended = dayWithQueued(null, [start(at(6)), end(at(14)), task('AJO', at(15))])
  expect(ended).toMatchObject({ loppuaika: at(14), auto: null, tehtavat: [{ tyyppi: 'MUU' }] })
  expect(dayWithQueued(null, [task('AJO', at(7))])).toBeNull()
})
