import { randomUUID } from 'node:crypto'
import type { JobState } from '#domain/calls/background-job.ts'
import type { Runner } from '../jsonapi/read.ts'

/** Seconds for which a job is its server's; a living server says six times meanwhile that it is, and oftener while something comes of it. */
export const lease = 60
/** A job that took its server down so often is not tried again. */
const mostTries = 3

export type TakenJob = { id: string; laji: string; tekija: string | null; syote: unknown; yrityksia: number }
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
  laji: string
  tekija: string | null
  /** Of two unfinished jobs of a kind with the same key there is only one. */
  avain?: string
  syote: unknown
}

const unfinished = `tila in ('odottaa', 'kaynnissa')`
const columns = `id, tekija_id as tekija, tila, tehty, kaikki, tulos, virhe, luotu::float8 as luotu, paattynyt::float8 as paattynyt`

/** Puts a job in the line, in the caller's transaction; gives its id, or that of the unfinished one with the same key. */
export async function enqueueJob(db: Runner, { laji, tekija, avain = '', syote }: NewJob, now: number): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into taustatyo (id, laji, tekija_id, avain, syote, luotu, seuraava_yritys) values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (laji, avain) where avain <> '' and ${unfinished} do update set avain = excluded.avain returning id`,
    [randomUUID(), laji, tekija, avain, JSON.stringify(syote), now],
  )
  const [row] = rows
  if (!row) throw new Error('A new job has no row')
  return row.id
}

/** Takes the job whose turn it is: a new one, or one whose server has not been heard of. Null when there is none. */
export async function takeJob(db: Runner, kinds: readonly string[], server: string, now: number): Promise<TakenJob | null> {
  const { rows } = await db.query<TakenJob>({
    name: 'taustatyo-otto',
    text: `update taustatyo t set tila = 'kaynnissa', ajaja = $2, yrityksia = yrityksia + 1, seuraava_yritys = $3::bigint + ${lease}
     where t.id = (select id from taustatyo where ${unfinished} and seuraava_yritys <= $3 and laji = any($1)
       order by seuraava_yritys, id limit 1 for update skip locked)
     returning id, laji, tekija_id as tekija, syote, yrityksia`,
    values: [kinds, server, now],
  })
  return rows[0] ?? null
}

type Hold = { id: string; server: string }
const held = `id = $1 and ajaja = $2 and tila = 'kaynnissa'`

/** Says that the job is being done, and how far it is. False: it is no longer this server's. */
export async function keepJob(db: Runner, { id, server }: Hold, done: number, of: number, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update taustatyo set tehty = $3, kaikki = $4, seuraava_yritys = $5::bigint + ${lease} where ${held}`,
    [id, server, done, of, now],
  )
  return rowCount === 1
}

export async function finishJob(
  db: Runner,
  { id, server }: Hold,
  { done, of, result }: { done: number; of: number; result: object },
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update taustatyo set tila = 'valmis', tehty = $3, kaikki = $4, tulos = $5, virhe = '', paattynyt = $6 where ${held}`,
    [id, server, done, of, JSON.stringify(result), now],
  )
  return rowCount === 1
}

export async function failJob(db: Runner, { id, server }: Hold, message: string, now: number): Promise<void> {
  await db.query(`update taustatyo set tila = 'epaonnistui', virhe = $3, paattynyt = $4 where ${held}`, [id, server, message, now])
}

/** Lets another try have it: after a pause, which grows, or at once when nothing went wrong (then the try does not count). */
export async function returnJob(db: Runner, { id, server }: Hold, pause: number, now: number): Promise<void> {
  await db.query(
    `update taustatyo set tila = 'odottaa', ajaja = null, seuraava_yritys = $3::bigint + $4, yrityksia = yrityksia - case when $4 = 0 then 1 else 0 end
     where ${held}`,
    [id, server, now, pause],
  )
}

export const isLastTry = ({ yrityksia }: TakenJob): boolean => yrityksia >= mostTries
export const isWornOut = ({ yrityksia }: TakenJob): boolean => yrityksia > mostTries

export type WhoseJobs = { laji: string; tekija: string }

/** A person's jobs of a kind, the newest first. */
export async function jobsOf(db: Runner, { laji, tekija }: WhoseJobs, most: number): Promise<StoredJob[]> {
  const { rows } = await db.query<StoredJob>(
    `select ${columns} from taustatyo where laji = $1 and tekija_id = $2 order by luotu desc, id desc limit $3`,
    [laji, tekija, most],
  )
  return rows
}

export async function jobById(db: Runner, laji: string, id: string): Promise<StoredJob | null> {
  const { rows } = await db.query<StoredJob>(`select ${columns} from taustatyo where id = $1 and laji = $2`, [id, laji])
  return rows[0] ?? null
}

export async function unfinishedJobs(db: Runner, { laji, tekija }: WhoseJobs): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from taustatyo where laji = $1 and tekija_id = $2 and ${unfinished}`,
    [laji, tekija],
  )
  return rows[0]?.count ?? 0
}

/** False when it had ended already. The server that does it hears of it at its next word. */
export async function cancelJob(db: Runner, id: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(`update taustatyo set tila = 'peruttu', paattynyt = $2 where id = $1 and ${unfinished}`, [id, now])
  return rowCount === 1
}

/** The ended jobs of a kind that nobody needs any more. */
export async function oldJobs(db: Runner, laji: string, before: number, most: number): Promise<{ id: string; tulos: unknown }[]> {
  const { rows } = await db.query<{ id: string; tulos: unknown }>(
    'select id, tulos from taustatyo where laji = $1 and paattynyt > 0 and paattynyt < $2 order by paattynyt limit $3',
    [laji, before, most],
  )
  return rows
}

export async function forgetJobs(db: Runner, ids: readonly string[]): Promise<void> {
  await db.query('delete from taustatyo where id = any($1::uuid[])', [ids])
}
