import { randomUUID } from 'node:crypto'
import type { JobState } from '#domain/model/background-job.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { QueueName } from './queues.ts'

/** The part of a job that users see: who requested it, its progress and its outcome. pg-boss decides when and where it runs. */
export type StoredJob = {
  id: string
  tekija: string | null
  tila: JobState
  tehty: number
  kaikki: number
  tulos: unknown
  virhe: string
  luotu: number
  paattynyt: number
}
export type NewJob = {
  laji: QueueName
  tekija: string | null
  /** At most one unfinished job of a kind has a given key. */
  avain?: string
  syote: unknown
}

const unfinished = `tila in ('odottaa', 'kaynnissa')`
const columns = `id, tekija_id as tekija, tila, tehty, kaikki, tulos, virhe, luotu::float8 as luotu, paattynyt::float8 as paattynyt`

/** Stores a job in the caller's transaction. If an unfinished job has the same key, returns its id with `isNew` false. */
export async function insertJob(
  db: Queryable,
  { laji, tekija, avain = '', syote }: NewJob,
  now: number,
): Promise<{ rowId: string; isNew: boolean }> {
  const rowId = randomUUID()
  const { rows } = await db.query<{ id: string }>(
    `insert into taustatyo (id, laji, tekija_id, avain, syote, luotu) values ($1, $2, $3, $4, $5, $6)
     on conflict (laji, avain) where avain <> '' and ${unfinished} do update set avain = excluded.avain returning id`,
    [rowId, laji, tekija, avain, JSON.stringify(syote), now],
  )
  const [row] = rows
  if (!row) throw new Error('A new job has no row')
  return { rowId: row.id, isNew: row.id === rowId }
}

/** Stores and returns the id of the pg-boss job that will run it. Called before that job is sent, because it may start at once. */
export async function recordBossId(db: Queryable, rowId: string): Promise<string> {
  const bossId = randomUUID()
  await db.query(`update taustatyo set queue_job_id = $2, tila = 'odottaa', yrityksia = 0 where id = $1`, [rowId, bossId])
  return bossId
}

/** Unfinished jobs that pg-boss does not know. */
export async function unqueuedJobs(db: Queryable): Promise<{ rowId: string; laji: string }[]> {
  const { rows } = await db.query<{ rowId: string; laji: string }>(
    `select id as "rowId", laji from taustatyo t where ${unfinished} and laji in (select name from pgboss.queue)
       and not exists (select from pgboss.job j where j.name = t.laji and j.id = t.queue_job_id) order by luotu, id`,
  )
  return rows
}

/**
 * One attempt at a job. A job has two ids: that of its row in taustatyo, by which people and calls name it, and that of the job of pg-boss
 * that runs it (`queue_job_id`), a new one each time it is queued. Other values mean that another server has taken the job over.
 */
export type JobAttempt = { rowId: string; bossId: string; attempt: number }
const isThisAttempt = `id = $1 and queue_job_id = $2 and yrityksia = $3 and tila = 'kaynnissa'`
const values = ({ rowId, bossId, attempt }: JobAttempt): (string | number)[] => [rowId, bossId, attempt]

/** Null when it was cancelled, has ended, or was deleted with the user who requested it. */
export async function startJob(db: Queryable, attempt: JobAttempt): Promise<{ tekija: string | null; syote: unknown } | null> {
  const { rows } = await db.query<{ tekija: string | null; syote: unknown }>(
    `update taustatyo set tila = 'kaynnissa', yrityksia = $3 where id = $1 and queue_job_id = $2 and ${unfinished}
     returning tekija_id as tekija, syote`,
    values(attempt),
  )
  return rows[0] ?? null
}

/** False when this attempt no longer holds the job: it was cancelled, or another server has started it. */
export async function storeProgress(db: Queryable, attempt: JobAttempt, { done, of }: { done: number; of: number }): Promise<boolean> {
  const { rowCount } = await db.query(`update taustatyo set tehty = $4, kaikki = $5 where ${isThisAttempt}`, [...values(attempt), done, of])
  return rowCount === 1
}

type Finished = { done: number; of: number; result: object; now: number }

export async function finishJob(db: Queryable, attempt: JobAttempt, { done, of, result, now }: Finished): Promise<boolean> {
  const { rowCount } = await db.query(
    `update taustatyo set tila = 'valmis', tehty = $4, kaikki = $5, tulos = $6, virhe = '', paattynyt = $7 where ${isThisAttempt}`,
    [...values(attempt), done, of, JSON.stringify(result), now],
  )
  return rowCount === 1
}

export async function failJob(db: Queryable, attempt: JobAttempt, { message, now }: { message: string; now: number }): Promise<void> {
  await db.query(`update taustatyo set tila = 'epaonnistui', virhe = $4, paattynyt = $5 where ${isThisAttempt}`, [
    ...values(attempt),
    message,
    now,
  ])
}

/** Marks the job as waiting for its next attempt. */
export async function returnJob(db: Queryable, attempt: JobAttempt): Promise<void> {
  await db.query(`update taustatyo set tila = 'odottaa' where ${isThisAttempt}`, values(attempt))
}

export type WhoseJobs = { laji: string; tekija: string }

/** A person's jobs of a kind, the newest first. */
export async function jobsOf(db: Queryable, { laji, tekija }: WhoseJobs, limit: number): Promise<StoredJob[]> {
  const { rows } = await db.query<StoredJob>(
    `select ${columns} from taustatyo where laji = $1 and tekija_id = $2 order by luotu desc, id desc limit $3`,
    [laji, tekija, limit],
  )
  return rows
}

export async function jobById(db: Queryable, laji: string, id: string): Promise<StoredJob | null> {
  const { rows } = await db.query<StoredJob>(`select ${columns} from taustatyo where id = $1 and laji = $2`, [id, laji])
  return rows[0] ?? null
}

export async function unfinishedJobs(db: Queryable, { laji, tekija }: WhoseJobs): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from taustatyo where laji = $1 and tekija_id = $2 and ${unfinished}`,
    [laji, tekija],
  )
  return rows[0]?.count ?? 0
}

/** Null when it had already ended. If another server runs it, that server notices within a second. */
export async function cancelJob(db: Queryable, rowId: string, now: number): Promise<{ laji: string; bossId: string | null } | null> {
  const { rows } = await db.query<{ laji: string; bossId: string | null }>(
    `update taustatyo set tila = 'peruttu', paattynyt = $2 where id = $1 and ${unfinished} returning laji, queue_job_id as "bossId"`,
    [rowId, now],
  )
  return rows[0] ?? null
}

/** Jobs of a kind that ended before a time. */
export async function oldJobs(
  db: Queryable,
  laji: string,
  { before, limit }: { before: number; limit: number },
): Promise<{ id: string; tulos: unknown }[]> {
  const { rows } = await db.query<{ id: string; tulos: unknown }>(
    'select id, tulos from taustatyo where laji = $1 and paattynyt > 0 and paattynyt < $2 order by paattynyt limit $3',
    [laji, before, limit],
  )
  return rows
}

export async function deleteJobs(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query('delete from taustatyo where id = any($1::uuid[])', [ids])
}
