import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { newOrderPause } from '#domain/features/sms/new-order-message.ts'
import type { SentSms } from '#domain/features/sms/sent-sms.ts'
import { anyOf, db, type ParameterOf, runQuery, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Database } from '#server/platform/database/tables.ts'
import type { HeldSms } from '#server/platform/sms/sms-queue.ts'

export type SmsPerson = { id: string; name: string; puhelin: string }

const peopleOf = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('user as k')
    .leftJoin('profile_kuljettaja as a', 'a.uid_id', 'k.id')
    .leftJoin('profile_yllapito as y', 'y.uid_id', 'k.id')
    .leftJoin('profile_asiakas as c', 'c.uid_id', 'k.id')
    .select(({ fn, val }) => [
      'k.id',
      fn.coalesce(fn<string | null>('nullif', ['k.field_fullname', val('')]), 'k.name').as('name'),
      fn
        .coalesce(
          fn<string | null>('nullif', ['a.field_puhelinnumero', val('')]),
          fn<string | null>('nullif', ['y.field_puhelinnumero', val('')]),
          'c.field_puhelinnumero',
          val(''),
        )
        .as('puhelin'),
    ])
    .where('k.id', '=', anyOf(parameter('ids')))
    .where('k.status', '=', 1)
    .orderBy('name')
    .orderBy('k.id'),
)

/** Enabled users with the phone number of their profile: the driver's profile, else the administrator's, else the customer's; '' when there is none. */
export const smsPeople = (runner: Queryable, ids: readonly string[]): Promise<SmsPerson[]> => peopleOf(runner, { ids })

type Page = { limit: number; offset: number }

