import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { RequestFault } from '#domain/errors.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

test('argon2id with OWASP’s parameters, whichever way ä is written', async () => {
  const stored = await hashPassword('yö ja päivä')
  expect(stored.argon2id).toMatch(/^\$argon2id\$v=19\$/)
  expect(parseOptions(stored.argon2id)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(await passwordMatches(stored, 'yö ja päivä'.normalize('NFD'))).toBe(true)
  expect(await passwordMatches(stored, 'yo ja paiva')).toBe(false)
  expect(await passwordMatches(null, 'yö ja päivä')).toBe(false)
})

test('a flood waits in a bounded line; the rest is turned away and the line empties again', async () => {
  const stored = await hashPassword('yö ja päivä')
  const results = await Promise.allSettled(Array.from({ length: 150 }, () => passwordMatches(stored, 'väärä')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(results.length - refused.length).toBeGreaterThanOrEqual(100)
  for (const { reason } of refused) expect(reason instanceof RequestFault && reason.status).toBe(503)
  expect(await passwordMatches(stored, 'yö ja päivä')).toBe(true)
})
