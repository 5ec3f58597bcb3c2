import { expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

/** Works that begin when they are let, and end when they are told to. */
function works(atOnce: number, each: number) {
  const inTurn = fairTurns({ atOnce, each, refusal: 'Odota.' })
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const ask = (whose: string, name: string, failing = false) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return inTurn(whose, async () => {
      begun.push(name)
      await end.promise
      if (failing) throw new Error(name)
      return name
    })
  }
  const end = async (name: string, made: Promise<string>) => {
    ends.get(name)?.resolve()
    await made.catch(() => undefined)
  }
  return { ask, end, begun }
}

test('nobody waits for a second work of another', async () => {
  const { ask, end, begun } = works(2, 3)
  const first = ask('a', 'a1')
  ask('a', 'a2')
  const other = ask('b', 'b1')
  ask('c', 'c1')
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1', first)
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('b1', other)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
})

test('who has enough under way is refused, and may ask again once one has ended, however it ended', async () => {
  const { ask, end, begun } = works(1, 2)
  const first = ask('a', 'a1', true)
  ask('a', 'a2')
  await expect(ask('a', 'a3')).rejects.toMatchObject({ message: 'Odota.', status: 429 })
  ask('b', 'b1')
  await end('a1', first)
  ask('a', 'a4')
  expect(begun).toEqual(['a1', 'b1'])
  await expect(ask('a', 'a5')).rejects.toMatchObject({ status: 429 })
})
