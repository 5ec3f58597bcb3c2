import type { CalendarViewer } from '#domain/features/presence/calendar-viewers.ts'
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

type AtCalendar = { person: string; at: number; changes: boolean }

/** Notes that somebody has the shift calendar open. `isNews`: the others have not been told so yet. Old notes are deleted. */
export async function noteAtCalendar(runner: Queryable, { person, at, changes }: AtCalendar, since: number): Promise<{ isNews: boolean }> {
  const { rows } = await runner.query<{ known: boolean }>(
    `WITH before AS (SELECT FROM kalenterin_katselu WHERE kayttaja_id = $1 AND nahty >= $3 AND muuttaa = $4),
          old AS (DELETE FROM kalenterin_katselu WHERE nahty < $3 AND kayttaja_id <> $1),
          noted AS (INSERT INTO kalenterin_katselu (kayttaja_id, nahty, muuttaa) VALUES ($1, $2, $4)
                    ON CONFLICT (kayttaja_id) DO UPDATE SET nahty = excluded.nahty, muuttaa = excluded.muuttaa)
     SELECT EXISTS (SELECT FROM before) AS known`,
    [person, at, since, changes],
  )
  return { isNews: rows[0]?.known !== true }
}

export async function forgetAtCalendar(runner: Queryable, person: string): Promise<void> {
  await runner.query('DELETE FROM kalenterin_katselu WHERE kayttaja_id = $1', [person])
}

/** The others who have had the calendar open since then, by name. */
export async function readAtCalendar(runner: Queryable, person: string, since: number): Promise<CalendarViewer[]> {
  const { rows } = await runner.query<CalendarViewer>(
    `SELECT u.id, coalesce(nullif(u.field_fullname, ''), u.name) AS nimi, k.muuttaa
       FROM kalenterin_katselu k JOIN "user" u ON u.id = k.kayttaja_id
      WHERE k.kayttaja_id <> $1 AND k.nahty >= $2
      ORDER BY nimi, u.id LIMIT 20`,
    [person, since],
  )
  return rows
}
