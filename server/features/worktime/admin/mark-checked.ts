import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { openCheckFault } from '#domain/entities/worktime/worktime.rules.ts'
import { faultKinds } from '#domain/errors.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Row } from '#domain/model/registry.ts'
import { updateRow } from '#server/entities/engine.ts'
import type { WorktimeParts } from './read-records.ts'

/** Why a record cannot be marked, in Finnish; null when it can. */
function obstacle(record: Row<'tyovuoro_kirjaus'> | undefined, checked: boolean): string | null {
  if (!record || record.status === 0) return faultKinds.not_found.title
  return checked && record.loppuaika === 0 ? openCheckFault : null
}

/** Marks records as checked, which locks them, or takes the mark away; in the caller's transaction, a result for each (rules/worktime.md#locked-records). */
export async function markChecked(
  { engine, client }: WorktimeParts & { client: PoolClient },
  viewer: Viewer,
  { ids, tarkistettu }: { ids: readonly string[]; tarkistettu: boolean },
): Promise<OperationResults> {
  const loaded = await engine.load(viewer, 'tyovuoro_kirjaus', ids, { lock: true, runner: client })
  const records = new Map(loaded.map(({ row }) => [row.id, row]))
  const results = ids.map((id) => {
    const message = obstacle(records.get(id), tarkistettu)
    return message === null ? { id, success: true } : { id, success: false, message }
  })
  const changed = results.filter(({ id, success }) => success && records.get(id)?.tarkistettu !== tarkistettu)
  await engine.save(
    viewer,
    changed.map(({ id }) => updateRow('tyovuoro_kirjaus', id, { tarkistettu })),
    { client },
  )
  return { success: true, results }
}
