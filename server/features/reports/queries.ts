import { sql } from 'kysely'
import type { Viewer } from '#domain/access/roles.ts'
import type { Month } from '#domain/features/reports/months.ts'
import type { ReportGroup } from '#domain/features/reports/report.ts'
import type { Figure } from '#domain/features/reports/report-rows.ts'
import type { Context } from '#server/context.ts'
import { db } from '#server/platform/database/query.ts'

type Engine = Pick<Context, 'engine'>
type GroupFigure = Figure & { ryhma: ReportGroup }

/**
 * An order's price in cents. An order group counts with its joint price alone, in its last delivered order, as in a customer's months
 * (server/features/customers/queries.ts).
 */
const priceInCents = sql<number>`(case when g.id is null then t.hinta
  when exists (select from tilaus o where o.tilaus_ryhma_id = t.tilaus_ryhma_id and o.status = 1
    and o.tilauksen_tila in ('toimitettu', 'laskutettu') and (o.timestamp_toimitettu, t.id) > (t.timestamp_toimitettu, o.id)) then 0
  else g.hinta end * 100)::bigint`

/**
 * Delivered orders of the months by customer, type, car and driver. The lines are read order by order, through their index: a join would scan all
 * lines there are. An order's price is shared by its live lines in whole cents, as
 * rules/reports.md#shares says; an order without any counts as one without a car and a driver.
 */
export function figuresOf({ engine }: Engine, viewer: Viewer, months: readonly Month[]): Promise<GroupFigure[]> {
  const query = sql<GroupFigure>`
    with kuukaudet as (
      select alku, loppu, (nro - 1)::int as kuukausi
      from unnest(${months.map(({ start }) => start)}::bigint[], ${months.map(({ end }) => end)}::bigint[]) with ordinality as k(alku, loppu, nro)
    ), tilaukset as materialized (
      select t.id, t.asiakas_id, t.tyyppi, k.kuukausi, ${priceInCents} as sentit
      from kuukaudet k
      join tilaus t on t.timestamp_toimitettu >= k.alku and t.timestamp_toimitettu < k.loppu
      left join tilaus_ryhma g on g.id = t.tilaus_ryhma_id and g.status = 1
      where t.status = 1 and t.tilauksen_tila in ('toimitettu', 'laskutettu') and ${engine.isReadable(viewer, 'tilaus', 't')}
    ), osuudet as materialized (
      select t.kuukausi, r.kuljettaja_id, r.auto_id, t.sentit, coalesce(r.rivia, 1) as rivia, coalesce(r.nro, 1) as nro
      from tilaukset t left join lateral (
        select kuljettaja_id, auto_id, count(*) over () as rivia, row_number() over (order by laji, nro) as nro
        from (
          select kuljettaja_id, auto_id, 0 as laji, drupal_internal__id as nro from lahetys
          where tilaus_id = t.id and status = 1 and tila <> 'peruutettu'
          union all
          select kuljettaja_id, auto_id, 1, drupal_internal__id from tuntituote
          where tilaus_id = t.id and status = 1 and tila <> 'peruutettu'
        ) rivit
      ) r on true
    ), rivien_summat as (
      select kuukausi, kuljettaja_id, auto_id, count(*)::int as maara, sum(sentit / rivia + (nro <= sentit % rivia)::int) as sentit
      from osuudet group by 1, 2, 3
    )
    select 'asiakas' as ryhma, s.asiakas_id::text as id, a.name as nimi, s.kuukausi, s.maara, s.sentit
    from (select asiakas_id, kuukausi, count(*)::int as maara, sum(sentit) as sentit from tilaukset group by 1, 2) s
    join asiakas a on a.id = s.asiakas_id
    union all
    select 'tyyppi', tyyppi, tyyppi, kuukausi, count(*)::int, sum(sentit) from tilaukset group by tyyppi, kuukausi
    union all
    select 'auto', s.auto_id::text, coalesce(a.rekisterinumero, ''), s.kuukausi, sum(s.maara)::int, sum(s.sentit)
    from rivien_summat s left join auto a on a.id = s.auto_id group by s.auto_id, a.rekisterinumero, s.kuukausi
    union all
    select 'kuljettaja', s.kuljettaja_id::text, coalesce(nullif(u.field_fullname, ''), u.name, ''), s.kuukausi, sum(s.maara)::int, sum(s.sentit)
    from rivien_summat s left join "user" u on u.id = s.kuljettaja_id group by s.kuljettaja_id, u.field_fullname, u.name, s.kuukausi`
  return engine.query(viewer, { compile: () => query.compile(db) })
}

/** `luokka` counts the bounds that the delivery is not before: 0 for the oldest. */
type AgeRow = { luokka: number; tilauksia: number; hinnattomia: number; sentit: number }

/**
 * Delivered orders that are not invoiced, by the day of their delivery. The joint price of a group counts in its oldest order, as in the list
 * of uninvoiced orders (server/features/invoicing/uninvoiced/queries.ts). `bounds` are in ascending order.
 */
export function uninvoicedByAge({ engine }: Engine, viewer: Viewer, bounds: readonly number[]): Promise<AgeRow[]> {
  const query = sql<AgeRow>`
    select luokka, count(*)::int as tilauksia, (count(*) filter (where on_hinnaton))::int as hinnattomia, sum(sentit) as sentit
    from (
      select width_bucket(t.timestamp_toimitettu, ${[...bounds]}::bigint[]) as luokka, coalesce(g.hinta, t.hinta) <= 0 as on_hinnaton,
        case when row_number() over (partition by coalesce(g.id, t.id) order by t.timestamp_toimitettu, t.id) = 1
          then (coalesce(g.hinta, t.hinta) * 100)::bigint else 0 end as sentit
      from tilaus t left join tilaus_ryhma g on g.id = t.tilaus_ryhma_id and g.status = 1
      where t.status = 1 and t.tilauksen_tila = 'toimitettu' and ${engine.isReadable(viewer, 'tilaus', 't')}
    ) tilaukset group by luokka`
  return engine.query(viewer, { compile: () => query.compile(db) })
}
