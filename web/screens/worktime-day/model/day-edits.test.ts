import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import { stretchesOf } from '#domain/features/worktime/recorded-day.ts'
import { sumsOf } from '#domain/features/worktime/sums.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { borderRange, changeTask, endOfTask, insertTask, moveBorder, removeTask, splitTask } from './day-edits.ts'
import type { DayValues, TaskValues } from './day-values.ts'

const types = Object.keys(taskTypes) as TaskType[]
const noPlace = { address_print: '', latitude: null, longitude: null }
const task = (id: string, tyyppi: TaskType, alkuaika: number): TaskValues => ({ id, tyyppi, alkuaika, ...noPlace })

/** Days over midnight and over both clock changes, closed and open. */
const starts = ['2026-11-14', '2026-03-28', '2026-10-24'].map((day) => midnightOf(day) + 13 * 3600)
const anyDay = fc
  .record({
    start: fc.constantFrom(...starts),
    lengths: fc.array(fc.integer({ min: 1, max: 180 }), { minLength: 1, maxLength: 40 }),
    kinds: fc.array(fc.constantFrom(...types), { minLength: 40, maxLength: 40 }),
    isOpen: fc.boolean(),
  })
  .map(({ start, lengths, kinds, isOpen }) => {
    let at = start
    const tehtavat = lengths.map((length, index) => {
      const made = task(String(index), kinds[index] ?? 'MUU', at)
      at += length * 60
      return made
    })
    const day: DayValues = { alkuaika: start, loppuaika: isOpen ? 0 : at, tehtavat }
    return { day, end: at, bounds: { earliest: start - 3600, latest: at + (isOpen ? 0 : 3600) } }
  })

type Edit = (of: { day: DayValues; end: number; bounds: { earliest: number; latest: number } }) => DayValues
const anyEdit: fc.Arbitrary<Edit> = fc
  .record({
    kind: fc.constantFrom('move', 'remove', 'split', 'insert', 'change'),
    index: fc.nat({ max: 40 }),
    shift: fc.integer({ min: -400_000, max: 400_000 }),
    length: fc.option(fc.integer({ min: 1, max: 20_000 })),
    tyyppi: fc.constantFrom(...types),
    id: fc.uuid(),
  })
  .map(({ kind, index, shift, length, tyyppi, id }): Edit => {
    return ({ day, end, bounds }) => {
      const place = index % (day.tehtavat.length + (day.loppuaika > 0 ? 1 : 0))
      const at = (day.tehtavat[place]?.alkuaika ?? end) + shift
      if (kind === 'move') return moveBorder(day, { index: place, at }, bounds)
      if (kind === 'remove') return removeTask(day, place % day.tehtavat.length)
      if (kind === 'split') return splitTask(day, place % day.tehtavat.length, { id, now: end })
      if (kind === 'change') return changeTask(day, String(index), { tyyppi })
      const until = length === null ? null : at + length
      return insertTask(day, { id, restId: `${id}-rest`, tyyppi, from: at, until }, end)
    }
  })

test('after any edits tasks are in order, unique, whole minutes, and within the day', () => {
  fc.assert(
    fc.property(anyDay, fc.array(anyEdit, { maxLength: 12 }), ({ day, end, bounds }, edits) => {
      const edited = edits.reduce((now, edit) => edit({ day: now, end, bounds }), day)
      const { alkuaika, loppuaika, tehtavat } = edited
      const at = tehtavat.map((each) => each.alkuaika)
      expect(at[0]).toBe(alkuaika)
      for (const [index, start] of at.entries()) {
        expect(start % 60).toBe(0)
        if (index > 0) expect(start).toBeGreaterThan(at[index - 1] ?? 0)
        if (loppuaika > 0) expect(start).toBeLessThan(loppuaika)
      }
      expect(alkuaika).toBeGreaterThanOrEqual(bounds.earliest)
      if (loppuaika > 0) expect(loppuaika).toBeLessThanOrEqual(bounds.latest)
      expect(loppuaika > 0).toBe(day.loppuaika > 0)
      expect(new Set(tehtavat.map(({ id }) => id)).size).toBe(tehtavat.length)
    }),
    { numRuns: 300 },
  )
})

const sums = (day: DayValues, until: number) => sumsOf(day, { rules: [], holidays: new Set(), until })

test('splitting a task changes no sum', () => {
  fc.assert(
    fc.property(anyDay, fc.nat({ max: 39 }), ({ day, end }, index) => {
      expect(sums(splitTask(day, index % day.tehtavat.length, { id: 'new', now: end }), end)).toEqual(sums(day, end))
    }),
    { numRuns: 200 },
  )
})

