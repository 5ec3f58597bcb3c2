import { expect, it } from 'vitest'
import { onceInTurn } from './once-in-turn.ts'

/** Work that ends when it is told to, and what began in order. */
function works() {
  const begun: { key: string; end: (value: string) => void; fail: (error: Error) => void }[] = []
  const work = (key: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ key, end: resolve, fail: reject })
    })
  return { begun, work }
}

it('does once what waits under the same key, and joins nobody to what has begun', async () => {
  const { begun, work } = works()
  const ask = onceInTurn<string>(1)
  const first = ask('lista', work('lista'))
  const [second, third, other] = [ask('lista', work('lista')), ask('lista', work('lista')), ask('toinen', work('toinen'))]
  expect(begun.map(({ key }) => key)).toEqual(['lista'])
  begun[0]?.end('vanha')
  expect(await first).toBe('vanha')
  await expect.poll(() => begun.length).toBe(2)
  const fourth = ask('lista', work('lista'))
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
  const ask = onceInTurn<string>(1)
  const first = ask('a', work('a'))
  const waiting = [ask('b', work('b')), ask('b', work('b'))]
  begun[0]?.end('')
  await first
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.fail(new Error('Yhteys katkesi'))
  for (const one of waiting) await expect(one).rejects.toThrow('Yhteys katkesi')
  const next = ask('b', work('b'))
  begun[2]?.end('b')
  expect(await next).toBe('b')
})
