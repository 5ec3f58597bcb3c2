import type { Pool } from 'pg'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'

const groups = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tilaus as t')
    .leftJoin('tilaus_ryhma as g', (join) => join.onRef('g.id', '=', 't.tilaus_ryhma_id').on('g.status', '=', 1))
    .select(['t.id', 'g.id as ryhma'])
    .where('t.id', '=', anyOf(parameter('ids'))),
)

/** The orders with the live groups that they belong to. */
export const groupsOfOrders = (pool: Pool, ids: readonly string[]): Promise<{ id: string; ryhma: string | null }[]> => groups(pool, { ids })
