import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { RequestFault } from '#domain/errors.ts'

// OWASP's argon2id parameters: 19 MiB, two passes, one lane. (argon2id is the library's default algorithm.)
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashing shares the thread pool with files and DNS, and each takes 19 MiB: a flood waits in a short line, then is refused.
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1))
const longestLine = 100

let running = 0
const line: Array<() => void> = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (line.length >= longestLine)
      throw new RequestFault({ kind: 'unavailable', detail: 'Kirjautuminen on ruuhkautunut. Yritä hetken kuluttua uudestaan.' })
    // The one who finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => line.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = line.shift()
    if (next) next()
    else running--
  }
}

/** An argon2id hash in PHC form. In an object, so that it is never taken for a password. */
export type PasswordHash = { argon2id: string }

/** `ä` typed as one character and as two is the same password. */
const normal = (password: string) => password.normalize('NFC')

export async function hashPassword(password: string): Promise<PasswordHash> {
  return { argon2id: await inTurn(() => hash(normal(password), cost)) }
}

let nobodys: Promise<PasswordHash> | undefined

/** Made before the first sign-in, so that the first unknown name takes no longer than the second. */
export function prepareDummyHash(): Promise<PasswordHash> {
  nobodys ??= hashPassword(randomBytes(32).toString('base64url'))
  return nobodys
}

/** Does the same work when there is no hash (unknown name), so that the time taken tells nothing. */
export async function passwordMatches(stored: PasswordHash | null, password: string): Promise<boolean> {
  const { argon2id } = stored ?? (await prepareDummyHash())
  const matches = await inTurn(() => verify(argon2id, normal(password)))
  return matches && stored !== null
}
