import { expect, it } from 'vitest'
import { onceInTurn } from './once-in-turn.ts'

const turns = { atOnce: 1, ofOne: 1, longestWait: 60_000, refusal: () => new Error('Kiire') }

/** Work that ends when it is told to, and what began in order. */
function works() {
  const begun: { key: string; end: (value: string) => void; fail: (error: Error) => void }[] = []
  const work = (key: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ key, end: resolve, fail: reject })
    })
  return { begun, work, names: () => begun.map(({ key }) => key) }
}

it('does once what waits under the same key, and joins nobody to what has begun', async () => {
  const { begun, work, names } = works()
  const inTurn = onceInTurn<string>(turns)
  const ask = (key: string) => inTurn('minä', key, work(key))
  const first = ask('lista')
  const [second, third, other] = [ask('lista'), ask('lista'), ask('toinen')]
  expect(names()).toEqual(['lista'])
  begun[0]?.end('vanha')
  expect(await first).toBe('vanha')
  await expect.poll(() => begun.length).toBe(2)
  const fourth = ask('lista')
  begun[1]?.end('uusi')
  expect(await Promise.all([second, third])).toEqual(['uusi', 'uusi'])
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.end('muu')
  expect(await other).toBe('muu')
  await expect.poll(() => begun.length).toBe(4)
  begun[3]?.end('uusin')
  expect(await fourth).toBe('uusin')
})

it('tells all who wait of a failure, and goes on', async () => {
  const { begun, work } = works()
  const inTurn = onceInTurn<string>(turns)
  const ask = (key: string) => inTurn('minä', key, work(key))
  const first = ask('a')
  const waiting = [ask('b'), ask('b')]
  begun[0]?.end('')
  await first
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.fail(new Error('Yhteys katkesi'))
  for (const one of waiting) await expect(one).rejects.toThrow('Yhteys katkesi')
  void ask('b')
  await expect.poll(() => begun.length).toBe(3)
})

it('lets others in between, whatever one person asks for', async () => {
  const { begun, work, names } = works()
  const inTurn = onceInTurn<string>({ ...turns, atOnce: 3, ofOne: 2 })
  for (const key of ['1', '2', '3', '4']) void inTurn('ahne', key, work(key))
  void inTurn('toinen', 'oma', work('oma'))
  expect(names()).toEqual(['1', '2', 'oma'])
  begun[2]?.end('')
  begun[0]?.end('')
  await expect.poll(names).toEqual(['1', '2', 'oma', '3'])
})

it('refuses who has waited too long, and does not do their work', async () => {
  const { begun, work, names } = works()
  const inTurn = onceInTurn<string>({ ...turns, longestWait: 20 })
  const slow = inTurn('minä', 'hidas', work('hidas'))
  await expect(inTurn('minä', 'nopea', work('nopea'))).rejects.toThrow('Kiire')
  begun[0]?.end('')
  await slow
  void inTurn('minä', 'uusi', work('uusi'))
  await expect.poll(names).toEqual(['hidas', 'uusi'])
})
