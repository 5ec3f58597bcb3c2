import { createHash } from 'node:crypto'
import { RequestFault } from '#domain/errors.ts'
import type { Runner } from './read.ts'

/** An answer as it is kept under an Idempotency-Key. */
export type KeptAnswer = { status: number; location: string | null; body: string }

export const repeatDays = 7

/**
 * Takes the key for this transaction, or gives the answer that the first request with it got. A request with the same
 * key that is still under way is waited for: its key row is locked until it has ended.
 */
export async function takeKey(runner: Runner, userId: string, key: string, request: string, now: number): Promise<KeptAnswer | null> {
  const fingerprint = createHash('sha256').update(request).digest('base64url')
  const taken = await runner.query<{ pyynto: string; tila: number | null; sijainti: string | null; vastaus: string | null; uusi: boolean }>(
    {
      name: 'take-key',
      text: `WITH uusi AS (INSERT INTO toistoavain (kayttaja, avain, pyynto, luotu) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING avain)
      SELECT (SELECT count(*) FROM uusi) = 1 AS uusi`,
      values: [userId, key, fingerprint, now],
    },
  )
  if (taken.rows[0]?.uusi) return null
  const { rows } = await runner.query<{ pyynto: string; tila: number | null; sijainti: string | null; vastaus: string | null }>(
    'SELECT pyynto, tila, sijainti, vastaus FROM toistoavain WHERE kayttaja = $1 AND avain = $2',
    [userId, key],
  )
  const [first] = rows
  if (first?.pyynto !== fingerprint)
    throw new RequestFault({ kind: 'invalid', detail: 'Sama Idempotency-Key on jo käytetty toisessa pyynnössä.' })
  return { status: first.tila ?? 200, location: first.sijainti, body: first.vastaus ?? '' }
}

export async function keepAnswer(runner: Runner, userId: string, key: string, answer: KeptAnswer): Promise<void> {
  await runner.query({
    name: 'keep-answer',
    text: 'UPDATE toistoavain SET tila = $3, sijainti = $4, vastaus = $5 WHERE kayttaja = $1 AND avain = $2',
    values: [userId, key, answer.status, answer.location, answer.body],
  })
}

/** Forgets keys older than a week (RULES section 1). */
export async function forgetKeys(runner: Runner, now: number): Promise<void> {
  await runner.query('DELETE FROM toistoavain WHERE luotu < $1', [now - repeatDays * 86_400])
}
