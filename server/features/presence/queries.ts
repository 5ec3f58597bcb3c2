import type { OrderViewer } from '#domain/features/presence/order-viewers.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Looking = { person: string; order: string; at: number }

/** Notes that somebody is looking. `isNew`: they were not, or no longer. Old notes of the order are deleted. */
export async function noteLooking(runner: Queryable, { person, order, at }: Looking, since: number): Promise<{ isNew: boolean }> {
  const { rows } = await runner.query<{ before: string | null }>(
    `WITH before AS (SELECT nahty FROM katselu WHERE kayttaja_id = $1 AND tilaus_id = $2),
          old AS (DELETE FROM katselu WHERE nahty < $4 AND NOT (kayttaja_id = $1 AND tilaus_id = $2)),
          noted AS (INSERT INTO katselu (kayttaja_id, tilaus_id, nahty) VALUES ($1, $2, $3)
                    ON CONFLICT (tilaus_id, kayttaja_id) DO UPDATE SET nahty = excluded.nahty)
     SELECT (SELECT nahty FROM before) AS before`,
    [person, order, at, since],
  )
  const before = rows[0]?.before
  return { isNew: before === null || before === undefined || Number(before) < since }
}

export async function forgetLooking(runner: Queryable, { person, order }: Omit<Looking, 'at'>): Promise<void> {
  await runner.query('DELETE FROM katselu WHERE kayttaja_id = $1 AND tilaus_id = $2', [person, order])
}

/** The others who have been looking at the order since then, by name. */
export async function readLooking(runner: Queryable, { person, order, at: since }: Looking): Promise<OrderViewer[]> {
  const { rows } = await runner.query<OrderViewer>(
    `SELECT u.id, coalesce(nullif(u.field_fullname, ''), u.name) AS nimi
       FROM katselu k JOIN "user" u ON u.id = k.kayttaja_id
      WHERE k.tilaus_id = $1 AND k.kayttaja_id <> $2 AND k.nahty >= $3
      ORDER BY nimi, u.id LIMIT 20`,
    [order, person, since],
  )
  return rows
}