test('an inserted task runs exactly where it was put, and the rest of the day stays', () => {
  fc.assert(
    fc.property(anyDay, fc.nat({ max: 5000 }), fc.integer({ min: 1, max: 600 }), ({ day, end }, after, minutes) => {
      const from = day.alkuaika + after * 60
      fc.pre(from < end)
      const until = Math.min(from + minutes * 60, end)
      const edited = insertTask(day, { id: 'new', restId: 'rest', tyyppi: 'PESU', from, until }, end)
      for (const at of [day.alkuaika, from - 60, from, until - 60, until, end - 60].filter(
        (moment) => moment >= day.alkuaika && moment < end,
      )) {
        const typeAt = (of: DayValues) => stretchesOf(of, end).find((stretch) => stretch.start <= at && at < stretch.end)?.tyyppi
        expect(typeAt(edited)).toBe(at >= from && at < until ? 'PESU' : typeAt(day))
      }
    }),
    { numRuns: 200 },
  )
})

describe('a day', () => {
  const start = midnightOf('2026-11-14') + 6 * 3600
  const at = (minutes: number): number => start + minutes * 60
  const day: DayValues = {
    alkuaika: start,
    loppuaika: at(120),
    tehtavat: [task('a', 'MUU', start), task('b', 'AJO', at(10)), task('c', 'PURKU', at(90))],
  }
  const bounds = { earliest: at(-60), latest: at(180) }

  test('has borders that stay a minute apart', () => {
    expect(borderRange(day, 1, bounds)).toEqual({ min: at(1), max: at(89) })
    expect(moveBorder(day, { index: 1, at: at(500) }, bounds).tehtavat[1]?.alkuaika).toBe(at(89))
    expect(moveBorder(day, { index: 0, at: at(-500) }, bounds)).toMatchObject({
      alkuaika: at(-60),
      tehtavat: [{ alkuaika: at(-60) }, {}, {}],
    })
    expect(moveBorder(day, { index: 3, at: at(60) }, bounds).loppuaika).toBe(at(91))
    expect(moveBorder(day, { index: 2, at: at(50) + 59 }, bounds).tehtavat[2]?.alkuaika).toBe(at(50))
  })

  test('is made at most 24 hours long', () => {
    const wide = { earliest: at(-24 * 60), latest: at(48 * 60) }
    expect(moveBorder(day, { index: 3, at: at(48 * 60) }, wide).loppuaika).toBe(at(24 * 60))
    expect(moveBorder(day, { index: 0, at: at(-24 * 60) }, wide).alkuaika).toBe(at(120 - 24 * 60))
    const open = { ...day, loppuaika: 0 }
    expect(moveBorder(open, { index: 0, at: at(-24 * 60) }, wide).alkuaika).toBe(at(-24 * 60))
  })

  test('ends by its last border when it is open', () => {
    const open = { ...day, loppuaika: 0 }
    expect(endOfTask(open, 2)).toBe(0)
    expect(borderRange(open, 2, bounds)).toEqual({ min: at(11), max: at(179) })
    expect(moveBorder(open, { index: 3, at: at(130) }, bounds).loppuaika).toBe(at(130))
  })

  test('gives the time of a removed task to the one before it, and that of the first to the next', () => {
    expect(removeTask(day, 1).tehtavat.map(({ id, alkuaika }) => [id, alkuaika])).toEqual([
      ['a', start],
      ['c', at(90)],
    ])
    expect(removeTask(day, 0).tehtavat.map(({ id, alkuaika }) => [id, alkuaika])).toEqual([
      ['b', start],
      ['c', at(90)],
    ])
    const only = { ...day, tehtavat: day.tehtavat.slice(0, 1) }
    expect(removeTask(only, 0)).toBe(only)
  })

  test('goes on with the task that a new one divides', () => {
    const unloading = { id: 'x', restId: 'y', tyyppi: 'PURKU', from: at(30), until: at(58) } as const
    expect(insertTask(day, unloading, at(200)).tehtavat.map(({ id, tyyppi, alkuaika }) => [id, tyyppi, alkuaika])).toEqual([
      ['a', 'MUU', start],
      ['b', 'AJO', at(10)],
      ['x', 'PURKU', at(30)],
      ['y', 'AJO', at(58)],
      ['c', 'PURKU', at(90)],
    ])
    expect(insertTask(day, { ...unloading, until: null }, at(200)).tehtavat.map(({ id }) => id)).toEqual(['a', 'b', 'x', 'c'])
    // The task that is covered from its start goes on under its own id, with its place and history.
    expect(insertTask(day, { ...unloading, from: at(10) }, at(200)).tehtavat.map(({ id }) => id)).toEqual(['a', 'x', 'b', 'c'])
  })
})
