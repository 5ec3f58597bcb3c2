import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Pool } from 'pg'
import { waitingSince } from '#domain/entities/route/route.calendar.ts'
import type { MissingInvoiceDetail } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import type { UninvoicedCustomer } from '#domain/features/invoicing/uninvoiced-customers.ts'
import type { UninvoicedFilter, UninvoicedSort } from '#domain/features/invoicing/uninvoiced-filter.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { anyOf, asBoolean, db, type ParameterOf, runQuery, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Database } from '#server/platform/database/tables.ts'

type OfOrder = ExpressionBuilder<Database & { t: Database['tilaus'] }, 't'>

const groups = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tilaus as t')
    .leftJoin('tilaus_ryhma as g', (join) => join.onRef('g.id', '=', 't.tilaus_ryhma_id').on('g.status', '=', 1))
    .select(['t.id', 'g.id as ryhma'])
    .where('t.id', '=', anyOf(parameter('ids'))),
)

/** The orders with the live groups that they belong to. */
export const groupsOfOrders = (pool: Pool, ids: readonly string[]): Promise<{ id: string; ryhma: string | null }[]> => groups(pool, { ids })

type Ids = { ids: readonly string[] }
const memberStates = ['toimitettu', 'laskutettu'] as const

const membersWith = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('tilaus as t')
    .leftJoin('tilaus_ryhma as g', (join) => join.onRef('g.id', '=', 't.tilaus_ryhma_id').on('g.status', '=', 1))
    .innerJoin('tilaus as m', (join) =>
      join.on((eb) => eb.or([eb('m.id', '=', eb.ref('t.id')), eb('m.tilaus_ryhma_id', '=', eb.ref('g.id'))])),
    )
    .select('m.id')
    .distinct()
    .where('t.id', '=', anyOf(parameter('ids')))
    .where('m.status', '=', 1)
    .where(({ eb, or }) => or([eb('m.id', '=', eb.ref('t.id')), eb('m.avoin', '=', true), eb('m.tilauksen_tila', 'in', memberStates)])),
)

/** The orders, and those that share a live group with one of them: open, delivered or invoiced. */
export const ordersWithGroups = async (runner: Queryable, ids: readonly string[]): Promise<string[]> =>
  (await membersWith(runner, { ids })).map(({ id }) => id)

const groupOfBillable = (eb: OfOrder) =>
  jsonObjectFrom(
    eb
      .selectFrom('tilaus_ryhma as g')
      .select(({ exists, selectFrom }) => [
        'g.id',
        'g.drupal_internal__id as nro',
        'g.hinta',
        asBoolean(
          exists(
            selectFrom('tilaus as o')
              .select('o.id')
              .whereRef('o.tilaus_ryhma_id', '=', 'g.id')
              .where('o.status', '=', 1)
              .where('o.avoin', '=', true),
          ),
        ).as('kesken'),
      ])
      .whereRef('g.id', '=', 't.tilaus_ryhma_id')
      .where('g.status', '=', 1),
  )

const customerOf = (eb: OfOrder) =>
  jsonObjectFrom(
    eb
      .selectFrom('asiakas as a')
      .select(['a.id', 'a.name', 'a.tyyppi', 'a.y_tunnus', 'a.maksuehto', 'a.laskutusvali'])
      .whereRef('a.id', '=', 't.asiakas_id'),
  )

const nonEmpty = sql<string[]>`'{}'`
const referencesOfShipments = (eb: OfOrder) =>
  eb
    .selectFrom('lahetys')
    .select(({ fn }) => [
      fn.coalesce(fn.agg<string[] | null>('array_agg', ['viite']).distinct().filterWhere('viite', '<>', ''), nonEmpty).as('viitteet'),
      fn.countAll<number>().as('lahetyksia'),
      sql<string | null>`(array_agg(nouto_postitmp ORDER BY drupal_internal__id))[1]`.as('from'),
      sql<string | null>`(array_agg(toimitus_postitmp ORDER BY drupal_internal__id DESC))[1]`.as('to'),
    ])
    .whereRef('tilaus_id', '=', 't.id')
    .where('status', '=', 1)
    .where('tila', '<>', 'peruutettu')
    .as('l')

