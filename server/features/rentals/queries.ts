import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const activeAfter = statement((parameter: ParameterOf<{ after: string; limit: number }>) =>
  db
    .selectFrom('vuokraus as v')
    .innerJoin('asiakas as a', 'a.id', 'v.asiakas_id')
    .select('v.id')
    .where('v.tila', '=', 'aktiivinen')
    .where('v.status', '=', 1)
    .where('a.status', '=', 1)
    .where('v.id', '>', parameter('after'))
    .orderBy('v.id')
    .limit(parameter('limit')),
)

/** The next active rentals after an id, in the order of their ids, without those of removed customers. */
export async function activeRentalIds(runner: Queryable, page: { after: string; limit: number }): Promise<string[]> {
  const rows = await activeAfter(runner, page)
  return rows.map(({ id }) => id)
}

const ordersOf = statement((parameter: ParameterOf<{ rentals: readonly string[]; since: number }>) =>
  db
    .selectFrom('tilaus')
    .select(['vuokraus_id', 'vuokrakausi'])
    .where('vuokraus_id', 'is not', null)
    .where('vuokraus_id', '=', anyOf(parameter('rentals')))
    .where('vuokrakausi', '>=', parameter('since')),
)

/** The last days of the periods that have an order, removed orders too, by rental. */
export async function billedPeriods(
  runner: Queryable,
  of: { rentals: readonly string[]; since: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await ordersOf(runner, of)
  const byRental = Map.groupBy(rows, ({ vuokraus_id }) => vuokraus_id ?? '')
  return new Map([...byRental].map(([rental, orders]) => [rental, orders.map(({ vuokrakausi }) => vuokrakausi)]))
}
