import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TaskType, taskTypes } from '../../entities/worktime/task-types.ts'
import { atTime, midnightOf } from '../../values/time/time.ts'
import { defaultWorktimeRules } from '../settings/worktime-rules.ts'
import { paidHolidays } from './paid-holidays.ts'
import type { RecordedTask, RecordedTimes } from './recorded-day.ts'
import { sumsOf } from './sums.ts'

/** `2026-03-28 22:00` in Helsinki. */
const at = (text: string): number => {
  const [day = '', time = ''] = text.split(' ')
  const [hours, minutes] = time.split(':').map(Number)
  return atTime(midnightOf(day), hours ?? 0, minutes)
}
const task = (tyyppi: TaskType, text: string): RecordedTask => ({ tyyppi, alkuaika: at(text) })
const day = (start: string, end: string, tehtavat: readonly RecordedTask[] = []): RecordedTimes => ({
  alkuaika: at(start),
  loppuaika: end === '' ? 0 : at(end),
  tehtavat,
})
const holidays = paidHolidays(midnightOf('2026-01-01'), midnightOf('2026-12-31'))
const options = { rules: [defaultWorktimeRules], holidays }
const sums = (of: RecordedTimes) => sumsOf(of, options)

describe('sums by type', () => {
  const typical = day('2026-11-23 06:00', '2026-11-23 14:12', [
    task('MUU', '2026-11-23 06:00'),
    task('AJO', '2026-11-23 06:20'),
    task('LASTAUS', '2026-11-23 08:00'),
    task('TAUKO', '2026-11-23 09:00'),
    task('PURKU', '2026-11-23 09:45'),
    task('ODOTUS', '2026-11-23 10:30'),
    task('TANKKAUS', '2026-11-23 11:00'),
    task('PESU', '2026-11-23 11:20'),
    task('AJO', '2026-11-23 11:40'),
  ])

  test('breaks and waiting are not working time', () => {
    expect(sums(typical)).toEqual({
      ...{ aika_kesto: 492, aika_tyoaika: 417, aika_ilta: 0, aika_yo: 0, aika_pyha: 0 },
      ...{ aika_ajo: 252, aika_lastaus: 60, aika_purku: 45, aika_muu: 60, aika_tauko: 45, aika_odotus: 30 },
    })
  })

  test('a day without tasks, and the time before the first one, is MUU', () => {
    expect(sums(day('2026-11-23 06:00', '2026-11-23 07:30'))).toMatchObject({ aika_kesto: 90, aika_muu: 90, aika_tyoaika: 90 })
    const late = day('2026-11-23 06:00', '2026-11-23 07:00', [task('AJO', '2026-11-23 06:10')])
    expect(sums(late)).toMatchObject({ aika_muu: 10, aika_ajo: 50 })
  })

  test('an open day counts until its last task starts, or until the moment that is asked for', () => {
    const open = { ...typical, loppuaika: 0 }
    expect(sums(open)).toMatchObject({ aika_kesto: 340, aika_ajo: 100 })
    expect(sumsOf(open, { ...options, until: at('2026-11-23 12:00') })).toMatchObject({ aika_kesto: 360, aika_ajo: 120 })
    expect(sums(day('2026-11-23 06:00', ''))).toMatchObject({ aika_kesto: 0, aika_tyoaika: 0 })
  })

  test('parts of tasks outside the day do not count', () => {
    const outside = day('2026-11-23 06:00', '2026-11-23 08:00', [
      task('AJO', '2026-11-23 05:30'),
      task('LASTAUS', '2026-11-23 07:00'),
      task('PURKU', '2026-11-23 09:00'),
    ])
    expect(sums(outside)).toMatchObject({ aika_kesto: 120, aika_ajo: 60, aika_lastaus: 60, aika_purku: 0 })
  })

  test('of two tasks of the same minute the later one runs', () => {
    const same = day('2026-11-23 06:00', '2026-11-23 07:00', [task('LASTAUS', '2026-11-23 06:00'), task('AJO', '2026-11-23 06:00')])
    expect(sums(same)).toMatchObject({ aika_lastaus: 0, aika_ajo: 60 })
  })
})

