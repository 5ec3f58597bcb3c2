import { expect, test } from 'vitest'
import { addDays, atTime, midnightOf } from '#domain/values/time/time.ts'
import { changesText, forgottenFault, typedProposal, typedTasks } from './typed-proposal.ts'

const paiva = midnightOf('2026-11-23')
const day = { paiva, alkuaika: atTime(paiva, 6), loppuaika: atTime(paiva, 14) }
const minutes = (hours: number) => hours * 60

test('only what differs from the record is proposed', () => {
  expect(typedProposal(day, { start: '', end: '' })).toEqual({})
  expect(typedProposal(day, { start: minutes(6), end: minutes(14) })).toEqual({})
  expect(typedProposal(day, { start: minutes(5.5), end: minutes(14) })).toEqual({ alkuaika: atTime(paiva, 5, 30) })
  expect(typedProposal(day, { start: '', end: minutes(15) })).toEqual({ loppuaika: atTime(paiva, 15) })
})

test('an end before the start is of the next day', () => {
  const night = { ...day, alkuaika: atTime(paiva, 22), loppuaika: atTime(addDays(paiva, 1), 5) }
  expect(typedProposal(night, { start: '', end: minutes(5) })).toEqual({})
  expect(typedProposal(night, { start: '', end: minutes(6) })).toEqual({ loppuaika: atTime(addDays(paiva, 1), 6) })
})

const tasks = [
  { id: 'a', tyyppi: 'MUU', alkuaika: atTime(paiva, 6) },
  { id: 'b', tyyppi: 'AJO', alkuaika: atTime(paiva, 7) },
  { id: 'c', tyyppi: 'PURKU', alkuaika: atTime(paiva, 12) },
] as const
const none = new Map<string, never>()
const proposed = (typed: Parameters<typeof typedTasks>[2], of = day) =>
  typedTasks({ ...of, isMoved: of.alkuaika !== day.alkuaika || of.loppuaika !== day.loppuaika }, tasks, typed)?.map(
    ({ alkuaika, tyyppi }) => [(alkuaika - paiva) / 3600, tyyppi],
  )

test('tasks as they were recorded are not proposed; another type is, with the whole list', () => {
  expect(proposed({ types: none, forgotten: null })).toBeUndefined()
  expect(proposed({ types: new Map([['b', 'AJO']]), forgotten: null })).toBeUndefined()
  expect(proposed({ types: new Map([['b', 'ODOTUS']]), forgotten: null })).toEqual([
    [6, 'MUU'],
    [7, 'ODOTUS'],
    [12, 'PURKU'],
  ])
})

test('a forgotten break cuts the task that ran, which goes on afterwards', () => {
  const forgotten = (start: number, end: number) => ({ tyyppi: 'TAUKO' as const, start: minutes(start), end: minutes(end) })
  expect(proposed({ types: none, forgotten: forgotten(10, 10.5) })).toEqual([
    [6, 'MUU'],
    [7, 'AJO'],
    [10, 'TAUKO'],
    [10.5, 'AJO'],
    [12, 'PURKU'],
  ])
  expect(proposed({ types: none, forgotten: forgotten(11.5, 12.5) })?.slice(2)).toEqual([
    [11.5, 'TAUKO'],
    [12.5, 'PURKU'],
  ])
  expect(proposed({ types: none, forgotten: forgotten(13, 14) })?.slice(2)).toEqual([
    [12, 'PURKU'],
    [13, 'TAUKO'],
  ])
  const night = { ...day, loppuaika: atTime(addDays(paiva, 1), 3) }
  expect(proposed({ types: none, forgotten: forgotten(23.5, 0.5) }, night)?.slice(3)).toEqual([
    [23.5, 'TAUKO'],
    [24.5, 'PURKU'],
  ])
})

test('times that cannot be meant are not proposed', () => {
  const now = atTime(paiva, 16)
  const fault = (start: number, end: number, of = day) =>
    forgottenFault(of, { tyyppi: 'TAUKO', start: minutes(start), end: minutes(end) }, now)
  expect(fault(10, 10.5)).toBeNull()
  expect(fault(13, 14)).toBeNull()
  expect(fault(15, 15.5, { ...day, loppuaika: 0 })).toBeNull()
  expect(fault(5, 6, { ...day, alkuaika: atTime(paiva, 5) })).toBeNull()
  const outside = 'Unohtuneen tehtävän on alettava ennen loppuaan ja oltava työpäivän sisällä.'
  for (const [start, end] of [
    [11, 10.5],
    [11, 11],
    [5, 6],
    [13.5, 14.5],
  ] as const)
    expect(fault(start, end), `${start}`).toBe(outside)
  expect(fault(15.5, 16.5, { ...day, loppuaika: 0 })).toBe(outside)
})

test('the tasks of a day that began later or ended earlier stay within it', () => {
  const typed = { types: none, forgotten: null }
  expect(proposed(typed, { ...day, alkuaika: atTime(paiva, 6, 30) })).toEqual([
    [6.5, 'MUU'],
    [7, 'AJO'],
    [12, 'PURKU'],
  ])
  expect(proposed(typed, { ...day, alkuaika: atTime(paiva, 8) })).toEqual([
    [8, 'AJO'],
    [12, 'PURKU'],
  ])
  expect(proposed(typed, { ...day, loppuaika: atTime(paiva, 11) })).toEqual([
    [6, 'MUU'],
    [7, 'AJO'],
  ])
  expect(proposed(typed, { ...day, alkuaika: atTime(paiva, 5), loppuaika: atTime(paiva, 15) })).toBeUndefined()
  expect(proposed({ types: new Map([['b', 'ODOTUS']]), forgotten: null }, { ...day, alkuaika: atTime(paiva, 8) })?.[0]).toEqual([
    8,
    'ODOTUS',
  ])
})

test('a task that was forgotten before the recorded start takes its place in the day as it is proposed', () => {
  const forgotten = { tyyppi: 'LASTAUS' as const, start: minutes(5.5), end: minutes(6) }
  expect(proposed({ types: none, forgotten }, { ...day, alkuaika: atTime(paiva, 5, 30) })?.slice(0, 2)).toEqual([
    [5.5, 'LASTAUS'],
    [6, 'MUU'],
  ])
})

test('a request tells what it changes, not the whole list of tasks', () => {
  const recorded = { ...day, tehtavat: tasks }
  const text = (typed: Parameters<typeof typedTasks>[2], times = {}) => {
    const tyotehtavat = typedTasks({ ...day, ...times, isMoved: Object.keys(times).length > 0 }, tasks, typed)
    return changesText(recorded, { ...times, ...(tyotehtavat ? { tyotehtavat } : {}) }, atTime(paiva, 16))
  }
  const forgotten = { tyyppi: 'TAUKO' as const, start: minutes(10), end: minutes(10.5) }
  expect(text({ types: none, forgotten })).toBe('Tauko, oli Ajo 10.00–10.30')
  expect(text({ types: none, forgotten }, { alkuaika: atTime(paiva, 8) })).toBe('alkaa klo 8.00, Tauko, oli Ajo 10.00–10.30')
  expect(text({ types: none, forgotten: null }, { loppuaika: atTime(paiva, 15) })).toBe('päättyy klo 15.00')
  expect(text({ types: none, forgotten: null })).toBe('')
  const tyotehtavat = [{ alkuaika: day.alkuaika, tyyppi: 'AJO' as const }]
  expect(changesText({ ...day, tehtavat: [] }, { tyotehtavat }, day.loppuaika)).toBe('6.00 Ajo')
})
