import { sql } from 'kysely'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** The people of a customer who are notified of one answer, at most. */
const maxReaders = 50

const named = statement((parameter: ParameterOf<{ id: string }>) =>
  db.selectFrom('user').select(sql<string>`coalesce(nullif(field_fullname, ''), name)`.as('name')).where('id', '=', parameter('id')),
)

export async function nameOfUser(runner: Queryable, id: string): Promise<string> {
  const [found] = await named(runner, { id })
  return found?.name ?? ''
}

const orders = statement((parameter: ParameterOf<{ orders: readonly string[] }>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .select(['t.id', 't.tilausnro', 'a.name as asiakas'])
    .where('t.id', '=', anyOf(parameter('orders'))),
)

export const ordersOfMessages = (runner: Queryable, ids: readonly string[]) => orders(runner, { orders: ids })

/**
 * The enabled people of each order's customer: those who ordered it or have written about it, or where nobody has, all of them. Who made
 * a row is in its first revision.
 */
const readers = statement((parameter: ParameterOf<{ orders: readonly string[] }>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('profile_asiakas as p')
          .innerJoin('user as u', 'u.id', 'p.uid_id')
          .select('u.id')
          .select(
            sql<boolean>`exists (select from revisio r where r.kayttaja = u.id and r.vid = 1 and (r.rivi = t.id
              or r.rivi in (select v.id from tilausviesti v where v.tilaus_id = t.id)))`.as('takes_part'),
          )
          .whereRef('p.field_asiakas_id', '=', 't.asiakas_id')
          .where('u.status', '=', 1)
          .where('p.status', '=', 1)
          .orderBy('takes_part', 'desc')
          .orderBy('u.id')
          .limit(maxReaders)
          .as('u'),
      (join) => join.onTrue(),
    )
    .select(['t.id as tilaus', 'u.id', 'u.takes_part'])
    .where('t.id', '=', anyOf(parameter('orders'))),
)

export async function readersOfAnswers(runner: Queryable, ids: readonly string[]): Promise<{ tilaus: string; id: string }[]> {
  const all = await readers(runner, { orders: ids })
  const withWriters = new Set(all.filter(({ takes_part }) => takes_part).map(({ tilaus }) => tilaus))
  return all.filter(({ tilaus, takes_part }) => takes_part || !withWriters.has(tilaus))
}
