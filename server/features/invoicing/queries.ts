import type { Pool } from 'pg'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const groups = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tilaus as t')
    .leftJoin('tilaus_ryhma as g', (join) => join.onRef('g.id', '=', 't.tilaus_ryhma_id').on('g.status', '=', 1))
    .select(['t.id', 'g.id as ryhma'])
    .where('t.id', '=', anyOf(parameter('ids'))),
)

/** The orders with the live groups that they belong to. */
export const groupsOfOrders = (pool: Pool, ids: readonly string[]): Promise<{ id: string; ryhma: string | null }[]> => groups(pool, { ids })

const credited = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('lasku_tilaus as o')
    .innerJoin('lasku as l', 'l.id', 'o.lasku_id')
    .select(['o.tilaus_id as id', 'l.numero'])
    .distinct()
    .where('o.tilaus_id', '=', anyOf(parameter('ids')))
    .where('o.voimassa', '=', false)
    .where('l.status', '=', 1)
    .where('l.tila', '=', 'hyvitetty'),
)

/** The orders that a wholly credited invoice may still return, with the number of that invoice. */
export const creditedOrders = async (runner: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map((await credited(runner, { ids })).map(({ id, numero }) => [id, numero]))
