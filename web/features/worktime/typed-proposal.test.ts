import { expect, test } from 'vitest'
import { addDays, atTime, midnightOf } from '#domain/values/time/time.ts'
import { proposalFault, typedProposal, typedTasks } from './typed-proposal.ts'

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
  typedTasks(of, tasks, typed)?.map(({ alkuaika, tyyppi }) => [(alkuaika - paiva) / 3600, tyyppi])

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
  const of = (start: number, end: number) => ({ tyyppi: 'TAUKO' as const, start: minutes(start), end: minutes(end) })
  expect(proposalFault(day, null, now)).toBeNull()
  expect(proposalFault(day, of(10, 10.5), now)).toBeNull()
  expect(proposalFault({ ...day, loppuaika: day.alkuaika }, null, now)).toBeNull()
  expect(proposalFault(day, of(13, 14), now)).toBeNull()
  expect(proposalFault({ ...day, loppuaika: 0 }, of(15, 15.5), now)).toBeNull()
  const outside = 'Unohtuneen tehtävän on alettava ennen loppuaan ja oltava työpäivän sisällä.'
  expect(proposalFault(day, of(11, 10.5), now)).toBe(outside)
  expect(proposalFault(day, of(11, 11), now)).toBe(outside)
  expect(proposalFault(day, of(5, 6), now)).toBe(outside)
  expect(proposalFault(day, of(13.5, 14.5), now)).toBe(outside)
  expect(proposalFault({ ...day, alkuaika: atTime(paiva, 5) }, of(5, 6), now)).toBeNull()
  expect(proposalFault({ ...day, loppuaika: atTime(paiva, 17) }, null, now)).toBe('Päivä ei voi päättyä tulevaisuudessa.')
  expect(proposalFault({ ...day, alkuaika: atTime(paiva, 15) }, null, now)).toBe('Päivä ei voi päättyä ennen alkuaan.')
})

test('a task that was forgotten before the recorded start takes its place in the day as it is proposed', () => {
  const forgotten = { tyyppi: 'LASTAUS' as const, start: minutes(5.5), end: minutes(6) }
  expect(proposed({ types: none, forgotten }, { ...day, alkuaika: atTime(paiva, 5, 30) })?.slice(0, 2)).toEqual([
    [5.5, 'LASTAUS'],
    [6, 'MUU'],
  ])
})