const referencesOfJobs = (eb: OfOrder) =>
  eb
    .selectFrom('tuntituote')
    .select(({ fn }) => [
      fn.coalesce(fn.agg<string[] | null>('array_agg', ['viite']).distinct().filterWhere('viite', '<>', ''), nonEmpty).as('viitteet'),
    ])
    .whereRef('tilaus_id', '=', 't.id')
    .where('status', '=', 1)
    .where('tila', '<>', 'peruutettu')
    .as('h')

const billable = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('tilaus as t')
    .crossJoinLateral(referencesOfShipments)
    .crossJoinLateral(referencesOfJobs)
    .select(['t.id', 't.tilausnro', 't.drupal_internal__id as nro', 't.tyyppi', 't.hinta'])
    .select(['t.timestamp_toimitettu', 't.laskutus_viesti', 'l.lahetyksia'])
    .select(['t.laskutus_nimi', 't.laskutus_osoite1', 't.laskutus_osoite2', 't.laskutus_postinro', 't.laskutus_postitmp', 't.laskutus_maa'])
    .select(['t.laskutus_verkkolaskuosoite', 't.laskutus_valittaja', 't.laskutus_email'])
    .select(['l.viitteet as shipmentReferences', 'h.viitteet as jobReferences', 'l.from', 'l.to'])
    .leftJoin('reitti as r', 'r.id', 't.reitti_id')
    .select('r.laskutuspaivat')
    .select((eb) => [groupOfBillable(eb).as('ryhma'), customerOf(eb).as('asiakas')])
    .where('t.id', '=', anyOf(parameter('ids')))
    .orderBy('t.tilausnro'),
)
export type BillableRow = Awaited<ReturnType<typeof billable>>[number]

/** What the invoice rows of orders contain; the caller has locked the orders. */
export const billableOrders = (runner: Queryable, ids: readonly string[]): Promise<BillableRow[]> => billable(runner, { ids })

/** Puts orders on invoices. The unique index refuses an order that is on another one. */
export async function addToInvoices(runner: Queryable, orders: readonly { tilaus_id: string; lasku_id: string }[]): Promise<void> {
  await runner.query(
    `insert into lasku_tilaus (tilaus_id, lasku_id, voimassa)
     select tilaus_id, lasku_id, true from jsonb_to_recordset($1) as o (tilaus_id uuid, lasku_id uuid)`,
    [JSON.stringify(orders)],
  )
}

/** Takes all orders off an invoice that was undone or wholly credited. */
export async function releaseOrders(runner: Queryable, invoice: string): Promise<void> {
  await runner.query('update lasku_tilaus set voimassa = false where lasku_id = $1', [invoice])
}

/** Removes orders that were returned from a credited invoice: it must not return them again after they have been invoiced elsewhere. */
export async function removeFromInvoice(runner: Queryable, invoice: string, orders: readonly string[]): Promise<void> {
  await runner.query('delete from lasku_tilaus where lasku_id = $1 and tilaus_id = any($2::uuid[]) and not voimassa', [invoice, orders])
}

/** The orders of invoices, in the order of their ids; `isLive`: still on that invoice. */
export async function ordersOfInvoices(
  runner: Queryable,
  invoices: readonly string[],
): Promise<{ id: string; lasku: string; isLive: boolean }[]> {
  const { rows } = await runner.query<{ id: string; lasku: string; isLive: boolean }>(
    'select tilaus_id as id, lasku_id as lasku, voimassa as "isLive" from lasku_tilaus where lasku_id = any($1::uuid[]) order by tilaus_id',
    [invoices],
  )
  return rows
}

