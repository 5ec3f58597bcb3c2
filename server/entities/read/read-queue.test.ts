import { describe, expect, it } from 'vitest'
import { ownQueue, type QueueUser, sharedQueue, userQueue } from './read-queue.ts'

const user = (userId: string, asiakasId: string | null = null): QueueUser => ({ userId, asiakasId })
const me = user('minä')
const alone = { maxRunning: 1, maxPerUser: 1, maxPerCustomer: 1 }
const waiting = { maxWait: 60_000, refusal: () => new Error('Kiire') }

/** Pieces of work that the test ends itself, listed in the order in which they began. */
function works() {
  const begun: { key: string; end: (value: string) => void; fail: (error: Error) => void }[] = []
  const work = (key: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ key, end: resolve, fail: reject })
    })
  const end = (key: string) => begun.find((one) => one.key === key)?.end('')
  return { begun, work, end, names: () => begun.map(({ key }) => key) }
}

describe('work under one key', () => {
  it('is done once for all waiting requests; running work is not shared with later requests', async () => {
    const { begun, work, names } = works()
    const queue = sharedQueue<string>(userQueue(alone), waiting)
    const enqueue = (key: string) => queue(me, key, work(key))
    const first = enqueue('lista')
    const [second, third, other] = [enqueue('lista'), enqueue('lista'), enqueue('toinen')]
    expect(names()).toEqual(['lista'])
    begun[0]?.end('vanha')
    expect(await first).toBe('vanha')
    await expect.poll(() => begun.length).toBe(2)
    const fourth = enqueue('lista')
    begun[1]?.end('uusi')
    expect(await Promise.all([second, third])).toEqual(['uusi', 'uusi'])
    await expect.poll(() => begun.length).toBe(3)
    begun[2]?.end('muu')
    expect(await other).toBe('muu')
    await expect.poll(() => begun.length).toBe(4)
    begun[3]?.end('uusin')
    expect(await fourth).toBe('uusin')
  })

  it('fails for all waiting requests, and the queue goes on', async () => {
    const { begun, work } = works()
    const queue = sharedQueue<string>(userQueue(alone), waiting)
    const enqueue = (key: string) => queue(me, key, work(key))
    const first = enqueue('a')
    const both = [enqueue('b'), enqueue('b')]
    begun[0]?.end('')
    await first
    await expect.poll(() => begun.length).toBe(2)
    begun[1]?.fail(new Error('Yhteys katkesi'))
    for (const one of both) await expect(one).rejects.toThrow('Yhteys katkesi')
    void enqueue('b')
    await expect.poll(() => begun.length).toBe(3)
  })

  it('does not wait for other work of its first requester', async () => {
    const { work, end, names } = works()
    const queue = sharedQueue<string>(userQueue({ ...alone, maxRunning: 2 }), waiting)
    void queue(user('ahne'), 'hidas', work('hidas'))
    const first = queue(user('ahne'), 'lista', work('lista'))
    const second = queue(user('toinen'), 'lista', work('lista'))
    expect(names()).toEqual(['hidas', 'lista'])
    end('lista')
    expect(await Promise.all([first, second])).toEqual(['', ''])
  })

  it('is refused when it has waited too long, and not done', async () => {
    const { begun, work, names } = works()
    const queue = sharedQueue<string>(userQueue(alone), { ...waiting, maxWait: 20 })
    const slow = queue(me, 'hidas', work('hidas'))
    await expect(queue(me, 'nopea', work('nopea'))).rejects.toThrow('Kiire')
    begun[0]?.end('')
    await slow
    void queue(me, 'uusi', work('uusi'))
    await expect.poll(names).toEqual(['hidas', 'uusi'])
  })
})

describe('work that is not shared', () => {
  it('is done for each request, and refused and not done when it has waited too long', async () => {
    const { begun, work, names } = works()
    const enqueue = userQueue(alone)
    const [patient, hasty] = [ownQueue(enqueue, waiting), ownQueue(enqueue, { ...waiting, maxWait: 20 })]
    const first = patient(me, work('sama'))
    const second = patient(me, work('sama'))
    await expect(hasty(me, work('nopea'))).rejects.toThrow('Kiire')
    begun[0]?.end('yksi')
    expect(await first).toBe('yksi')
    await expect.poll(names).toEqual(['sama', 'sama'])
    begun[1]?.fail(new Error('Yhteys katkesi'))
    await expect(second).rejects.toThrow('Yhteys katkesi')
    void patient(me, work('uusi'))
    await expect.poll(names).toEqual(['sama', 'sama', 'uusi'])
  })
})

describe('the fair queue', () => {
  const queueOf = (limits: Parameters<typeof userQueue>[0]) => {
    const made = works()
    const enqueue = userQueue(limits)
    return { ...made, ask: (who: QueueUser, key: string) => enqueue(who, async () => void (await made.work(key)())) }
  }

  it('keeps one user to their share, and starts work of others meanwhile', async () => {
    const { ask: enqueue, names, end } = queueOf({ maxRunning: 3, maxPerUser: 2, maxPerCustomer: 2 })
    for (const key of ['1', '2', '3', '4']) enqueue(user('ahne'), key)
    enqueue(user('toinen'), 'oma')
    expect(names()).toEqual(['1', '2', 'oma'])
    end('oma')
    end('1')
    await expect.poll(names).toEqual(['1', '2', 'oma', '3'])
  })

  it('keeps all users of a customer to their share', async () => {
    const { ask: enqueue, names, end } = queueOf({ maxRunning: 4, maxPerUser: 1, maxPerCustomer: 2 })
    for (const key of ['a', 'b', 'c', 'd']) enqueue(user(key, 'yhtiö'), key)
    enqueue(user('e', 'toinen yhtiö'), 'e')
    enqueue(user('kuski'), 'kuski')
    expect(names()).toEqual(['a', 'b', 'e', 'kuski'])
    end('e')
    end('a')
    await expect.poll(names).toEqual(['a', 'b', 'e', 'kuski', 'c'])
  })

  it('serves waiting users before those just served, and users of the same customer after other waiting users', async () => {
    const { ask: enqueue, names, end } = queueOf({ maxRunning: 1, maxPerUser: 1, maxPerCustomer: 1 })
    enqueue(user('a', 'yhtiö'), 'a1')
    enqueue(user('a', 'yhtiö'), 'a2')
    enqueue(user('b', 'yhtiö'), 'b1')
    enqueue(user('kuski'), 'kuski')
    for (const [at, key] of ['a1', 'kuski', 'b1', 'a2'].entries()) {
      await expect.poll(names).toHaveLength(at + 1)
      expect(names()[at]).toBe(key)
      end(key)
    }
  })
})
