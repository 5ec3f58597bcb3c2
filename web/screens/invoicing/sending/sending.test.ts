import { expect, test } from 'vitest'
import { idsToRead } from './sending.ts'

const ids = Array.from({ length: 1000 }, (_, index) => `i${index}`)
const invoice = (id: string, tila: 'lahetetty' | 'lahetetaan' | 'luonnos', virhe = '') => ({ id, tunniste: id, tila, virhe })

test('of a sending only what may still change is read', () => {
  const known = [invoice('i0', 'lahetetty'), invoice('i1', 'luonnos', 'Ei kelpaa.'), invoice('i2', 'lahetetaan')]
  expect(idsToRead(['i0', 'i1', 'i2', 'i3'], known, 7)).toEqual(['i1', 'i2', 'i3'])
  expect(idsToRead(['i0'], known, 1)).toEqual([])
})

test('of a large one some hundred at a time, each of them in turn', () => {
  const rounds = [0, 1, 2, 3].map((round) => idsToRead(ids, [], round))
  expect(rounds.map(({ length }) => length)).toEqual([300, 300, 300, 300])
  expect(new Set(rounds.flat()).size).toBe(1000)
})
