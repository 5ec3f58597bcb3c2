import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Ids = { ids: readonly string[] }
export type BusyCustomer = { name: string; tilauksia: number }

const lockedCustomers = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('asiakas')
    .select('id')
    .where('id', '=', anyOf(parameter('ids')))
    .orderBy('id')
    .forUpdate(),
)

/** Locks the customers: until the transaction ends, no order of theirs is stored. */
export async function lockCustomers(runner: Queryable, ids: readonly string[]): Promise<void> {
  await lockedCustomers(runner, { ids })
}

const busyCustomers = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .select(({ fn }) => ['a.name', fn.countAll<number>().as('tilauksia')])
    .where('a.id', '=', anyOf(parameter('ids')))
    .where('t.status', '=', 1)
    .where(({ eb, or }) => or([eb('t.avoin', '=', true), eb('t.tilauksen_tila', '=', 'toimitettu')]))
    .groupBy('a.id')
    .orderBy('a.drupal_internal__id'),
)

/** Those that have open or uninvoiced orders, with their number. */
export const customersWithWork = (runner: Queryable, ids: readonly string[]): Promise<BusyCustomer[]> => busyCustomers(runner, { ids })
