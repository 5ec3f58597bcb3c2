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
  // Another address waits for at most one of the sign-ins from one address.
  maxRunningPerSource: 1,
  // Enough for an office where everybody signs in at once in the morning.
  maxPendingPerSource: 20,
  // A subscriber may have a whole /48, with 65 536 networks of /64.
  maxPendingPerGroup: 60,
  maxPending: 200,
  refusal: 'Kirjautuminen on ruuhkautunut. Yritä hetken kuluttua uudestaan.',
})
const sourceOf = (client: string): Source => ({ id: client, group: isIP(client) ? networkOf(client) : null })

/** An argon2id hash in PHC format, in an object so that the compiler distinguishes it from a password. */
export type PasswordHash = { argon2id: string }

/** Normalised, so that `ä` as one character and as two are the same password. */
const normal = (password: string) => toNfc(password)

/** `client` identifies the requester: a user's id, or an address before sign-in. Each has its share of the queue. */
export async function hashPassword(password: string, client: string): Promise<PasswordHash> {
  return { argon2id: await queue(sourceOf(client), () => hash(normal(password), cost)) }
}

let dummyHash: Promise<PasswordHash> | undefined

/** Call it before the first sign-in, so that the first unknown name takes no longer than later ones. */
export function prepareDummyHash(): Promise<PasswordHash> {
  dummyHash ??= hashPassword(randomBytes(32).toString('base64url'), 'server')
  return dummyHash
}

/**
 * Does the same work when there is no hash (unknown name), so that the time does not show whether the name exists. `client` as for `hashPassword`.
 */
export async function passwordMatches(stored: PasswordHash | null, password: string, client: string): Promise<boolean> {
  const { argon2id } = stored ?? (await prepareDummyHash())
  const matches = await queue(sourceOf(client), () => verify(argon2id, normal(password)))
  return matches && stored !== null
}
