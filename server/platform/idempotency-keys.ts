import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'

import { fairQueue } from '#server/platform/workers/fair-queue.ts'

/** An answer as it is stored under an Idempotency-Key. */
export type StoredAnswer = { status: number; location: string | null; body: string }
/** A request with an idempotency key: its user, its key and its content. */
export type IdempotentRequest = { userId: string; key: string; content: string }

const keyDays = 7

/** The key of the request's header; null when there is none. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)) return key
  throw new RequestFault({ kind: 'bad_request', detail: 'Idempotency-Key ei kelpaa: 1–128 merkkiä ilman välilyöntejä.' })
}

/**
 * The request with its body; null when it has no key. The fields `secret` are left out, also of the
 * hash, from which a password could be found by guessing.
 */
export function idempotentRequestOf(
  request: FastifyRequest,
  { userId }: { userId: string },
  secret: readonly string[] = [],
): IdempotentRequest | null {
  const key = idempotencyKeyOf(request)
  if (key === null) return null
  const body = JSON.stringify(request.body, (name, value: unknown) => (secret.includes(name) ? undefined : value))
  return { userId, key, content: `${request.method} ${request.url} ${body}` }
}

/**
 * Does the work once for a key. The work stores its own answer in the statement that stores its changes (`storedAnswerRow`). A retry
 * does the work again up to the key, finds the first request's row there, is rolled back and gets the first answer: retries are
 * rare, and the common case costs no extra statement. Whatever error stopped a retry (the key itself, or that the
 * work was done already), the first answer is returned.
 */
export async function answerOnce(
  pool: Pool,
  idempotent: IdempotentRequest | null,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  try {
    return await work()
  } catch (error) {
    const stored = idempotent && (await readStoredAnswer(pool, idempotent))
    if (stored) return stored
    throw error
  }
}

/** `answerOnce` for work of one transaction of several statements, which stores the answer too. */
export function storeOnce(
  pool: Pool,
  idempotent: IdempotentRequest | null,
  now: number,
  work: (client: PoolClient) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const store = async (client: PoolClient): Promise<StoredAnswer> => {
    const answer = await work(client)
    if (idempotent) await storeAnswer(client, idempotent, answer, now)
    return answer
  }
  return answerOnce(pool, idempotent, () => inTransaction(pool, store))
}

// Each of them keeps a connection while its work uses others of the same pool (10).
const maxHeldKeys = 3
// The long work of one user must not keep the others waiting.
const inQueue = fairQueue({ maxRunning: maxHeldKeys, maxRunningPerSource: maxHeldKeys - 1 })

/**
 * `answerOnce` for work of many transactions: of two requests with one key the second waits for the first one's answer. The
 * key is held by a lock that the database releases even if the server crashes. After a crash before the answer was stored,
 * a retry does the work again: such work must be safe to retry (rules/invoicing.md#sending).
 */
export function whileKeyIsHeld(
  pool: Pool,
  idempotent: IdempotentRequest,
  now: number,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const hold = async (client: PoolClient): Promise<StoredAnswer> => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${idempotent.userId} ${idempotent.key}`])
    const stored = await readStoredAnswer(client, idempotent)
    if (stored) return stored
    const answer = await work()
    await storeAnswer(client, idempotent, answer, now)
    return answer
  }
  return inQueue({ id: idempotent.userId }, () => inTransaction(pool, hold))
}

/**
 * The row that stores an answer, for a statement that stores the changes too. For a JSON:API write it stores
 * which rows it wrote, not a text (decision 9): the answer, to the first request and to a retry, is read from them.
 */
export const storedAnswerRow = ({ userId, key, content }: IdempotentRequest, answer: string, now: number) => ({
  kayttaja: userId,
  avain: key,
  pyynto: fingerprint(content),
  luotu: now,
  tila: 200,
  vastaus: answer,
})

/** The answer that the first request with this key got; null when there has been none. */
export async function readStoredAnswer(runner: Queryable, { userId, key, content }: IdempotentRequest): Promise<StoredAnswer | null> {
  const { rows } = await runner.query<{ pyynto: string; tila: number; sijainti: string | null; vastaus: string }>({
    name: 'kept-answer',
    text: 'SELECT pyynto, tila, sijainti, vastaus FROM toistoavain WHERE kayttaja = $1 AND avain = $2',
    values: [userId, key],
  })
  const [first] = rows
  if (!first) return null
  if (first.pyynto !== fingerprint(content))
    throw new RequestFault({ kind: 'invalid', detail: 'Sama Idempotency-Key on jo käytetty toisessa pyynnössä.' })
  return { status: first.tila, location: first.sijainti, body: first.vastaus }
}

/** Fails with a unique violation when the key is stored already; waits for another transaction that is storing it. */
export async function storeAnswer(
  runner: Queryable,
  { userId, key, content }: IdempotentRequest,
  answer: StoredAnswer,
  now: number,
): Promise<void> {
  await runner.query({
    name: 'keep-answer',
    text: 'INSERT INTO toistoavain (kayttaja, avain, pyynto, luotu, tila, sijainti, vastaus) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    values: [userId, key, fingerprint(content), now, answer.status, answer.location, answer.body],
  })
}

const fingerprint = (content: string): string => createHash('sha256').update(content).digest('base64url')

/** Deletes keys older than a week (rules/http-api.md#idempotency-keys). */
export async function forgetKeys(runner: Queryable, now: number): Promise<void> {
  await runner.query('DELETE FROM toistoavain WHERE luotu < $1', [now - keyDays * 86_400])
}
