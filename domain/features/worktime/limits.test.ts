import { describe, expect, test } from 'vitest'
import type { TaskType } from '../../entities/worktime/task-types.ts'
import { addDays, atTime, midnightOf, startOfDay } from '../../values/time/time.ts'
import { defaultWorktimeRules } from '../settings/worktime-rules.ts'
import { breachesOf } from './limits.ts'
import type { RecordedDay } from './recorded-day.ts'

const monday = midnightOf('2026-11-16')
const on = (index: number, hours: number): number => atTime(addDays(monday, index), 0) + hours * 3600

/** A record that starts at an hour of a day (counted from Monday, 0), with tasks as their type and hours. */
function record(index: number, start: number, tasks: readonly (readonly [TaskType, number])[], id = `day${index}`): RecordedDay {
  let at = on(index, start)
  const tehtavat = tasks.map(([tyyppi, hours]) => {
    const task = { tyyppi, alkuaika: at }
    at += hours * 3600
    return task
  })
  return { id, paiva: startOfDay(on(index, start)), alkuaika: on(index, start), loppuaika: at, tehtavat }
}
const now = on(40, 0)
const breaches = (days: readonly RecordedDay[], at = now) => breachesOf(days, { rules: [defaultWorktimeRules], now: at })
const kinds = (days: readonly RecordedDay[], at = now) => breaches(days, at).map(({ laji }) => laji)

describe('driving without a break', () => {
  test('4 h 30 min are allowed, more is not', () => {
    expect(breaches([record(0, 6, [['AJO', 4.5]])])).toEqual([])
    expect(
      breaches([
        record(0, 6, [
          ['AJO', 3],
          ['LASTAUS', 1],
          ['AJO', 2],
        ]),
      ]),
    ).toEqual([
      { laji: 'ajotauko', kirjaus: 'day0', hetki: on(0, 11.5), minuutit: 300, raja: 270, laki: 'Asetus (EY) 561/2006, 7 artikla' },
    ])
  })

  test('a break of 45 minutes begins a new driving period; 44 minutes and waiting do not', () => {
    expect(
      kinds([
        record(0, 6, [
          ['AJO', 4],
          ['TAUKO', 0.75],
          ['AJO', 4],
        ]),
      ]),
    ).toEqual([])
    expect(
      kinds([
        record(0, 6, [
          ['AJO', 4],
          ['TAUKO', 44 / 60],
          ['AJO', 4],
        ]),
      ]),
    ).toEqual(['ajotauko'])
    expect(
      kinds([
        record(0, 6, [
          ['AJO', 4],
          ['ODOTUS', 1],
          ['AJO', 4],
        ]),
      ]),
    ).toEqual(['ajotauko'])
  })

  test('a break may be split into 15 and 30 minutes, in this order', () => {
    expect(
      kinds([
        record(0, 6, [
          ['AJO', 2],
          ['TAUKO', 0.25],
          ['AJO', 2],
          ['TAUKO', 0.5],
          ['AJO', 4],
        ]),
      ]),
    ).toEqual([])
    expect(
      kinds([
        record(0, 6, [
          ['AJO', 2],
          ['TAUKO', 0.5],
          ['AJO', 2],
          ['TAUKO', 0.25],
          ['AJO', 4],
        ]),
      ]),
    ).toEqual(['ajotauko'])
    // A part of less than 15 minutes is no break, and each full break begins anew.
    expect(
      kinds([
        record(0, 6, [
          ['AJO', 2],
          ['TAUKO', 0.2],
          ['AJO', 2],
          ['TAUKO', 0.5],
          ['AJO', 4],
        ]),
      ]),
    ).toEqual(['ajotauko'])
  })

  test('the time between two records of a day is a break', () => {
    expect(kinds([record(0, 6, [['AJO', 4]]), record(0, 11, [['AJO', 4]], 'second')])).toEqual([])
  })
})

test('driving of a day is at most 9 hours, twice a week 10', () => {
  const driving = (index: number, hours: number) =>
    record(index, 6, [
      ['AJO', hours / 3],
      ['TAUKO', 0.75],
      ['AJO', hours / 3],
      ['TAUKO', 0.75],
      ['AJO', hours / 3],
    ])
  expect(kinds([driving(0, 9), driving(1, 10), driving(2, 10)])).toEqual([])
  expect(breaches([driving(0, 9.5), driving(1, 10), driving(2, 9.5)])).toMatchObject([
    { laji: 'ajo_paiva', kirjaus: 'day2', minuutit: 570, raja: 540 },
  ])
  expect(breaches([driving(0, 10.5)])).toMatchObject([{ laji: 'ajo_paiva', minuutit: 630, raja: 600 }])
  // The next week may be extended twice again.
  expect(kinds([driving(0, 10), driving(1, 10), driving(7, 10)])).toEqual([])
})

