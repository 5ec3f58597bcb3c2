import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaskType } from '../../entities/worktime/task-types.ts'
import { midnightOf } from '../../values/time/time.ts'
import { defaultWorktimeRules } from '../settings/worktime-rules.ts'
import { drivingLeft } from './driving-left.ts'
import { breachesOf } from './limits.ts'

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

test('the administrator’s warning begins when the driver has no driving left', () => {
  const parts = fc.array(fc.tuple(fc.constantFrom<TaskType>('AJO', 'TAUKO', 'MUU'), fc.integer({ min: 5, max: 200 })), { maxLength: 7 })
  const example: [TaskType, number][] = [
    ['TAUKO', 15],
    ['AJO', 120],
    ['TAUKO', 30],
  ]
  fc.assert(
    fc.property(parts, (tasks) => {
      let at = start
      const tehtavat = [...tasks, ['AJO', 0] as const].map(([tyyppi, minutes]) => {
        const task = { tyyppi, alkuaika: at }
        at += minutes * 60
        return task
      })
      // The day ends with driving, which goes on until 12 hours later.
      const day = { alkuaika: start, loppuaika: 0, tehtavat }
      const options = { rules: [defaultWorktimeRules] }
      const { left } = drivingLeft(day, { ...options, now: at })
      const isDue = at + left * 60
      const moments = breachesOf([{ ...day, id: 'a', paiva: midnightOf('2026-11-10') }], { ...options, now: at + 12 * 3600 })
        .filter(({ laji }) => laji === 'ajotauko')
        .map(({ hetki }) => hetki)
      expect(moments.length).toBeGreaterThan(0)
      if (left > 0) expect(moments).toContain(isDue)
      for (const moment of moments) expect(drivingLeft(day, { ...options, now: moment }).left).toBe(0)
    }),
    { examples: [[[...example]]] },
  )
})
