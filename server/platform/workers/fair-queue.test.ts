import { expect, test } from 'vitest'
import { fairQueue, type Source, semaphore } from './fair-queue.ts'

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

/** Work that the test ends by its name, in a queue with these limits; `begun` is in the order of starting. */
function namedWorks(limits: Parameters<typeof fairQueue>[0]) {
  const queue = fairQueue(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, source: Source) =>
    queue(source, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { add, end, begun }
}

test('work waits while its source or its group has as much running as it may, also when there is room', async () => {
  const { add, end, begun } = namedWorks({ maxRunning: 4, maxRunningPerSource: 1, maxRunningPerGroup: 2 })
  for (const id of ['a1', 'a2', 'a3']) void add(id, { id, group: 'A' })
  for (const name of ['b', 'b again']) void add(name, { id: 'b', group: 'B' })
  void add('c', { id: 'c', group: 'C' })
  expect(begun).toEqual(['a1', 'a2', 'b', 'c'])
  await end('c')
  expect(begun).toEqual(['a1', 'a2', 'b', 'c'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'b', 'c', 'a3'])
})

test('the limit of a group does not hold for a source without one', () => {
  const { add, begun } = namedWorks({ maxRunning: 3, maxRunningPerGroup: 1 })
  for (const name of ['1', '2', '3']) void add(name, { id: 'alone' })
  expect(begun).toEqual(['1', '2', '3'])
})

test('a source that has been served waits behind the others of its group, and the group behind other groups', async () => {
  const { add, end, begun } = namedWorks({ maxRunning: 1 })
  void add('first', { id: 'served', group: 'A' })
  void add('second of the source', { id: 'served', group: 'A' })
  void add('same group', { id: 'colleague', group: 'A' })
  void add('other group', { id: 'stranger', group: 'B' })
  for (const name of ['first', 'other group', 'same group']) await end(name)
  expect(begun).toEqual(['first', 'other group', 'same group', 'second of the source'])
})

test('a group with its maximum of work is refused, and others are not', async () => {
  const queue = fairQueue({ maxRunning: 1, maxPendingPerGroup: 2, refusal: 'Odota.' })
  const add = (id: string, group: string) => queue({ id, group }, async () => id)
  const all = await Promise.allSettled([add('a1', 'A'), add('a2', 'A'), add('a3', 'A'), add('b1', 'B')])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(all[2]).toMatchObject({ reason: { message: 'Odota.', status: 429 } })
})

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

test('within a group, the source that holds most loses places also when others that hold much came before and after it', async () => {
  const { ask: add, refused } = fullQueue()
  for (const [id, places] of [
    ['early', 3],
    ['greedy', 4],
    ['late', 3],
  ] as const)
    for (let index = 0; index < places; index++) void add(id, 'A')
  void add('newcomer', 'A')
  await settled()
  expect(refused).toEqual([['greedy', 429]])
})

test('within a group, a newcomer takes a place from a source that holds two more, and none from one that holds one more', async () => {
  const { ask: add, refused } = fullQueue()
  for (const id of ['a', 'b', 'c', 'd', 'e']) for (let index = 0; index < 2; index++) void add(id, 'A')
  for (let index = 0; index < 2; index++) void add('newcomer', 'A')
  await settled()
  expect(Object.fromEntries(refused)).toEqual({ e: 429, newcomer: 503 })
})

test('work that throws at once gives its place back', async () => {
  const queue = fairQueue({ maxRunning: 1 })
  const broken = queue({ id: 'a' }, () => {
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await queue({ id: 'a' }, async () => 'next')).toBe('next')
})

test('a semaphore runs as much work at a time as it may, in the order of arrival', async () => {
  const atMostTwo = semaphore(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const add = (name: string) =>
    atMostTwo(() => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  const all = [add('a'), add('b'), add('c'), add('d')]
  expect(begun).toEqual(['a', 'b'])
  ends[1]?.()
  expect(await all[1]).toBe('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  ends[0]?.()
  expect(await all[0]).toBe('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})