test('driving of a week is at most 56 hours, of two weeks 90', () => {
  const nine = (index: number) =>
    record(index, 6, [
      ['AJO', 4.5],
      ['TAUKO', 0.75],
      ['AJO', 4.5],
    ])
  const eight = (index: number) =>
    record(index, 6, [
      ['AJO', 4],
      ['TAUKO', 0.75],
      ['AJO', 4],
    ])
  const driven = (days: readonly RecordedDay[]) => breaches(days).filter(({ laji }) => laji.startsWith('ajo_'))
  expect(driven([0, 1, 2, 3, 4, 5].map(nine))).toEqual([])
  expect(driven([0, 1, 2, 3, 4, 5, 6].map(nine))).toMatchObject([{ laji: 'ajo_viikko', kirjaus: 'day6', minuutit: 63 * 60, raja: 56 * 60 }])
  expect(driven([0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map(nine))).toEqual([])
  expect(driven([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11].map(eight))).toEqual([])
  expect(driven([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12].map(eight))).toMatchObject([
    { laji: 'ajo_kaksi_viikkoa', kirjaus: 'day12', minuutit: 96 * 60, raja: 90 * 60, hetki: on(12, 8) },
  ])
  // Two weeks that do not follow each other are not added.
  expect(driven([0, 1, 2, 3, 4, 5, 14, 15, 16, 17, 18, 19].map(eight))).toEqual([])
})

test('work on a Sunday night counts to both weeks', () => {
  const weekday = (index: number) => record(index, 6, [['MUU', 11.5]])
  const sundayNight = record(6, 20, [['MUU', 8]])
  // 57.5 hours and 4 until midnight.
  expect(breaches([0, 1, 2, 3, 4].map(weekday).concat(sundayNight))).toMatchObject([
    { laji: 'viikko', kirjaus: 'day6', minuutit: 61.5 * 60, raja: 3600, hetki: on(6, 22.5) },
  ])
})

describe('rest', () => {
  const work = (index: number, start: number, hours: number) => record(index, start, [['MUU', hours]])

  test('11 hours are enough, 9 hours three times', () => {
    expect(kinds([work(0, 6, 12), work(1, 5, 8)])).toEqual([])
    const short = [work(0, 6, 12), work(1, 4, 13), work(2, 3, 13), work(3, 2, 8)]
    expect(kinds(short)).toEqual([])
    const fourth = [work(0, 6, 12), work(1, 4, 13), work(2, 3, 13), work(3, 2, 13), work(4, 1, 8)]
    expect(breaches(fourth)).toMatchObject([{ laji: 'lepo', kirjaus: 'day4', minuutit: 600, raja: 660, hetki: on(4, 1) }])
  })

  test('less than 9 hours is always short, and a weekly rest gives three new ones', () => {
    expect(breaches([work(0, 6, 12), work(1, 2, 8)])).toMatchObject([{ laji: 'lepo', minuutit: 480, raja: 540 }])
    const days = [work(0, 6, 12), work(1, 4, 13), work(2, 3, 13), work(3, 2, 13), work(5, 6, 12), work(6, 4, 8)]
    expect(kinds(days)).not.toContain('lepo')
  })
})

test('a day has at most 13 hours, also in two records', () => {
  expect(kinds([record(0, 6, [['MUU', 13]])])).toEqual([])
  expect(breaches([record(0, 6, [['MUU', 13.5]])])).toMatchObject([{ laji: 'paiva', minuutit: 810, raja: 780, hetki: on(0, 19) }])
  expect(breaches([record(0, 5, [['MUU', 5]]), record(0, 14, [['MUU', 5]], 'second')])).toMatchObject([
    { laji: 'paiva', kirjaus: 'second', minuutit: 840 },
  ])
  // A rest of 14 hours lies between them.
  expect(kinds([record(0, 0, [['MUU', 8]]), record(0, 22, [['MUU', 8]], 'second')])).toEqual([])
})

test('a day that is open for more than 16 hours has perhaps been forgotten', () => {
  const open: RecordedDay = {
    id: 'open',
    paiva: monday,
    alkuaika: on(0, 6),
    loppuaika: 0,
    tehtavat: [{ tyyppi: 'TAUKO', alkuaika: on(0, 6) }],
  }
  expect(kinds([open], on(0, 18))).toEqual([])
  expect(breaches([open], on(0, 23))).toMatchObject([
    { laji: 'paiva' },
    { laji: 'avoin', minuutit: 17 * 60, raja: 960, hetki: on(0, 22), laki: '' },
  ])
})

test('each limit is that of the rule table on its day', () => {
  const rules = [defaultWorktimeRules, { ...defaultWorktimeRules, alkaen: addDays(monday, 7), paiva: 720 }]
  const days = [record(0, 6, [['MUU', 12.5]]), record(7, 6, [['MUU', 12.5]])]
  expect(breachesOf(days, { rules, now })).toMatchObject([{ kirjaus: 'day7', raja: 720 }])
})