/** A page of the text messages, newest first, and the number of all. */
export async function sentSms(runner: Queryable, { limit, offset }: Page): Promise<{ data: SentSms[]; meta: { count: number } }> {
  const page = db
    .selectFrom('lahteva_tekstiviesti as t')
    .innerJoin('user as v', 'v.id', 't.vastaanottaja_id')
    .leftJoin('user as l', 'l.id', 't.lahettaja_id')
    .select(({ fn, val }) => [
      ...(['t.id', 't.luotu', 't.laji', 't.numero', 't.teksti', 't.osia', 't.tila'] as const),
      ...(['t.yrityksia', 't.lahetetty', 't.toimitettu', 't.virhe', 't.vastaanottaja_id'] as const),
      fn.coalesce(fn<string | null>('nullif', ['v.field_fullname', val('')]), 'v.name').as('vastaanottaja'),
      fn.coalesce(fn<string | null>('nullif', ['l.field_fullname', val('')]), 'l.name', val('')).as('lahettaja'),
    ])
    .orderBy('t.luotu', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .offset(offset)
  const all = db.selectFrom('lahteva_tekstiviesti').select(({ fn }) => fn.countAll<number>().as('count'))
  const [rows, [counted]] = [await runQuery(runner, page), await runQuery(runner, all)]
  return {
    data: rows.map(({ vastaanottaja_id, vastaanottaja, ...row }) => ({
      ...row,
      vastaanottaja: { id: vastaanottaja_id, name: vastaanottaja },
    })),
    meta: { count: counted?.count ?? 0 },
  }
}

/** Whether some line of an order is still the driver's to do: assigned to them, or on their published shift. */
function isToBeDone(order: Expression<string>, driver: Expression<string>): Expression<SqlBool> {
  const { or, exists, selectFrom } = expressionBuilder<Database>()
  const ownShifts = selectFrom('tyovuoro as v')
    .select('v.id')
    .where('v.kuljettaja_id', '=', driver)
    .where('v.tila', '=', 'PUBLISHED')
    .where('v.status', '=', 1)
  return or([
    exists(
      selectFrom('lahetys as l')
        .select('l.id')
        .where('l.tilaus_id', '=', order)
        .where((l) => l.or([l('l.kuljettaja_id', '=', driver), l('l.tyovuoro_id', 'in', ownShifts)]))
        .where('l.status', '=', 1)
        .where('l.tila', 'not in', ['toimitettu', 'peruutettu']),
    ),
    exists(
      selectFrom('tuntituote as j')
        .select('j.id')
        .where('j.tilaus_id', '=', order)
        .where((j) => j.or([j('j.kuljettaja_id', '=', driver), j('j.tyovuoro_id', 'in', ownShifts)]))
        .where('j.status', '=', 1)
        .where('j.tila', 'not in', ['toimitettu', 'peruutettu']),
    ),
  ])
}

const openOrders = statement((parameter: ParameterOf<{ driver: string; orders: readonly string[] }>) =>
  db
    .selectFrom('tilaus as t')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('t.id', '=', anyOf(parameter('orders')))
    .where(({ ref }) => isToBeDone(ref('t.id'), sql`${parameter('driver')}::uuid`)),
)

/** How many of these orders the driver still has to do. */
export async function countOpenOrders(runner: Queryable, of: { driver: string; orders: readonly string[] }): Promise<number> {
  const [counted] = await openOrders(runner, of)
  return counted?.count ?? 0
}

/** How many of the orders of each held message its driver still has to do, in the order of the messages. */
export async function countHeldOrders(runner: Queryable, held: readonly HeldSms[]): Promise<number[]> {
  const pairs = held.flatMap(({ vastaanottaja, tilaukset }, message) =>
    tilaukset.map((order) => ({ message, driver: vastaanottaja, order })),
  )
  if (pairs.length === 0) return held.map(() => 0)
  const open = await runQuery(
    runner,
    db
      .selectFrom(
        sql<{ message: number; driver: string; order: string }>`unnest(
          ${pairs.map(({ message }) => message)}::int[], ${pairs.map(({ driver }) => driver)}::uuid[], ${pairs.map(({ order }) => order)}::uuid[]
        )`.as<'h'>(sql`h(message, driver, "order")`),
      )
      .select('h.message')
      .where(({ ref }) => isToBeDone(ref('h.order'), ref('h.driver'))),
  )
  return held.map((_, message) => open.filter((pair) => pair.message === message).length)
}

/** The calendar makes the orders of routes every day, weeks ahead: until somebody changes one, it is no news to the route's driver. */
function isOfPeople(order: Expression<string>): Expression<SqlBool> {
  const { not, exists, selectFrom } = expressionBuilder<Database>()
  return not(exists(selectFrom('tilaus as r').select('r.id').where('r.id', '=', order).where('r.koskematon', '=', true)))
}

export type DriverWithNewOrders = SmsPerson & { tilauksia: number; tilaukset: readonly string[] }

/**
 * Drivers with orders that have not been announced to them, and without an announcement within `newOrderPause`, by text message or on a device.
 * `tilaukset` are the ids of the orders, `tilauksia` is the number of those that are still theirs to do.
 */
export async function driversWithNewOrders(runner: Queryable, now: number): Promise<DriverWithNewOrders[]> {
  const due = db
    .selectFrom('uusi_ajo as u')
    .select(['u.kuljettaja_id', 'u.tilaus_id'])
    .where(({ ref }) => isOfPeople(ref('u.tilaus_id')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lahteva_tekstiviesti as t')
            .select('t.id')
            .whereRef('t.vastaanottaja_id', '=', 'u.kuljettaja_id')
            .where('t.laji', '=', 'uudet_tilaukset')
            .where('t.luotu', '>', now - newOrderPause),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('push_announced as a')
            .select('a.subject')
            .whereRef('a.person_id', '=', 'u.kuljettaja_id')
            .where('a.kind', '=', 'new_orders')
            .where('a.announced', '>', now - newOrderPause),
        ),
      ),
    )
  const rows = await runQuery(
    runner,
    db
      .with('odottavat', () => due)
      .selectFrom('odottavat as o')
      .select(({ fn, ref }) => [
        'o.kuljettaja_id as id',
        fn.agg<string[]>('array_agg', ['o.tilaus_id']).as('tilaukset'),
        fn
          .count<number>('o.tilaus_id')
          .distinct()
          .filterWhere(isToBeDone(ref('o.tilaus_id'), ref('o.kuljettaja_id')))
          .as('tilauksia'),
      ])
      .groupBy('o.kuljettaja_id')
      .orderBy('o.kuljettaja_id')
      .limit(200),
  )
  const people = new Map(
    (
      await smsPeople(
        runner,
        rows.map(({ id }) => id),
      )
    ).map((person) => [person.id, person]),
  )
  return rows.map((row) => ({ name: '', puhelin: '', ...people.get(row.id), ...row }))
}

/** Deletes the announced orders. Orders assigned after they were read stay for the next message. */
export async function forgetNewOrders(runner: Queryable, drivers: readonly DriverWithNewOrders[]): Promise<void> {
  if (drivers.length === 0) return
  const announced = db
    .deleteFrom('uusi_ajo')
    .where(({ and, eb, or }) =>
      or(drivers.map(({ id, tilaukset }) => and([eb('kuljettaja_id', '=', id), eb('tilaus_id', 'in', tilaukset)]))),
    )
  await runQuery(runner, announced)
}

export async function forgetOldNewOrders(runner: Queryable, before: number): Promise<void> {
  await runQuery(runner, db.deleteFrom('uusi_ajo').where('luotu', '<=', before))
}
