import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** Jobs that end when the test ends them. */
function works(atOnce: number, each: number) {
  const queue = fairQueue({ maxRunning: atOnce, maxRunningPerSource: 1, maxPendingPerSource: each, refusal: 'Odota.' })
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const add = (whose: string, name: string, failing = false) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return queue({ id: whose }, async () => {
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
  return { ask: add, end, begun }
}

test('no one waits for another client’s second job', async () => {
  const { ask: add, end, begun } = works(2, 3)
  const first = add('a', 'a1')
  add('a', 'a2')
  const other = add('b', 'b1')
  add('c', 'c1')
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1', first)
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('b1', other)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
})

test('a client with the maximum of jobs is refused until one of them has ended or failed', async () => {
  const { ask: add, end, begun } = works(1, 2)
  const first = add('a', 'a1', true)
  add('a', 'a2')
  await expect(add('a', 'a3')).rejects.toMatchObject({ message: 'Odota.', status: 429 })
  add('b', 'b1')
  await end('a1', first)
  add('a', 'a4')
  expect(begun).toEqual(['a1', 'b1'])
  await expect(add('a', 'a5')).rejects.toMatchObject({ status: 429 })
})

/** A queue of ten places with one running, and work that never ends; the answers by the name of the work. */
function fullQueue() {
  const queue = fairQueue({ maxRunning: 1, maxPending: 10, refusal: 'Ruuhka.' })
  const refused: [string, unknown][] = []
  const add = (id: string, group: string | null = null) =>
    queue({ id, group }, () => new Promise(() => undefined)).catch(({ status }) => void refused.push([id, status]))
  return { ask: add, refused }
}
const settled = () => new Promise(setImmediate)

test('a full queue gives places of the group that holds most to newcomers, down to an equal share', async () => {
  const { ask: add, refused } = fullQueue()
  for (let index = 0; index < 6; index++) void add(`a${index}`, 'A')
  for (let index = 0; index < 4; index++) void add(`b${index}`, 'B')
  for (let index = 0; index < 6; index++) void add(`c${index}`, 'C')
  await settled()
  // A, B and C hold 4, 3 and 3: no group takes a place from one that holds as many.
  expect(Object.fromEntries(refused)).toEqual({ a5: 429, a4: 429, b3: 429, c3: 503, c4: 503, c5: 503 })
})

test('within a group, the source that holds most loses places', async () => {
  const { ask: add, refused } = fullQueue()
  for (let index = 0; index < 7; index++) void add('greedy', 'A')
  for (let index = 0; index < 3; index++) void add(`a${index}`, 'A')
  void add('newcomer', 'A')
  await settled()
  expect(refused).toEqual([['greedy', 429]])
})

test('work that throws at once gives its place back', async () => {
  const queue = fairQueue({ maxRunning: 1 })
  const broken = queue({ id: 'a' }, () => {
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await queue({ id: 'a' }, async () => 'next')).toBe('next')
})
