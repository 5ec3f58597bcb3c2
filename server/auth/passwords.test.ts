import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { RequestFault } from '#domain/errors.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

test('argon2id with OWASP’s parameters, for both Unicode forms of ä', async () => {
  const stored = await hashPassword('yö ja päivä', 'test')
  expect(stored.argon2id).toMatch(/^\$argon2id\$v=19\$/)
  expect(parseOptions(stored.argon2id)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(await passwordMatches(stored, 'yö ja päivä'.normalize('NFD'), 'test')).toBe(true)
  expect(await passwordMatches(stored, 'yo ja paiva', 'test')).toBe(false)
  expect(await passwordMatches(null, 'yö ja päivä', 'test')).toBe(false)
})

test('of many checks from one address a few wait and the rest are refused; others are served between its first two', async () => {
  const stored = await hashPassword('yö ja päivä', 'test')
  const finished: string[] = []
  const check = async (client: string) => {
    const matches = await passwordMatches(stored, 'yö ja päivä', client)
    finished.push(client)
    return matches
  }
  const flood = Promise.allSettled(Array.from({ length: 130 }, () => check('203.0.113.1')))
  expect(await Promise.all([check('198.51.100.1'), check('198.51.100.2')])).toEqual([true, true])
  expect(finished.filter((client) => client === '203.0.113.1').length).toBeLessThanOrEqual(2)
  const refused = (await flood).filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(110)
  for (const { reason } of refused) expect(reason instanceof RequestFault && reason.status).toBe(429)
  expect(await check('203.0.113.1')).toBe(true)
})

test('checks from very many addresses are limited too', async () => {
  const stored = await hashPassword('yö ja päivä', 'test')
  const flood = Array.from({ length: 210 }, (_, index) => passwordMatches(stored, 'väärä', `2001:db8:${index.toString(16)}::`))
  const last = await Promise.allSettled(flood.slice(200))
  for (const result of last) expect(result.status === 'rejected' && result.reason instanceof RequestFault && result.reason.status).toBe(503)
  await Promise.all(flood.slice(0, 200))
})

test('one user’s many new passwords do not prevent others from setting theirs', async () => {
  const flood = Promise.allSettled(Array.from({ length: 25 }, () => hashPassword('yö ja päivä', 'user 1')))
  await expect(hashPassword('yö ja päivä', 'user 2')).resolves.toHaveProperty('argon2id')
  expect((await flood).filter(({ status }) => status === 'rejected')).toHaveLength(5)
})

test('one subscriber’s many IPv6 networks do not fill the queue', async () => {
  const stored = await hashPassword('yö ja päivä', 'test')
  const flood = Promise.allSettled(
    Array.from({ length: 11 * 20 }, (_, index) => passwordMatches(stored, 'väärä', `2001:db8:1:${(index % 11).toString(16)}::`)),
  )
  await expect(passwordMatches(stored, 'yö ja päivä', '198.51.100.1')).resolves.toBe(true)
  expect((await flood).filter(({ status }) => status === 'rejected')).toHaveLength(160)
})

test('addresses in a few IPv6 networks of /48 do not keep others out', async () => {
  const stored = await hashPassword('yö ja päivä', 'test')
  const results = new Map<string, number>()
  const stranger = async (address: string) => {
    const result = await passwordMatches(stored, 'väärä', address).then(String, (fault) => String(fault.status))
    results.set(result, (results.get(result) ?? 0) + 1)
  }
  // All 200 places: ten addresses of each network, as many of each as one address may have.
  const flood = Array.from({ length: 4 * 60 }, (_, index) =>
    stranger(`2001:db8:${(index % 4).toString(16)}:${(Math.floor(index / 4) % 10).toString(16)}::`),
  )
  const real = ['198.51.100.1', '198.51.100.2', '203.0.113.7', '192.0.2.9'].map((client) => passwordMatches(stored, 'yö ja päivä', client))
  expect(await Promise.all(real)).toEqual([true, true, true, true])
  // Served together with the first ones of the strangers, not after all of them.
  expect(results.get('false') ?? 0).toBeLessThan(40)
  await Promise.all(flood)
  expect(Object.fromEntries(results)).toEqual({ false: 196, 429: 4, 503: 40 })
})
