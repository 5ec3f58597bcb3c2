import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Pool } from 'pg'
import { anyOf, asBoolean, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Database } from '#server/platform/database/tables.ts'

type Page = { limit: number; offset: number }
type UninvoicedPage = Page & { ids: readonly string[] }
type PageParameters = ParameterOf<UninvoicedPage>

/** Delivered and not invoiced orders; `some`: only those with the ids passed. */
function uninvoiced(parameter: PageParameters, some: boolean) {
  const orders = db.selectFrom('tilaus as t').where('t.status', '=', 1).where('t.tilauksen_tila', '=', 'toimitettu')
  return some ? orders.where('t.id', '=', anyOf(parameter('ids'))) : orders
}

type OfOrder = ExpressionBuilder<Database & { t: Database['tilaus'] }, 't'>

/** The order's group, and whether some order of it is still open. */
const groupOf = (eb: OfOrder) =>
  jsonObjectFrom(
    eb
      .selectFrom('tilaus_ryhma as g')
      .select(({ exists, selectFrom }) => {
        const open = selectFrom('tilaus as o').select('o.id').whereRef('o.tilaus_ryhma_id', '=', 'g.id').where('o.status', '=', 1)
        return [
          'g.id',
          'g.vid',
          'g.drupal_internal__id as nro',
          'g.hinta',
          asBoolean(exists(open.where('o.avoin', '=', true))).as('kesken'),
        ]
      })
      .whereRef('g.id', '=', 't.tilaus_ryhma_id')
      .where('g.status', '=', 1),
  )

const shipmentsOf = (eb: OfOrder) =>
  eb
    .selectFrom('lahetys')
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('lahetyksia'),
      fn.coalesce(fn.sum<number | null>('maara'), lit(0)).as('kolli'),
      fn.coalesce(fn.sum<number | null>('paino'), lit(0)).as('paino'),
      fn
        .coalesce(fn.agg<string[] | null>('array_agg', ['viite']).distinct().filterWhere('viite', '<>', ''), sql<string[]>`'{}'`)
        .as('viitteet'),
    ])
    .whereRef('tilaus_id', '=', 't.id')
    .where('status', '=', 1)
    .where('tila', '<>', 'peruutettu')
    .as('l')

const jobsOf = (eb: OfOrder) =>
  eb
    .selectFrom('tuntituote')
    .select(({ fn }) => fn.countAll<number>().as('tuntitoita'))
    .whereRef('tilaus_id', '=', 't.id')
    .where('status', '=', 1)
    .where('tila', '<>', 'peruutettu')
    .as('h')

/** Reads the page's orders first, then their related rows; orders are grouped by customer. */
function uninvoicedPage(parameter: PageParameters, some: boolean) {
  const page = uninvoiced(parameter, some)
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .select(['t.id', 'a.name as asiakas_name', 'a.y_tunnus', 'a.tyyppi as asiakas_tyyppi'])
    .orderBy('a.name')
    .orderBy('a.id')
    .orderBy('t.timestamp_toimitettu')
    .orderBy('t.id')
    .limit(parameter('limit'))
    .offset(parameter('offset'))
  return db
    .with('sivu', () => page)
    .selectFrom('sivu')
    .innerJoin('tilaus as t', 't.id', 'sivu.id')
    .crossJoinLateral(shipmentsOf)
    .crossJoinLateral(jobsOf)
    .select(['t.id', 't.tilausnro', 't.asiakas_id', 'sivu.asiakas_name', 'sivu.y_tunnus', 'sivu.asiakas_tyyppi'])
    .select(['t.timestamp_toimitettu', 't.hinta', 't.laskutus_email', 't.laskutus_osoite1', 't.laskutus_osoite2'])
    .select(['t.laskutus_postinro', 't.laskutus_postitmp', 't.laskutus_verkkolaskuosoite'])
    .select(['l.lahetyksia', 'l.kolli', 'l.paino', 'l.viitteet', 'h.tuntitoita'])
    .select((eb) => groupOf(eb).as('ryhma'))
    .orderBy('sivu.asiakas_name')
    .orderBy('t.asiakas_id')
    .orderBy('t.timestamp_toimitettu')
    .orderBy('t.id')
}
const uninvoicedCount = (parameter: PageParameters, some: boolean) =>
  uninvoiced(parameter, some).select(({ fn }) => fn.countAll<number>().as('count'))

const pageOfAll = statement((parameter: ParameterOf<UninvoicedPage>) => uninvoicedPage(parameter, false), 'uninvoiced-orders')
const pageOfSome = statement((parameter: ParameterOf<UninvoicedPage>) => uninvoicedPage(parameter, true))
const countOfAll = statement((parameter: ParameterOf<UninvoicedPage>) => uninvoicedCount(parameter, false), 'uninvoiced-count')
const countOfSome = statement((parameter: ParameterOf<UninvoicedPage>) => uninvoicedCount(parameter, true))

export type UninvoicedRow = Awaited<ReturnType<typeof pageOfAll>>[number]

/** A page of the orders that are delivered and not invoiced, of all or of those with these ids, with the total count. */
export async function readUninvoiced(
  pool: Pool,
  ids: readonly string[] | null,
  page: Page,
): Promise<{ orders: UninvoicedRow[]; count: number }> {
  const values = { ...page, ids: ids ?? [] }
  const [orders, counted] = await Promise.all(
    ids === null ? [pageOfAll(pool, values), countOfAll(pool, values)] : [pageOfSome(pool, values), countOfSome(pool, values)],
  )
  return { orders, count: counted[0]?.count ?? 0 }
}

const groups = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tilaus')
    .select(['id', 'tilaus_ryhma_id as ryhma'])
    .where('id', '=', anyOf(parameter('ids'))),
)

/** The orders with the groups that they belong to. */
export const groupsOfOrders = (pool: Pool, ids: readonly string[]): Promise<{ id: string; ryhma: string | null }[]> => groups(pool, { ids })
