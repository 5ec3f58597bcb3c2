import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, atTime, midnightOf, minuteOfDay, startOfDay } from '../../values/time/time.ts'
import { anyTime, movedWindows, timeFaults, windowFaults, windowsOfNewDay, windowText } from './shipment.times.ts'

const tuesday = midnightOf('2026-11-24')
const now = tuesday
const at = (hours: number, minutes = 0, day = tuesday) => atTime(day, hours, minutes)
const row = { ...anyTime, toivottu_toimitus: tuesday, luvattu_aika: 0 }

test('a window ends after it begins, and a delivery is not before its pickup', () => {
  expect(windowFaults(anyTime, now)).toEqual([])
  expect(windowFaults({ ...anyTime, toimitus_aika_loppu: at(16) }, now)).toEqual([])
  expect(windowFaults({ ...anyTime, nouto_aika_alku: at(12), nouto_aika_loppu: at(10) }, now)).toEqual([
    { field: 'nouto_aika_loppu', detail: 'Aikaikkuna päättyy ennen kuin se alkaa.' },
  ])
  expect(windowFaults({ ...anyTime, nouto_aika_alku: at(12), toimitus_aika_loppu: at(10) }, now)).toEqual([
    { field: 'toimitus_aika_loppu', detail: 'Toimitus on ennen noutoa.' },
  ])
  expect(windowFaults({ ...anyTime, nouto_aika_alku: addDays(now, 1000) }, now).map(({ field }) => field)).toEqual(['nouto_aika_alku'])
})

test('a stored window is not checked again, and a promised time is not years ahead', () => {
  const wrong = { ...row, nouto_aika_alku: at(12), nouto_aika_loppu: at(10) }
  expect(timeFaults({ before: wrong, after: wrong }, now)).toEqual([])
  expect(timeFaults({ before: null, after: wrong }, now)).toHaveLength(1)
  expect(timeFaults({ before: row, after: { ...row, luvattu_aika: addDays(now, 1000) } }, now)).toHaveLength(1)
})

test('another wished day moves the windows, unless the save names them', () => {
  const before = { ...row, nouto_aika_alku: at(14, 0, addDays(tuesday, -1)), toimitus_aika_loppu: at(10) }
  const after = { ...before, toivottu_toimitus: addDays(tuesday, 2) }
  const none = () => false
  expect(windowsOfNewDay({ before, after }, none)).toEqual({
    ...anyTime,
    nouto_aika_alku: at(14, 0, addDays(tuesday, 1)),
    toimitus_aika_loppu: at(10, 0, addDays(tuesday, 2)),
  })
  expect(windowsOfNewDay({ before, after }, (key) => key === 'toimitus_aika_loppu')).toEqual({})
  expect(windowsOfNewDay({ before: null, after }, none)).toEqual({})
  const { toivottu_toimitus: _, luvattu_aika: __, ...stored } = before
  expect(windowsOfNewDay({ before, after: { ...before, toivottu_toimitus: 0 } }, none)).toEqual(stored)
})

test('moved windows keep their clock times over both clock changes', () => {
  const days = fc.integer({ min: -200, max: 200 })
  fc.assert(
    fc.property(days, days, fc.integer({ min: 4 * 60, max: 23 * 60 }), (from, to, minutes) => {
      const [first, second] = [addDays(tuesday, from), addDays(tuesday, to)]
      const start = at(Math.floor(minutes / 60), minutes % 60, first)
      const moved = movedWindows({ ...anyTime, nouto_aika_alku: start }, first, second)
      expect(startOfDay(moved.nouto_aika_alku)).toBe(second)
      expect(minuteOfDay(moved.nouto_aika_alku)).toBe(minutes)
      expect(movedWindows(moved, second, first).nouto_aika_alku).toBe(start)
      expect(moved.toimitus_aika_alku).toBe(0)
    }),
  )
})

test('a window in words', () => {
  const words = (start: number, end: number, day = tuesday) => windowText({ start, end }, day)
  expect(words(0, 0)).toBe('')
  expect(words(at(10), at(12))).toBe('klo 10.00–12.00')
  expect(words(at(10), 0)).toBe('klo 10.00 alkaen')
  expect(words(0, at(16))).toBe('ennen klo 16.00')
  expect(words(at(10), at(12), addDays(tuesday, 1))).toBe('ti 24.11. klo 10.00–12.00')
  expect(words(at(0), at(23, 59), addDays(tuesday, 1))).toBe('ti 24.11.')
  expect(words(at(22), at(2, 0, addDays(tuesday, 1)))).toBe('klo 22.00–ke 25.11. klo 2.00')
})

test('a promised time and a day that are too far are refused in words', () => {
  const far = addDays(now, 1000)
  const detail = 'Päivä on liian kaukana. Viimeinen mahdollinen on 24.11.2028.'
  expect(timeFaults({ before: row, after: { ...row, luvattu_aika: far } }, now)).toEqual([{ field: 'luvattu_aika', detail }])
  expect(timeFaults({ before: { ...row, luvattu_aika: far }, after: { ...row, luvattu_aika: far } }, now)).toEqual([])
  expect(timeFaults({ before: null, after: row }, now)).toEqual([])
  expect(windowFaults({ ...anyTime, toimitus_aika_loppu: far }, now)).toEqual([{ field: 'toimitus_aika_loppu', detail }])
})

test('a window may be one moment, and a delivery may end as its pickup begins', () => {
  expect(windowFaults({ ...anyTime, toimitus_aika_alku: at(10), toimitus_aika_loppu: at(10) }, now)).toEqual([])
  expect(windowFaults({ ...anyTime, nouto_aika_alku: at(10), toimitus_aika_loppu: at(10) }, now)).toEqual([])
  expect(windowFaults({ ...anyTime, nouto_aika_alku: at(10), toimitus_aika_alku: at(8) }, now)).toEqual([])
})

test('windows stay when the wished day does', () => {
  const before = { ...row, nouto_aika_alku: at(12) }
  expect(windowsOfNewDay({ before, after: { ...before, luvattu_aika: at(13) } }, () => false)).toEqual({})
  expect(movedWindows(before, 0, tuesday)).toMatchObject({ nouto_aika_alku: at(12) })
  expect(movedWindows({ ...anyTime, toimitus_aika_alku: at(9, 30), nouto_aika_loppu: at(8) }, tuesday, addDays(tuesday, 1))).toEqual({
    ...{ nouto_aika_alku: 0, nouto_aika_loppu: at(8, 0, addDays(tuesday, 1)) },
    ...{ toimitus_aika_alku: at(9, 30, addDays(tuesday, 1)), toimitus_aika_loppu: 0 },
  })
})

test('a window of unusual length in words', () => {
  const wednesday = addDays(tuesday, 1)
  const words = (start: number, end: number, day = tuesday) => windowText({ start, end }, day)
  expect(words(at(0), at(23, 59))).toBe('ti 24.11.')
  expect(words(at(0), at(23, 58))).toBe('klo 0.00–23.58')
  expect(words(at(0, 1), at(23, 59))).toBe('klo 0.01–23.59')
  expect(words(at(0), at(23, 59, wednesday))).toBe('klo 0.00–ke 25.11. klo 23.59')
  expect(words(0, at(23, 59))).toBe('ennen klo 23.59')
  expect(words(at(0), 0)).toBe('klo 0.00 alkaen')
  expect(words(at(10), at(12), 0)).toBe('ti 24.11. klo 10.00–12.00')
  expect(words(0, at(16), wednesday)).toBe('ti 24.11. ennen klo 16.00')
})
