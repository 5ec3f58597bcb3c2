import { db, runQuery } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

export type ChangedSetting = { id: number; avain: string; ennen: unknown; jalkeen: unknown; aika: number; kayttaja: string }

/** A page of the changes of settings, newest first, and how many there are. */
export async function settingsChanges(
  runner: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ChangedSetting[]; count: number }> {
  const page = db
    .selectFrom('asetusmuutos as m')
    .leftJoin('user as k', 'k.id', 'm.kayttaja')
    .select(({ fn, val }) => [
      ...(['m.id', 'm.avain', 'm.ennen', 'm.jalkeen', 'm.aika'] as const),
      fn.coalesce(fn<string | null>('nullif', ['k.field_fullname', val('')]), 'k.name', val('')).as('kayttaja'),
    ])
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
  const all = db.selectFrom('asetusmuutos').select(({ fn }) => fn.countAll<number>().as('count'))
  const [rows, [counted]] = [await runQuery(runner, page), await runQuery(runner, all)]
  return { rows, count: counted?.count ?? 0 }
}
