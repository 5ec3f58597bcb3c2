import { sql } from 'kysely'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Ids = { ids: readonly string[] }

const liveAddresses = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('postiosoite')
    .select(['id', 'asiakas_id'])
    .where('status', '=', 1)
    .where('id', '=', anyOf(parameter('ids'))),
)
const enabledDrivers = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('user')
    .select('id')
    .where('status', '=', 1)
    .where(sql<boolean>`user_roles @> '{kuljettaja}'`)
    .where('id', '=', anyOf(parameter('ids'))),
)
const liveCars = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('auto')
    .select('id')
    .where('status', '=', 1)
    .where('id', '=', anyOf(parameter('ids'))),
)
const idsOf = (rows: readonly { id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id))

/** The live ones of the addresses, with their customers. */
export async function addressesOf(runner: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  return new Map((await liveAddresses(runner, { ids })).map(({ id, asiakas_id }) => [id, asiakas_id]))
}
/** Those of the users who are enabled and drivers. */
export const driversOf = async (runner: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  idsOf(await enabledDrivers(runner, { ids }))
/** Those of the cars that are not removed. */
export const carsOf = async (runner: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  idsOf(await liveCars(runner, { ids }))
