import { describe, expect, test } from 'vitest'
import { defaultWorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { formatTime } from '#web/kit/format.ts'
import { fullHours } from '#web/ui/timeline/time-scale.ts'
import { type FigureContext, figuresOf } from './day-figures.ts'
import { rowsAbove, rowsBelow } from './day-rows.ts'
import type { DayValues, TaskValues } from './day-values.ts'
import { proposalText, proposedDay } from './proposals.ts'

/** 2026-11-14 is a Saturday. */
const midnight = midnightOf('2026-11-15')
const at = (hours: number, minutes = 0): number => midnight + (hours * 60 + minutes) * 60
const task = (tyyppi: TaskValues['tyyppi'], alkuaika: number): TaskValues => ({
  ...{ id: String(alkuaika), tyyppi, alkuaika, address_print: '', latitude: null, longitude: null },
})
/** Drives from 14.22 for five hours, rests, and works until 0.37 on Sunday. */
const day: DayValues = {
  alkuaika: at(-10, -22),
  loppuaika: at(0, 37),
  tehtavat: [task('MUU', at(-10, -22)), task('AJO', at(-10, 22)), task('TAUKO', at(-5, 22)), task('PURKU', at(-4, 22))],
}
const context: FigureContext = {
  ...{ id: 'day', rules: [defaultWorktimeRules], periodRule: defaultWorktimeRules, holidays: new Set(), now: at(10) },
  ...{
    others: [],
    period: [
      {
        id: 'x',
        paiva: midnight,
        alkuaika: midnight - 200_000,
        aika_tyoaika: 78 * 60,
        aika_ylityo_50: 0,
        aika_ylityo_100: 0,
        isLocked: false,
      },
    ],
  },
}

describe('the rows over the bar', () => {
  const figures = figuresOf(day, context)
  const rows = rowsAbove(day, figures, context)
  const spansOf = (id: string) => rows.find((row) => row.id === id)?.spans.map(({ start, end }) => [start, end])

  test('show evening and night at local times, Sunday from midnight, and driving without a break', () => {
    expect(spansOf('ilta')).toEqual(
      expect.arrayContaining([
        [at(-6), at(-2)],
        [at(-2), midnight],
        [midnight, at(0, 37)],
      ]),
    )
    expect(spansOf('pyha')).toEqual([[midnight, at(0, 37)]])
    expect(spansOf('ajotauko')).toEqual([[at(-10, 22), at(-5, 22)]])
  })

  test('show overtime as the last working minutes of the day', () => {
    expect(figures.aika_ylityo_50).toBe(figures.aika_tyoaika - 120)
    const [[start = 0, end] = []] = spansOf('ylityo') ?? []
    expect([start, end]).toEqual([at(-8, -22), at(0, 37)])
  })
})

test('hours over the bar are named as clocks show them', () => {
  const named = (isoDay: string) => fullHours({ from: midnightOf(isoDay) + 3600, to: midnightOf(isoDay) + 5 * 3600 }, 20).map(formatTime)
  expect(named('2026-10-25')).toEqual(['1.00', '2.00', '3.00', '3.00', '4.00'])
  expect(named('2026-03-29')).toEqual(['1.00', '2.00', '4.00', '5.00', '6.00'])
})

test('what differs from the original is framed and named', () => {
  const [frames, thin] = rowsBelow(
    { ...day, tehtavat: day.tehtavat.map((each) => (each.tyyppi === 'TAUKO' ? { ...each, alkuaika: at(-5) } : each)) },
    { original: day, proposed: null },
    at(10),
  )
  expect(frames?.spans).toMatchObject([{ start: at(-5), end: at(-5, 22), text: 'Tauko, oli Ajo' }])
  expect(thin?.spans).toHaveLength(4)
})

test('a proposal is told by what it changes', () => {
  const proposed = proposedDay(day, { loppuaika: at(0, 52) })
  expect(proposed && proposalText(day, proposed, at(10))).toBe('Purku lisätty 0.37–0.52')
  expect(proposedDay(day, {})).toBeNull()
})