/** Stores what a provider is given. */
export async function storeContent(runner: Queryable, invoice: OutgoingInvoice): Promise<void> {
  await runner.query(
    'insert into lasku_sisalto (lasku_id, sisalto) values ($1, $2) on conflict (lasku_id) do update set sisalto = excluded.sisalto',
    [invoice.id, JSON.stringify(invoice)],
  )
}

/** What a provider was given; null before the first sending. */
export async function storedContent(runner: Queryable, id: string): Promise<OutgoingInvoice | null> {
  const { rows } = await runner.query<{ sisalto: OutgoingInvoice }>('select sisalto from lasku_sisalto where lasku_id = $1', [id])
  return rows[0]?.sisalto ?? null
}

/** The cents that credit notes in these states credit of each row of an invoice, negative. */
export async function creditsByRow(
  runner: Queryable,
  invoice: string,
  states: readonly string[],
): Promise<{ rivi: string; cents: number }[]> {
  const { rows } = await runner.query<{ rivi: string; cents: number }>(
    `select r.hyvitettava_rivi_id as rivi, (sum(r.veroton) * 100)::float8 as cents
     from lasku h join laskurivi r on r.lasku_id = h.id
     where h.hyvitettava_id = $1 and h.status = 1 and h.tila = any($2) and r.status = 1 and r.hyvitettava_rivi_id is not null
     group by r.hyvitettava_rivi_id`,
    [invoice, states],
  )
  return rows
}

/** Queues the mail of a sent invoice to the address that it was sent with. */
export async function queueInvoiceMail(runner: Queryable, invoice: string, now: number): Promise<void> {
  await runner.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, lasku_id)
     select 'lasku', sisalto -> 'buyer' ->> 'email', $2, lasku_id from lasku_sisalto where lasku_id = $1`,
    [invoice, now],
  )
}

const contentForMail = statement((parameter: ParameterOf<{ mail: string }>) =>
  db
    .selectFrom('lahteva_posti as p')
    .innerJoin('lasku_sisalto as s', 's.lasku_id', 'p.lasku_id')
    .select('s.sisalto')
    .where('p.id', '=', parameter('mail')),
)

/** The invoice that a queued mail brings. */
export const contentOfMail = async (runner: Queryable, mail: string): Promise<OutgoingInvoice | null> =>
  (await contentForMail(runner, { mail }))[0]?.sisalto ?? null

type Page = { limit: number; offset: number }
type Condition = RawBuilder<boolean>
const run = <R extends object>(runner: Queryable, query: RawBuilder<R>): Promise<R[]> =>
  runQuery(runner, { compile: () => query.compile(db) })
const all = (conditions: readonly Condition[]): Condition => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `))

/** The same as `missingForInvoice`, of the tables t (tilaus), a (asiakas) and g (the live tilaus_ryhma). */
const missingAt = (now: number): Record<MissingInvoiceDetail, Condition> => ({
  hinta: sql`coalesce(g.hinta, t.hinta) <= 0`,
  laskutusosoite: sql`concat(t.laskutus_email, t.laskutus_osoite1, t.laskutus_osoite2, t.laskutus_postinro, t.laskutus_postitmp, t.laskutus_verkkolaskuosoite) = ''`,
  y_tunnus: sql`(a.tyyppi = 'yritys' and a.y_tunnus = '')`,
  ryhma: sql`exists (select from tilaus o where o.tilaus_ryhma_id = g.id and o.status = 1 and o.avoin)`,
  laskutuspaiva: waitsForBillingDay(now),
})
const missingAnything = (now: number): Condition => sql`(${sql.join(Object.values(missingAt(now)), sql` or `)})`

