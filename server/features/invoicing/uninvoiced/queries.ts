import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { waitingSince } from '#domain/entities/route/route.calendar.ts'
import type { MissingInvoiceDetail } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { UninvoicedCustomer } from '#domain/features/invoicing/uninvoiced-customers.ts'
import type { UninvoicedFilter, UninvoicedSort } from '#domain/features/invoicing/uninvoiced-filter.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { db, runQuery } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

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

type Order = {
  /** What customers are sorted by before their names, and how. */
  customers: 'name' | 'summa' | 'vanhin'
  customersDirection: RawBuilder<unknown>
  /** What the orders of a customer are sorted by, and how. */
  key: RawBuilder<unknown>
  direction: RawBuilder<unknown>
}

function orderOf(sort: UninvoicedSort): Order {
  const [name, direction] = sort.startsWith('-') ? [sort.slice(1), sql`desc`] : [sort, sql`asc`]
  if (isSortKey(name)) return { customers: 'name', customersDirection: sql`asc`, key: sortKeys[name], direction }
  const customers = name === 'summa' || name === 'vanhin' ? name : 'name'
  return { customers, customersDirection: direction, key: sortKeys.timestamp_toimitettu, direction: sql`asc` }
}

/** The sort key of each order's customer, among all orders that the list finds; a group counts once. */
const customerKeys: Record<Order['customers'], RawBuilder<unknown>> = {
  name: sql`name`,
  summa: sql`sum(hinta) filter (where jarjestys = 1) over (partition by asiakas_id)`,
  vanhin: sql`min(aika) over (partition by asiakas_id)`,
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
    lasku: (Pick<Row<'lasku'>, 'id' | 'tila' | 'jarjestelma' | 'virhe'> & { numero: number }) | null
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
  const { customers, customersDirection, key, direction } = orderOf(list.sort)
  return sql<UninvoicedRow>`
    with rivit as (
      select t.id, t.asiakas_id, a.name, a.y_tunnus, a.tyyppi as asiakas_tyyppi, ${lineId} as rivi, t.timestamp_toimitettu as aika, coalesce(g.hinta, t.hinta) as hinta,
        min(${key}) over (partition by ${lineId}) as avain,
        row_number() over (partition by ${lineId} order by t.timestamp_toimitettu, t.id) as jarjestys,
        count(*) over (partition by ${lineId}) as rivilla
      from ${sources} where ${wanted(list)}
    ), sivu as (
      select *, row_number() over (order by asiakkaan_avain ${customersDirection}, name, asiakas_id, avain ${direction}, rivi, aika, id) as nro
      from (select *, ${customerKeys[customers]} as asiakkaan_avain from rivit) r order by nro limit ${list.limit}::int offset ${list.offset}::int
    )
    select t.id, t.vid, t.tilausnro, t.tyyppi, t.asiakas_id, s.name as asiakas_name, s.y_tunnus, s.asiakas_tyyppi, t.timestamp_toimitettu,
      t.toivottu_toimitus, t.hinta, t.hinta_kasin, t.laskutus_email, t.laskutus_osoite1, t.laskutus_osoite2, t.laskutus_postinro,
      t.laskutus_postitmp, t.laskutus_verkkolaskuosoite, l.lahetyksia, l.kolli, l.paino, l.viitteet, h.tuntitoita, s.jarjestys, s.rivilla,
      coalesce(l.nouto, h.nouto, '') as nouto, coalesce(l.toimitus, '') as toimitus,
      case when h.tuntitoita = 1 then json_build_object('tyyppi', h.tyyppi, 'maara', h.maara) end as tuntityo,
      case when g.id is not null then
        json_build_object('id', g.id, 'vid', g.vid, 'nro', g.drupal_internal__id, 'hinta', g.hinta, 'kesken', ${missingAt(list.now).ryhma}) end as ryhma,
      case when k.id is not null then json_build_object('id', k.id, 'numero', k.numero, 'tila', k.tila, 'jarjestelma', k.jarjestelma, 'virhe', k.virhe) end as lasku, rt.laskutuspaivat
    from sivu s join tilaus t on t.id = s.id left join tilaus_ryhma g on g.id = t.tilaus_ryhma_id and g.status = 1
    left join reitti rt on rt.id = t.reitti_id
    left join lasku k on k.id = t.lasku_id and k.status = 1
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
  const { filter, sort, ages, now } = list
  const { customers, customersDirection } = orderOf(sort)
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
    from rivit group by asiakas_id, name, y_tunnus order by ${sql.ref(customers)} ${customersDirection}, name, asiakas_id`,
  )
}
