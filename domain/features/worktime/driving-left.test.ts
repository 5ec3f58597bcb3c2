import { expect, test } from 'vitest'
import type { TaskType } from '../../entities/worktime/task-types.ts'
import { midnightOf } from '../../values/time/time.ts'
import { defaultWorktimeRules } from '../settings/worktime-rules.ts'
import { drivingLeft } from './driving-left.ts'

const start = midnightOf('2026-11-10') + 6 * 3600
/** An open day of tasks that last so many minutes, the last one until now. */
function left(...tasks: readonly (readonly [TaskType, number])[]) {
  let at = start
  const tehtavat = tasks.map(([tyyppi, minutes]) => {
    const task = { tyyppi, alkuaika: at }
    at += minutes * 60
    return task
  })
  const { left, nextBreak } = drivingLeft({ alkuaika: start, loppuaika: 0, tehtavat }, { rules: [defaultWorktimeRules], now: at })
  return [left, nextBreak]
}

test('driving counts up to four and a half hours, whatever work is done between', () => {
  expect(left(['MUU', 20])).toEqual([270, 45])
  // Seconds do not count, as in the sums of the day.
  expect(left(['AJO', 60], ['PURKU', 30], ['AJO', 62.6])).toEqual([148, 45])
  expect(left(['AJO', 300])).toEqual([0, 45])
})

test('a break of 45 minutes begins a new period, also as 15 and 30 minutes in this order', () => {
  expect(left(['AJO', 200], ['TAUKO', 45], ['AJO', 10])).toEqual([260, 45])
  expect(left(['AJO', 200], ['TAUKO', 15], ['AJO', 40])).toEqual([30, 30])
  expect(left(['AJO', 200], ['TAUKO', 15], ['AJO', 40], ['TAUKO', 30])).toEqual([270, 45])
  expect(left(['AJO', 200], ['TAUKO', 30], ['AJO', 40], ['TAUKO', 15], ['AJO', 5])).toEqual([25, 30])
})

test('a break before any driving is no part of a later one', () => {
  expect(left(['MUU', 10], ['TAUKO', 20], ['AJO', 200], ['TAUKO', 30], ['AJO', 5])).toEqual([65, 30])
})

test('waiting and other work are no break', () => expect(left(['AJO', 200], ['ODOTUS', 60], ['AJO', 10])).toEqual([60, 45]))