/** The same as `isWaiting` of routes' orders: their delivery is later than the latest billing day. */
function waitsForBillingDay(now: number): Condition {
  const [fifteenth, last, both] = [['15'], ['t'], ['15', 't']] as const
  return sql`coalesce(t.timestamp_toimitettu >= (select case
    when r.laskutuspaivat @> '{15,t}' then ${waitingSince(now, both)}::bigint
    when r.laskutuspaivat @> '{15}' then ${waitingSince(now, fifteenth)}::bigint
    when r.laskutuspaivat @> '{t}' then ${waitingSince(now, last)}::bigint end from reitti r where r.id = t.reitti_id), false)`
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

function matching(text: string): Condition {
  const pattern = `%${escaped(text)}%`
  const numbered = (prefix: string, number: RawBuilder<unknown>): Condition =>
    sql`concat(${`${prefix}-`}::text, ${number}) ilike ${pattern}`
  const ofLine = (table: 'lahetys' | 'tuntituote'): Condition =>
    sql`exists (select from ${sql.table(table)} r where r.tilaus_id = t.id and r.status = 1 and r.viite ilike ${pattern})`
  return sql`(a.name ilike ${pattern} or a.y_tunnus ilike ${pattern} or ${numbered(registry.tilaus.tunniste.prefix, sql`t.tilausnro`)}
    or (g.id is not null and ${numbered(registry.tilaus_ryhma.tunniste.prefix, sql`g.drupal_internal__id`)})
    or ${ofLine('lahetys')} or ${ofLine('tuntituote')})`
}

/** The conditions of the filter except `puuttuu`. */
const conditionsOf = ({ asiakas_id, q, tyyppi, alku, loppu }: UninvoicedFilter): Condition[] => [
  sql`t.status = 1 and t.tilauksen_tila = 'toimitettu'`,
  ...(asiakas_id ? [sql<boolean>`t.asiakas_id = ${asiakas_id}::uuid`] : []),
  ...(tyyppi ? [sql<boolean>`t.tyyppi = ${tyyppi}`] : []),
  ...(alku ? [sql<boolean>`t.timestamp_toimitettu >= ${startOfDay(alku)}::bigint`] : []),
  ...(loppu ? [sql<boolean>`t.timestamp_toimitettu < ${addDays(startOfDay(loppu), 1)}::bigint`] : []),
  ...(q ? [matching(q)] : []),
]

function conditionOfMissing({ puuttuu }: UninvoicedFilter, now: number): Condition {
  if (puuttuu === undefined) return sql`true`
  if (puuttuu === 'jotain') return missingAnything(now)
  return puuttuu === 'ei_mitaan' ? sql`not ${missingAnything(now)}` : missingAt(now)[puuttuu]
}

const sources = sql`tilaus t join asiakas a on a.id = t.asiakas_id left join tilaus_ryhma g on g.id = t.tilaus_ryhma_id and g.status = 1`

/** The line of an invoice that an order belongs to: its group's, or its own. */
const lineId = sql`coalesce(g.id, t.id)`

type SortKey = 'timestamp_toimitettu' | 'tilausnro' | 'toivottu_toimitus' | 'hinta'
const sortKeys: Record<SortKey, RawBuilder<unknown>> = {
  timestamp_toimitettu: sql`t.timestamp_toimitettu`,
  tilausnro: sql`t.tilausnro`,
  toivottu_toimitus: sql`t.toivottu_toimitus`,
  hinta: sql`coalesce(g.hinta, t.hinta)`,
}
const isSortKey = (key: string): key is SortKey => key in sortKeys

function orderOf(sort: UninvoicedSort): { key: RawBuilder<unknown>; direction: RawBuilder<unknown>; customers: RawBuilder<unknown> } {
  const [name, direction] = sort.startsWith('-') ? [sort.slice(1), sql`desc`] : [sort, sql`asc`]
  return isSortKey(name)
    ? { key: sortKeys[name], direction, customers: sql`asc` }
    : { key: sortKeys.timestamp_toimitettu, direction: sql`asc`, customers: direction }
}

export type UninvoicedRow = Pick<
  Row<'tilaus'>,
  | 'id'
  | 'vid'
  | 'tilausnro'
  | 'tyyppi'
  | 'timestamp_toimitettu'
  | 'toivottu_toimitus'
  | 'hinta'
  | 'hinta_kasin'
  | 'laskutus_email'
  | 'laskutus_osoite1'
  | 'laskutus_osoite2'
  | 'laskutus_postinro'
  | 'laskutus_postitmp'
  | 'laskutus_verkkolaskuosoite'
> &
  Pick<UninvoicedOrder, 'lahetyksia' | 'tuntitoita' | 'kolli' | 'paino' | 'viitteet' | 'nouto' | 'toimitus' | 'tuntityo'> & {
    asiakas_id: string
    asiakas_name: string
    asiakas_tyyppi: Row<'asiakas'>['tyyppi']
    y_tunnus: string
    ryhma: { id: string; vid: number; nro: number; hinta: number; kesken: boolean } | null
    jarjestys: number
    rivilla: number
    /** Of the route that made the order. */
    laskutuspaivat: Row<'reitti'>['laskutuspaivat'] | null
  }

export type UninvoicedList = Page & { filter: UninvoicedFilter; sort: UninvoicedSort; ids: readonly string[] | null; now: number }

const wanted = ({ filter, ids, now }: UninvoicedList): Condition =>
  all([...conditionsOf(filter), conditionOfMissing(filter, now), ...(ids === null ? [] : [sql<boolean>`t.id = any(${ids}::uuid[])`])])

/**
 * Finds and sorts all uninvoiced orders by a few columns, and reads what the page shows of its own orders alone. The orders of a group
 * follow each other: each has the sort key of the group's first order.
 */
function uninvoicedPage(list: UninvoicedList): RawBuilder<UninvoicedRow> {
  const { key, direction, customers } = orderOf(list.sort)
  return sql<UninvoicedRow>`
    with rivit as (
      select t.id, t.asiakas_id, a.name, a.y_tunnus, a.tyyppi as asiakas_tyyppi, ${lineId} as rivi, t.timestamp_toimitettu as aika,
        min(${key}) over (partition by ${lineId}) as avain,
        row_number() over (partition by ${lineId} order by t.timestamp_toimitettu, t.id) as jarjestys,
        count(*) over (partition by ${lineId}) as rivilla
      from ${sources} where ${wanted(list)}
    ), sivu as (
      select *, row_number() over (order by name ${customers}, asiakas_id, avain ${direction}, rivi, aika, id) as nro
      from rivit order by nro limit ${list.limit}::int offset ${list.offset}::int
    )
    select t.id, t.vid, t.tilausnro, t.tyyppi, t.asiakas_id, s.name as asiakas_name, s.y_tunnus, s.asiakas_tyyppi, t.timestamp_toimitettu,
      t.toivottu_toimitus, t.hinta, t.hinta_kasin, t.laskutus_email, t.laskutus_osoite1, t.laskutus_osoite2, t.laskutus_postinro,
      t.laskutus_postitmp, t.laskutus_verkkolaskuosoite, l.lahetyksia, l.kolli, l.paino, l.viitteet, h.tuntitoita, s.jarjestys, s.rivilla,
      coalesce(l.nouto, h.nouto, '') as nouto, coalesce(l.toimitus, '') as toimitus,
      case when h.tuntitoita = 1 then json_build_object('tyyppi', h.tyyppi, 'maara', h.maara) end as tuntityo,
      case when g.id is not null then
        json_build_object('id', g.id, 'vid', g.vid, 'nro', g.drupal_internal__id, 'hinta', g.hinta, 'kesken', ${missingAt(list.now).ryhma}) end as ryhma, rt.laskutuspaivat
    from sivu s join tilaus t on t.id = s.id left join tilaus_ryhma g on g.id = t.tilaus_ryhma_id and g.status = 1
    left join reitti rt on rt.id = t.reitti_id
    cross join lateral (
      select count(*) as lahetyksia, coalesce(sum(r.maara), 0) as kolli, coalesce(sum(r.paino), 0) as paino,
        coalesce(array_agg(distinct r.viite) filter (where r.viite <> ''), '{}') as viitteet,
        (array_agg(r.nouto_postitmp order by r.drupal_internal__id))[1] as nouto,
        (array_agg(r.toimitus_postitmp order by r.drupal_internal__id))[1] as toimitus
      from lahetys r where r.tilaus_id = t.id and r.status = 1 and r.tila <> 'peruutettu') l
    cross join lateral (
      select count(*) as tuntitoita, min(r.tyyppi) as tyyppi, (array_agg(r.nouto_postitmp order by r.drupal_internal__id))[1] as nouto,
        sum(case r.tyyppi when 'aika' then r.aika when 'matka' then r.matka else r.maara end) as maara
      from tuntituote r where r.tilaus_id = t.id and r.status = 1 and r.tila <> 'peruutettu') h
    order by s.nro`
}

export const readUninvoicedPage = (runner: Queryable, list: UninvoicedList): Promise<UninvoicedRow[]> => run(runner, uninvoicedPage(list))

/** A page of the orders that are delivered and not invoiced, of all or of those with these ids, with the total count. */
export async function readUninvoiced(pool: Pool, list: UninvoicedList): Promise<{ orders: UninvoicedRow[]; count: number }> {
  const counting = sql<{ count: number }>`select count(*) as count from ${sources} where ${wanted(list)}`
  const [orders, counted] = await Promise.all([readUninvoicedPage(pool, list), run(pool, counting)])
  return { orders, count: counted[0]?.count ?? 0 }
}

type Ages = { week: number; fortnight: number; month: number }
export type FiguresRow = UninvoicedCustomer & { valmiita: number }

/**
 * What is uninvoiced of each customer. An order group counts once, at its joint price and at the age of its oldest order. `ages`: the
 * moments since which an order is of the first, second and third age.
 */
export function readFigures(
  pool: Pool,
  list: { filter: UninvoicedFilter; sort: UninvoicedSort; ages: Ages; now: number },
): Promise<FiguresRow[]> {
  const { filter, ages, now } = list
  const sum = (condition: Condition) => sql`coalesce(sum(hinta) filter (where haussa and ensimmainen and ${condition}), 0)`
  return run(
    pool,
    sql<FiguresRow>`
    with rivit as (
      select t.asiakas_id, a.name, a.y_tunnus, t.timestamp_toimitettu as aika, coalesce(g.hinta, t.hinta) as hinta,
        ${missingAnything(now)} as puutteellinen, ${conditionOfMissing(filter, now)} as haussa,
        row_number() over (partition by ${lineId}, ${conditionOfMissing(filter, now)} order by t.timestamp_toimitettu, t.id) = 1 as ensimmainen
      from ${sources} where ${all(conditionsOf(filter))}
    )
    select asiakas_id as id, name, y_tunnus, count(*) filter (where haussa) as tilauksia,
      count(*) filter (where puutteellinen) as puutteellisia, count(*) filter (where not puutteellinen) as valmiita,
      coalesce(min(aika) filter (where haussa), 0) as vanhin, ${sum(sql`true`)} as summa,
      ${sum(sql`aika >= ${ages.week}::bigint`)} as summa_0_7,
      ${sum(sql`aika < ${ages.week}::bigint and aika >= ${ages.fortnight}::bigint`)} as summa_8_14,
      ${sum(sql`aika < ${ages.fortnight}::bigint and aika >= ${ages.month}::bigint`)} as summa_15_30,
      ${sum(sql`aika < ${ages.month}::bigint`)} as summa_yli_30
    from rivit group by asiakas_id, name, y_tunnus order by name ${orderOf(list.sort).customers}, asiakas_id`,
  )
}
