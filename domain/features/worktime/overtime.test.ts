import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { defaultWorktimeRules } from '../settings/worktime-rules.ts'
import { overtimeOf, type PeriodDay } from './overtime.ts'

const first = midnightOf('2026-11-16')
const dayOf = (index: number, hours: number, details: Partial<PeriodDay> = {}): PeriodDay => {
  const paiva = addDays(first, index)
  return {
    ...{ id: `day${String(index).padStart(2, '0')}`, paiva, alkuaika: paiva + 6 * 3600, aika_tyoaika: hours * 60 },
    ...{ aika_ylityo_50: 0, aika_ylityo_100: 0, isLocked: false },
    ...details,
  }
}
const period = (days: readonly PeriodDay[], rule = defaultWorktimeRules) => {
  const { overtime, isUnbalanced } = overtimeOf(days, rule)
  return { minutes: Object.fromEntries([...overtime].map(([id, of]) => [id, [of.aika_ylityo_50, of.aika_ylityo_100]])), isUnbalanced }
}

describe('in period mode', () => {
  test('80 hours in two weeks have no overtime', () => {
    const { minutes } = period(Array.from({ length: 10 }, (_, index) => dayOf(index, 8)))
    expect(Object.values(minutes)).toEqual(Array.from({ length: 10 }, () => [0, 0]))
  })

  test('a period that crosses 80 h on its last day has its overtime on that day', () => {
    const { minutes } = period([...Array.from({ length: 9 }, (_, index) => dayOf(index, 8)), dayOf(13, 10)])
    expect(minutes.day13).toEqual([120, 0])
    expect(minutes.day08).toEqual([0, 0])
  })

  test('the first 12 hours are paid with 50 %, the rest with 100 %, in whatever order the days are given', () => {
    const days = [dayOf(9, 10), dayOf(10, 10), ...Array.from({ length: 9 }, (_, index) => dayOf(index, 9))]
    const { minutes } = period(days)
    expect([minutes.day08, minutes.day09, minutes.day10]).toEqual([
      [60, 0],
      [600, 0],
      [60, 540],
    ])
  })

  test('checked days keep theirs, and the first open day takes the difference', () => {
    const days = [dayOf(0, 20), dayOf(1, 60), dayOf(2, 5, { isLocked: true, aika_ylityo_50: 100 }), dayOf(3, 2), dayOf(4, 1)]
    // The rule gives 300 minutes to the checked day, which has 100.
    expect(period(days)).toEqual({ minutes: { day00: [200, 0], day01: [0, 0], day03: [120, 0], day04: [60, 0] }, isUnbalanced: false })
    // It has 400 where the rule gives 300: the open days pay it back, one after the other.
    const more = days.map((day) => (day.isLocked ? { ...day, aika_ylityo_50: 440 } : day))
    expect(period(more)).toEqual({ minutes: { day00: [0, 0], day01: [0, 0], day03: [0, 0], day04: [40, 0] }, isUnbalanced: false })
  })

  test('a difference that no open day can take leaves the period unbalanced', () => {
    const locked = [dayOf(0, 79, { isLocked: true }), dayOf(1, 5, { isLocked: true, aika_ylityo_50: 100 })]
    expect(period(locked)).toEqual({ minutes: {}, isUnbalanced: true })
    const open = [dayOf(0, 2), dayOf(1, 5, { isLocked: true, aika_ylityo_50: 100 })]
    expect(period(open)).toEqual({ minutes: { day00: [0, 0] }, isUnbalanced: true })
  })
})

test('in daily mode the records of a day share 8 hours, and 2 hours are paid with 50 %', () => {
  const rule = { ...defaultWorktimeRules, ylityo: 'vuorokausi' as const }
  const evening = { ...dayOf(0, 5), id: 'evening', alkuaika: dayOf(0, 0).alkuaika + 10 * 3600 }
  expect(period([evening, dayOf(0, 7), dayOf(1, 8), dayOf(2, 9)], rule).minutes).toEqual({
    ...{ day00: [0, 0], evening: [120, 120], day01: [0, 0], day02: [60, 0] },
  })
})

test('whichever days are locked, the overtime of a balanced period adds up to the rule’s', () => {
  const days = fc.array(fc.record({ hours: fc.integer({ min: 0, max: 16 }), isLocked: fc.boolean(), at50: fc.nat(600) }), { maxLength: 14 })
  fc.assert(
    fc.property(days, (given) => {
      const rows = given.map(({ hours, isLocked, at50 }, index) => dayOf(index, hours, { isLocked, aika_ylityo_50: isLocked ? at50 : 0 }))
      const { overtime, isUnbalanced } = overtimeOf(rows, defaultWorktimeRules)
      const over = Math.max(0, rows.reduce((sum, { aika_tyoaika }) => sum + aika_tyoaika, 0) - 80 * 60)
      const total = rows.reduce((sum, day) => {
        const of = overtime.get(day.id) ?? day
        expect(of.aika_ylityo_50).toBeGreaterThanOrEqual(0)
        return sum + of.aika_ylityo_50 + of.aika_ylityo_100
      }, 0)
      if (!isUnbalanced) expect(total).toBe(over)
    }),
  )
})
