import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'

import { fairQueue } from '#server/platform/workers/fair-queue.ts'

/** An answer as it is kept under an Idempotency-Key. */
export type KeptAnswer = { status: number; location: string | null; body: string }
/** A request that may be repeated: whose, under which key, and what it asked. */
export type Repeat = { userId: string; key: string; asked: string }

const repeatDays = 7

/** The key of the request's header; null when there is none. */
export function repeatKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)) return key
  throw new RequestFault({ kind: 'bad_request', detail: 'Idempotency-Key ei kelpaa: 1–128 merkkiä ilman välilyöntejä.' })
}

/**
 * A request whose body says all that it asks; null when it carries no key. The fields `secret` leave no trace, not even in
 * a hash, where a password could be found by guessing.
 */
export function repeatOf(request: FastifyRequest, { userId }: { userId: string }, secret: readonly string[] = []): Repeat | null {
  const key = repeatKeyOf(request)
  if (key === null) return null
  const body = JSON.stringify(request.body, (name, value: unknown) => (secret.includes(name) ? undefined : value))
  return { userId, key, asked: `${request.method} ${request.url} ${body}` }
}

/**
 * Does the work once for a key. The work keeps its own answer in the statement that stores what it did (`keptRow`). A repeat
 * does the work again as far as the key, meets the first one there, is undone and gets the first one's answer: repeats are
 * rare, and the common case costs no statement of its own. Whatever stopped a repeat (the key itself, or that the work was
 * done already), the first answer is the answer.
 */
export async function answerOnce(pool: Pool, repeat: Repeat | null, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
  try {
    return await work()
  } catch (error) {
    const kept = repeat && (await keptAnswer(pool, repeat))
    if (kept) return kept
    throw error
  }
}

/** `answerOnce` for work of one transaction of several statements, which keeps the answer too. */
export function storeOnce(
  pool: Pool,
  repeat: Repeat | null,
  now: number,
  work: (client: PoolClient) => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const store = async (client: PoolClient): Promise<KeptAnswer> => {
    const answer = await work(client)
    if (repeat) await keepAnswer(client, repeat, answer, now)
    return answer
  }
  return answerOnce(pool, repeat, () => inTransaction(pool, store))
}

// Each of them keeps a connection while its work uses others of the same pool (10).
const mostHeldKeys = 3
// However long one person's work takes, another's comes in between.
const inQueue = fairQueue({ maxRunning: mostHeldKeys, maxRunningPerSource: mostHeldKeys - 1 })

/**
 * `answerOnce` for work of many transactions: of two requests with one key the second waits for the first one's answer. The
 * key is held by a lock that the database lets go whatever happens to the server. After a crash before the answer was kept,
 * a repeat does the work again: such work has to bear a repeat (rules/invoicing.md#sending).
 */
export function whileKeyIsHeld(pool: Pool, repeat: Repeat, now: number, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
  const hold = async (client: PoolClient): Promise<KeptAnswer> => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${repeat.userId} ${repeat.key}`])
    const kept = await keptAnswer(client, repeat)
    if (kept) return kept
    const answer = await work()
    await keepAnswer(client, repeat, answer, now)
    return answer
  }
  return inQueue({ id: repeat.userId }, () => inTransaction(pool, hold))
}

/**
 * The row that keeps an answer, for a statement that stores more in the same breath. What is kept of a JSON:API write is
 * which rows it wrote, not a text (decision 9): the answer, the first and a repeat's, is read from them.
 */
export const keptRow = ({ userId, key, asked }: Repeat, answer: string, now: number) => ({
  kayttaja: userId,
  avain: key,
  pyynto: fingerprint(asked),
  luotu: now,
  tila: 200,
  vastaus: answer,
})

/** The answer that the first request with this key got; null when there has been none. */
export async function keptAnswer(runner: Queryable, { userId, key, asked }: Repeat): Promise<KeptAnswer | null> {
  const { rows } = await runner.query<{ pyynto: string; tila: number; sijainti: string | null; vastaus: string }>({
    name: 'kept-answer',
    text: 'SELECT pyynto, tila, sijainti, vastaus FROM toistoavain WHERE kayttaja = $1 AND avain = $2',
    values: [userId, key],
  })
  const [first] = rows
  if (!first) return null
  if (first.pyynto !== fingerprint(asked))
    throw new RequestFault({ kind: 'invalid', detail: 'Sama Idempotency-Key on jo käytetty toisessa pyynnössä.' })
  return { status: first.tila, location: first.sijainti, body: first.vastaus }
}

/** Fails with a unique violation when the key is kept already; waits for another transaction that is keeping it. */
export async function keepAnswer(runner: Queryable, { userId, key, asked }: Repeat, answer: KeptAnswer, now: number): Promise<void> {
  await runner.query({
    name: 'keep-answer',
    text: 'INSERT INTO toistoavain (kayttaja, avain, pyynto, luotu, tila, sijainti, vastaus) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    values: [userId, key, fingerprint(asked), now, answer.status, answer.location, answer.body],
  })
}

const fingerprint = (asked: string): string => createHash('sha256').update(asked).digest('base64url')

/** Forgets keys older than a week (rules/http-api.md#idempotency-keys). */
export async function forgetKeys(runner: Queryable, now: number): Promise<void> {
  await runner.query('DELETE FROM toistoavain WHERE luotu < $1', [now - repeatDays * 86_400])
}
