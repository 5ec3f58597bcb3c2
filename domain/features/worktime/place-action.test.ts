import { describe, expect, test } from 'vitest'
import { midnightOf } from '../../values/time/time.ts'
import { actionTime } from './action-time.ts'
import { type NearRecord, placeEnd, placeStart, placeTask } from './place-action.ts'
import { openReasons } from './task-place.ts'

const day = midnightOf('2026-11-23')
const on = (hours: number): number => day + hours * 3600
const record = (id: string, start: number, end: number | null, tarkista: NearRecord['tarkista'] = []): NearRecord => ({
  ...{ id, alkuaika: on(start), loppuaika: end === null ? 0 : on(end), tarkista },
})

describe('the time of an action', () => {
  const now = on(12) + 30

  test('is floored to the minute, and that of a device is corrected by its offset', () => {
    expect(actionTime({ given: undefined, offset: undefined }, now)).toMatchObject({ at: on(12), isQueued: false, reasons: [] })
    expect(actionTime({ given: on(7) + 59, offset: undefined }, now)).toMatchObject({ at: on(7), isQueued: false })
    // A device that is an hour ahead.
    expect(actionTime({ given: on(8) + 10, offset: -3600 }, now)).toEqual({
      ...{ at: on(7), isQueued: true, reasons: [] },
      stamp: { aika: on(7), laitteen_aika: on(8) + 10, laitteen_ero: -3600, saapui: now },
    })
  })

  test('typed in the future or long ago is refused; of a queued one the arrival is the best known time', () => {
    expect(actionTime({ given: on(13), offset: undefined }, now)).toBe('tulevaisuudessa')
    expect(actionTime({ given: on(-40 * 24), offset: undefined }, now)).toBe('liian_vanha')
    expect(actionTime({ given: on(13), offset: 0 }, now)).toMatchObject({ at: on(12), reasons: ['tulevaisuudessa'] })
    expect(actionTime({ given: on(-40 * 24), offset: 0 }, now)).toMatchObject({ at: on(12), reasons: ['kello'] })
    expect(actionTime({ given: on(11), offset: null }, now)).toMatchObject({ at: on(11), reasons: ['kello'] })
    // A minute ahead is an ordinary clock.
    expect(actionTime({ given: now + 60, offset: undefined }, now)).toMatchObject({ at: on(12), reasons: [] })
  })
})

describe('a start that a device stored', () => {
  test('opens a day, or finds the one that runs at its time', () => {
    expect(placeStart([], on(6))).toEqual({ kind: 'new', isOpen: true, reasons: [] })
    expect(placeStart([record('a', 6, null)], on(6.5))).toMatchObject({ kind: 'record', id: 'a', reasons: [] })
    expect(placeStart([record('a', 6, 14)], on(7))).toMatchObject({ kind: 'record', id: 'a' })
    expect(placeStart([record('a', 6, 14)], on(14))).toEqual({ kind: 'new', isOpen: true, reasons: [] })
  })

  test('before the start of the same day by another device is flagged', () => {
    expect(placeStart([record('a', 6, null)], on(5.5))).toMatchObject({ kind: 'record', id: 'a', reasons: ['toinen_aloitus'] })
  })

  test('long after the start of a day that was left open begins the next day', () => {
    expect(placeStart([record('a', 6, null)], on(22))).toMatchObject({ kind: 'record', id: 'a' })
    expect(placeStart([record('a', 6, null)], on(29.5))).toEqual({ kind: 'new', isOpen: true, reasons: [], leftOpen: 'a' })
    expect(placeStart([record('a', 6, 6, ['ei_lopetusta'])], on(29.5))).toEqual({ kind: 'new', isOpen: true, reasons: [] })
  })

  test('becomes the start of a day of which only later presses arrived', () => {
    expect(placeStart([record('a', 8, null, ['ei_aloitusta'])], on(6))).toMatchObject({
      kind: 'record',
      id: 'a',
      start: on(6),
      reasons: [],
    })
    expect(placeStart([record('a', 26, 26, ['ei_aloitusta'])], on(20))).toMatchObject({ id: 'a', start: on(20) })
  })

  test('of an earlier day waits for its end when a later day exists', () => {
    expect(placeStart([record('a', 30, null)], on(6))).toEqual({ kind: 'new', isOpen: false, reasons: ['ei_lopetusta'] })
    expect(placeStart([record('a', 30, 38)], on(6))).toEqual({ kind: 'new', isOpen: false, reasons: ['ei_lopetusta'] })
  })
})

describe('a task that a device stored', () => {
  test('takes its place in the record that covers its time, ended or not', () => {
    const records = [record('a', 6, 14), record('b', 30, null)]
    expect(placeTask(records, on(14))).toMatchObject({ id: 'a', taskReasons: [] })
    expect(placeTask(records, on(31))).toMatchObject({ id: 'b', taskReasons: [] })
  })

  test('outside every record belongs to the nearest one, and is flagged', () => {
    const records = [record('a', 6, 14), record('b', 30, null)]
    expect(placeTask(records, on(14.5))).toMatchObject({ id: 'a', taskReasons: ['jalkeen_lopun'] })
    expect(placeTask(records, on(29.5))).toMatchObject({ id: 'b', taskReasons: ['ennen_alkua'] })
  })

  test('without a day gets one, which is flagged', () => {
    expect(placeTask([], on(6))).toEqual({ kind: 'new', isOpen: true, reasons: ['ei_aloitusta'] })
    expect(placeTask([record('b', 60, null)], on(6))).toEqual({ kind: 'new', isOpen: false, reasons: ['ei_aloitusta', 'ei_lopetusta'] })
  })

  test('moves the end of a day that waits for its end', () => {
    const records = [record('a', 6, 6, ['ei_lopetusta']), record('b', 30, null)]
    expect(placeTask(records, on(9))).toMatchObject({ id: 'a', end: on(9), taskReasons: [] })
  })
})

describe('an end that a device stored', () => {
  test('ends the day that runs at its time', () => {
    expect(placeEnd([record('a', 6, null)], on(14))).toMatchObject({ id: 'a', end: on(14) })
    expect(placeEnd([record('a', 6, 9, ['ei_lopetusta']), record('b', 30, null)], on(14))).toMatchObject({ id: 'a', end: on(14) })
  })

  test('of a day that is ended changes nothing, and is flagged when the time differs', () => {
    expect(placeEnd([record('a', 6, 14)], on(14))).toEqual({ kind: 'record', id: 'a', reasons: [], taskReasons: [] })
    expect(placeEnd([record('a', 6, 14)], on(15))).toMatchObject({ id: 'a', reasons: ['toinen_lopetus'] })
    expect(placeEnd([], on(15))).toEqual({ kind: 'new', isOpen: false, reasons: ['ei_aloitusta'] })
    expect(placeEnd([record('a', 6, 14)], on(38))).toMatchObject({ kind: 'new' })
  })
})

test('a task is no longer outside its day once the day has been moved', () => {
  const task = { alkuaika: on(15), tarkista: ['kello' as const, 'jalkeen_lopun' as const] }
  expect(openReasons(task, { alkuaika: on(6), loppuaika: on(14) })).toBe(task.tarkista)
  expect(openReasons(task, { alkuaika: on(6), loppuaika: on(16) })).toEqual(['kello'])
})
