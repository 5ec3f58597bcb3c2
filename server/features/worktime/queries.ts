import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const openDays = statement((parameter: ParameterOf<{ drivers: readonly string[]; exceptDays: readonly string[] }>) =>
  db
    .selectFrom('tyovuoro_kirjaus')
    .select('kuljettaja_id')
    .where('kuljettaja_id', '=', anyOf(parameter('drivers')))
    .where('status', '=', 1)
    .where('loppuaika', '=', 0)
    .where(({ eb, not }) => not(eb('id', '=', anyOf(parameter('exceptDays'))))),
)

/** The drivers among these who have an open day other than `exceptDays`. */
export async function driversWithOpenDays(runner: Queryable, drivers: readonly string[], exceptDays: readonly string[]): Promise<string[]> {
  const rows = await openDays(runner, { drivers, exceptDays })
  return rows.map(({ kuljettaja_id }) => kuljettaja_id)
}
