import type { Queryable } from '#server/platform/database/queryable.ts'

/** Fields of a revision: column's key → from, to. */
export type Revision = {
  entiteetti: string
  rivi: string
  vid: number
  aika: number
  kayttaja: string | null
  muutokset: Readonly<Record<string, readonly [unknown, unknown]>>
}

/**
 * A position in the log of revisions: the snapshot in which it was last read, and the start time of PostgreSQL, because
 * transaction ids of another cluster have no meaning here. The numbers of revisions would not do: they are assigned before
 * the commit, so a smaller one may become visible after a larger one (decision 16).
 */
export type Position = { began: string; snapshot: string }

/** More changes than this at once are not sent individually. */
export const maxRevisions = 1000

export const positionText = ({ began, snapshot }: Position): string => `${began}-${snapshot}`

const positionForm = /^(\d{1,12})-((\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19}){0,2000})?))$/

/** A snapshot of ours lags by the transactions that were in progress. One that lags further would cause a read of the whole log. */
const maxUnderWay = 1_000_000n

/** Null when no server issued it: PostgreSQL would refuse a snapshot whose numbers are not in order. */
export function readPosition(text: string): Position | null {
  const [, began, snapshot, first, end, running] = positionForm.exec(text) ?? []
  if (began === undefined || snapshot === undefined || first === undefined || end === undefined) return null
  const [from, to] = [BigInt(first), BigInt(end)]
  const between = running ? running.split(',').map(BigInt) : []
  const inOrder = from <= to && between.every((number, at) => (between[at - 1] ?? from) <= number && number < to)
  return inOrder && from > 0n && to - from <= maxUnderWay ? { began, snapshot } : null
}

const endOf = ({ snapshot }: Position): bigint => BigInt(snapshot.split(':')[1] ?? 0)

/** Whether `now` is the same position as `from` or a later one of the same PostgreSQL. */
export const isBefore = (from: Position, now: Position): boolean => from.began === now.began && endOf(from) <= endOf(now)

type Row = { began: string; snapshot: string } & ({ [K in keyof Revision]: null } | Revision)

/**
 * The revisions that have become visible between two positions; `from` null reads none, `to` null is now. Null instead of
 * a list when there are more than `maxRevisions`, or `from` is of another PostgreSQL.
 */
export async function readRevisions(
  runner: Queryable,
  from: Position | null,
  to: Position | null,
): Promise<{ position: Position; revisions: Revision[] | null }> {
  // The new position and the visible revisions must come from one snapshot, so they are read in one statement.
  const { rows } = await runner.query<Row>({
    name: 'tapahtumat',
    text: `SELECT nyt.began, nyt.upto::text AS snapshot, r.entiteetti, r.rivi, r.vid::float8 AS vid, r.aika::float8 AS aika, r.kayttaja, r.muutokset
      FROM (SELECT extract(epoch FROM pg_postmaster_start_time())::bigint::text AS began, coalesce($2::pg_snapshot, pg_current_snapshot()) AS upto) nyt
      LEFT JOIN LATERAL (
        SELECT * FROM revisio
        WHERE tapahtuma >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(tapahtuma, $1::pg_snapshot)
          AND pg_visible_in_snapshot(tapahtuma, nyt.upto)
        ORDER BY tapahtuma, id LIMIT ${maxRevisions + 1}
      ) r ON true`,
    values: [from?.snapshot ?? null, to?.snapshot ?? null],
  })
  const [first] = rows
  if (!first) throw new Error('PostgreSQL told no snapshot')
  const position = { began: first.began, snapshot: first.snapshot }
  const revisions = rows.filter((row): row is Row & Revision => row.rivi !== null)
  const isKnown = from === null || from.began === position.began
  return { position, revisions: isKnown && revisions.length <= maxRevisions ? revisions : null }
}
