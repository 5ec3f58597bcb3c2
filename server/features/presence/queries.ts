import { changingLasts, type PageViewer } from '#domain/features/presence/viewers.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Viewing = { person: string; page: string }

/** Notes that somebody has a page open. `isNews`: the others have not been told so yet. Old notes are deleted. */
export async function noteViewing(
  runner: Queryable,
  { person, page, at, changes }: Viewing & { at: number; changes: boolean },
  since: number,
): Promise<{ isNews: boolean }> {
  const { rows } = await runner.query<{ known: boolean }>(
    `WITH before AS (SELECT muuttanut, nahty FROM katselu WHERE kayttaja_id = $1 AND sivu = $2 AND nahty >= $4),
          old AS (DELETE FROM katselu WHERE nahty < $4 AND NOT (kayttaja_id = $1 AND sivu = $2)),
          noted AS (INSERT INTO katselu AS k (kayttaja_id, sivu, nahty, muuttanut) VALUES ($1, $2, $3, $5)
                    ON CONFLICT (sivu, kayttaja_id) DO UPDATE SET nahty = excluded.nahty, muuttanut = greatest(k.muuttanut, excluded.muuttanut))
     SELECT EXISTS (SELECT FROM before
                     WHERE (muuttanut > nahty - $6) = (greatest(muuttanut, $5) > $3 - $6)) AS known`,
    [person, page, at, since, changes ? at : 0, changingLasts],
  )
  return { isNews: rows[0]?.known !== true }
}

export async function forgetViewing(runner: Queryable, { person, page }: Viewing): Promise<void> {
  await runner.query('DELETE FROM katselu WHERE kayttaja_id = $1 AND sivu = $2', [person, page])
}

/** The others who have had the page open since then, by name. */
export async function readViewers(runner: Queryable, { person, page }: Viewing, since: number): Promise<PageViewer[]> {
  const { rows } = await runner.query<PageViewer>(
    `SELECT u.id, coalesce(nullif(u.field_fullname, ''), u.name) AS nimi, k.muuttanut > k.nahty - $4 AS muuttaa
       FROM katselu k JOIN "user" u ON u.id = k.kayttaja_id
      WHERE k.sivu = $1 AND k.kayttaja_id <> $2 AND k.nahty >= $3
      ORDER BY nimi, u.id LIMIT 20`,
    [page, person, since, changingLasts],
  )
  return rows
}