describe('evening, night and holiday', () => {
  test('evening is 18–22, night 22–06, of working minutes', () => {
    const long = day('2026-11-23 16:00', '2026-11-24 08:00', [
      task('AJO', '2026-11-23 16:00'),
      task('TAUKO', '2026-11-23 23:00'),
      task('AJO', '2026-11-24 00:00'),
    ])
    expect(sums(long)).toMatchObject({ aika_tyoaika: 900, aika_ilta: 240, aika_yo: 420 })
    const waiting = day('2026-11-23 21:00', '2026-11-23 23:00', [task('ODOTUS', '2026-11-23 21:00')])
    expect(sums(waiting)).toMatchObject({ aika_tyoaika: 0, aika_ilta: 0, aika_yo: 0, aika_odotus: 120 })
  })

  test('a night has seven hours when clocks go forward, and nine when they go back', () => {
    expect(sums(day('2026-03-28 20:00', '2026-03-29 08:00'))).toMatchObject({
      aika_kesto: 660,
      aika_ilta: 120,
      aika_yo: 420,
      aika_pyha: 420,
    })
    expect(sums(day('2026-10-24 20:00', '2026-10-25 08:00'))).toMatchObject({
      aika_kesto: 780,
      aika_ilta: 120,
      aika_yo: 540,
      aika_pyha: 540,
    })
  })

  test('a Sunday into Monday has holiday minutes until midnight', () => {
    expect(sums(day('2026-11-22 18:00', '2026-11-23 04:00'))).toMatchObject({ aika_pyha: 360, aika_ilta: 240, aika_yo: 360 })
  })

  test('public holidays and the three eves count as holidays, other Saturdays and New Year’s Eve do not', () => {
    const holidayMinutes = (of: string) => sums(day(`${of} 08:00`, `${of} 10:00`)).aika_pyha
    const paid = [
      '2026-01-06',
      '2026-04-03',
      '2026-04-04',
      '2026-05-01',
      '2026-06-19',
      '2026-06-20',
      '2026-10-31',
      '2026-12-24',
      '2026-12-26',
    ]
    expect(paid.map(holidayMinutes)).toEqual(paid.map(() => 120))
    expect(['2026-12-31', '2026-04-02', '2026-10-30', '2026-11-21'].map(holidayMinutes)).toEqual([0, 0, 0, 0])
    // Of another year, and a range that ends on the eve itself.
    expect([...paidHolidays(midnightOf('2027-06-25'), midnightOf('2027-06-25'))]).toEqual([midnightOf('2027-06-25')])
    expect([...paidHolidays(midnightOf('2026-12-06'), midnightOf('2026-12-06'))]).toEqual([midnightOf('2026-12-06')])
  })

  test('the rules of the day on which a record starts count', () => {
    const later = { ...defaultWorktimeRules, alkaen: midnightOf('2026-11-24'), ilta_alkaa: 17 * 60 }
    const evening = (of: string) =>
      sumsOf(day(`${of} 16:00`, `${of} 19:00`), { ...options, rules: [defaultWorktimeRules, later] }).aika_ilta
    expect([evening('2026-11-23'), evening('2026-11-24')]).toEqual([60, 120])
  })
})

describe('of any day', () => {
  const types = Object.keys(taskTypes) as TaskType[]
  const first = midnightOf('2026-03-26')
  const last = midnightOf('2026-11-01')
  const anyDay = fc
    .record({
      alkuaika: fc.integer({ min: first / 60, max: last / 60 }),
      length: fc.integer({ min: 0, max: 2000 }),
      tehtavat: fc.array(fc.record({ after: fc.integer({ min: -30, max: 2100 }), tyyppi: fc.constantFrom(...types) }), { maxLength: 12 }),
    })
    .map(({ alkuaika, length, tehtavat }) => ({
      alkuaika: alkuaika * 60,
      loppuaika: (alkuaika + length) * 60,
      tehtavat: tehtavat
        .map(({ after, tyyppi }) => ({ tyyppi, alkuaika: (alkuaika + after) * 60 }))
        .sort((a, b) => a.alkuaika - b.alkuaika),
    }))

  test('the sums by type add up to the duration', () => {
    fc.assert(
      fc.property(anyDay, (of) => {
        const { aika_kesto, aika_tyoaika, ...rest } = sums(of)
        const { aika_ajo, aika_lastaus, aika_purku, aika_muu, aika_tauko, aika_odotus } = rest
        expect(aika_kesto).toBe((of.loppuaika - of.alkuaika) / 60)
        expect(aika_ajo + aika_lastaus + aika_purku + aika_muu + aika_tauko + aika_odotus).toBe(aika_kesto)
        expect(aika_tyoaika).toBe(aika_kesto - aika_tauko - aika_odotus)
      }),
    )
  })

  test('splitting a task never changes a sum', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(), fc.nat(), (of, which, where) => {
        fc.pre(of.tehtavat.length > 0)
        const index = which % of.tehtavat.length
        const split = of.tehtavat[index]
        if (!split) return
        const until = of.tehtavat[index + 1]?.alkuaika ?? of.loppuaika
        const minutes = Math.max(0, (until - split.alkuaika) / 60)
        const second = { ...split, alkuaika: split.alkuaika + (where % (minutes + 1)) * 60 }
        expect(sums({ ...of, tehtavat: of.tehtavat.toSpliced(index + 1, 0, second) })).toEqual(sums(of))
      }),
    )
  })

  test('evening, night and the rest are the working minutes, as counted minute by minute', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Helsinki', hour: 'numeric', hourCycle: 'h23', weekday: 'short' })
    const runningAt = ({ alkuaika, tehtavat }: RecordedTimes, minute: number): TaskType =>
      tehtavat.findLast((one) => Math.max(one.alkuaika, alkuaika) <= minute)?.tyyppi ?? 'MUU'
    fc.assert(
      fc.property(anyDay, (of) => {
        const counted = { aika_ilta: 0, aika_yo: 0, rest: 0, sunday: 0 }
        for (let minute = of.alkuaika; minute < of.loppuaika; minute += 60) {
          if (['TAUKO', 'ODOTUS'].includes(runningAt(of, minute))) continue
          const [weekday, hour] = clock.format(minute * 1000).split(/[ ,]+/)
          const hours = Number(hour)
          if (hours >= 22 || hours < 6) counted.aika_yo += 1
          else if (hours >= 18) counted.aika_ilta += 1
          else counted.rest += 1
          if (weekday === 'Sun') counted.sunday += 1
        }
        const { aika_ilta, aika_yo, aika_tyoaika, aika_pyha } = sumsOf(of, { ...options, holidays: new Set() })
        expect({ aika_ilta, aika_yo, rest: aika_tyoaika - aika_ilta - aika_yo, sunday: aika_pyha }).toEqual(counted)
      }),
      { numRuns: 40 },
    )
  })
})
