import { expect, test } from 'vitest'
import { addDays, atTime, midnightOf } from '#domain/values/time/time.ts'
import { typedProposal } from './typed-proposal.ts'

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
