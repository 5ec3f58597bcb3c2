import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { toNfc } from '#domain/values/nfc.ts'
import { fairQueue, type Source } from '../platform/workers/fair-queue.ts'
import { networkOf } from './network-address.ts'

// OWASP's argon2id parameters: 19 MiB, two passes, one lane. (argon2id is the library's default algorithm.)
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashing shares the thread pool with files and DNS, and each takes 19 MiB.
const concurrency = Math.max(1, Math.min(3, availableParallelism() - 1))
const queue = fairQueue({
  maxRunning: concurrency,
  // However many sign-ins come from one address, another waits for at most one of them.
  maxRunningPerSource: 1,
  // An office signing in at once in the morning fits.
  maxPendingPerSource: 20,
  // A single subscriber may have 65 536 networks of /64 in its /48.
  maxPendingPerGroup: 60,
  maxPending: 200,
  refusal: 'Kirjautuminen on ruuhkautunut. Yritä hetken kuluttua uudestaan.',
})
const sourceOf = (client: string): Source => ({ id: client, group: isIP(client) ? networkOf(client) : null })

/** An argon2id hash in PHC form. In an object, so that it is never taken for a password. */
export type PasswordHash = { argon2id: string }

/** `ä` typed as one character and as two is the same password. */
const normal = (password: string) => toNfc(password)

/** `client` identifies the requester: a user's id, or an address before sign-in. Each has its share of the queue. */
export async function hashPassword(password: string, client: string): Promise<PasswordHash> {
  return { argon2id: await queue(sourceOf(client), () => hash(normal(password), cost)) }
}

let nobodys: Promise<PasswordHash> | undefined

/** Made before the first sign-in, so that the first unknown name takes no longer than the second. */
export function prepareDummyHash(): Promise<PasswordHash> {
  nobodys ??= hashPassword(randomBytes(32).toString('base64url'), 'server')
  return nobodys
}

/**
 * Does the same work when there is no hash (unknown name), so that the time does not show whether the name exists. `client` as for `hashPassword`.
 */
export async function passwordMatches(stored: PasswordHash | null, password: string, client: string): Promise<boolean> {
  const { argon2id } = stored ?? (await prepareDummyHash())
  const matches = await queue(sourceOf(client), () => verify(argon2id, normal(password)))
  return matches && stored !== null
}
