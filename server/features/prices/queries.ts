import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Viewer } from '#domain/access/roles.ts'
import type { CalculatedOrder } from '#domain/features/prices/change-effect.ts'
import type { PriceList } from '#domain/features/prices/price-list.ts'
import type { MadePriceListChange, PriceListChangeInput } from '#domain/features/prices/price-list-change.ts'
import { maxValidities } from '#domain/features/prices/price-list-validity.ts'
import type { PriceRequest, PricingData } from '#domain/features/prices/price-of-order.ts'
import { postalKey } from '#domain/values/place/postal-key.ts'
import type { Context } from '#server/context.ts'
import { anyOf, asBoolean, db, type ParameterOf, runQuery, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type PricingParameters = {
  customers: readonly string[]
  day: number
  addresses: readonly string[]
  codes: readonly string[]
  types: readonly string[]
  /** Whether there are hourly jobs to price. */
  jobs: boolean
}

/** One row with a list of each. Without a valid price list no place is looked up: the query then only reads two small indexes. */
const pricingData = statement(
  (parameter: ParameterOf<PricingParameters>) =>
    db
      .with(
        (cte) => cte('listat').materialized(),
        () =>
          db
            .selectFrom('hinnasto')
            .select(['id', 'drupal_internal__id', 'name', 'asiakas_id as asiakas', 'voimassa_alkaen', 'perusmaksu', 'hinta_kg'])
            .select(['hinta_rullakko', 'hinta_paketti', 'hinta_lavapaikka', 'hinta_km', 'minimihinta', 'polttoainelisa_prosentti'])
            .where('status', '=', 1)
            .where('voimassa_alkaen', '<=', parameter('day'))
            .where(({ eb, or }) => or([eb('asiakas_id', 'is', null), eb('asiakas_id', '=', anyOf(parameter('customers')))])),
      )
      .selectNoFrom(({ exists, selectFrom }) => {
        const anyList = exists(selectFrom('listat').select('id'))
        const code = sql<{ koodi: string }>`unnest(${parameter('codes')}::text[])`.as<'k'>(sql`k(koodi)`)
        return [
          jsonArrayFrom(selectFrom('listat').selectAll()).as('lists'),
          jsonArrayFrom(
            selectFrom('postiosoite')
              .select(['id', 'field_maa as maa', 'field_postinumero as postinro'])
              .select(({ ref }) => [ref('lat').$notNull().as('lat'), ref('lng').$notNull().as('lng')])
              .where(anyList)
              .where('id', '=', anyOf(parameter('addresses')))
              .where('lat', 'is not', null)
              .where('lng', 'is not', null),
          ).as('addresses'),
          jsonArrayFrom(
            selectFrom(code)
              .innerJoin('postinumero as p', (join) =>
                join
                  .on(({ eb, fn, lit }) => eb('p.maa', '=', fn<string>('left', ['k.koodi', lit(2)])))
                  .on(({ eb, fn, lit }) => eb('p.postinumero', '=', fn<string>('substr', ['k.koodi', lit(4)]))),
              )
              .distinctOn(['p.maa', 'p.postinumero'])
              .select(['k.koodi', 'p.lat', 'p.lng'])
              .where(anyList)
              .orderBy('p.maa')
              .orderBy('p.postinumero')
              .orderBy('p.paikka'),
          ).as('codes'),
          jsonArrayFrom(
            selectFrom('tuntituote_tyyppi')
              .select(['id', 'hinta_h', 'hinta_km', 'hinta_kpl'])
              .where('id', '=', anyOf(parameter('types'))),
          ).as('types'),
          jsonArrayFrom(
            selectFrom('tuntituote_instanssi')
              .select(['id', 'drupal_internal__id', 'asiakas_id as asiakas', 'tuntituote_tyyppi_id as tuntituote_tyyppi'])
              .select(['hinta_h', 'hinta_km', 'hinta_kpl'])
              .where('status', '=', 1)
              .where(parameter('jobs'))
              .where('asiakas_id', '=', anyOf(parameter('customers'))),
          ).as('agreed'),
        ]
      }),
  'price-knowledge',
)

/** All data for pricing these requests, in one statement. */
export async function readPricingData(runner: Queryable, requests: readonly PriceRequest[]): Promise<PricingData> {
  const shipments = requests.flatMap((request) => request.shipments)
  const jobs = requests.flatMap((request) => request.jobs)
  const codes = shipments.flatMap((one) => [
    postalKey(one.nouto_maa, one.nouto_postinro),
    postalKey(one.toimitus_maa, one.toimitus_postinro),
  ])
  const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))]
  const [found] = await pricingData(runner, {
    customers: distinct(requests.map(({ asiakas }) => asiakas)),
    day: Math.max(...requests.map(({ paiva }) => paiva)),
    addresses: distinct(shipments.flatMap((one) => [one.nouto_osoite, one.toimitus_osoite])),
    codes: distinct(codes),
    types: distinct(jobs.map(({ tuntituote_tyyppi }) => tuntituote_tyyppi)),
    jobs: jobs.length > 0,
  })
  return {
    lists: found?.lists ?? [],
    agreed: found?.agreed ?? [],
    addresses: new Map(found?.addresses.map((address) => [address.id, address])),
    codes: new Map(found?.codes.map(({ koodi, ...point }) => [koodi, point])),
    types: new Map(found?.types.map((type) => [type.id, type])),
  }
}

/** The live lists, each with the start day of the one that follows it for the same customer. */
const listsWithEnds = db
  .selectFrom('hinnasto as h')
  .select(['h.id', 'h.vid', 'h.drupal_internal__id', 'h.name', 'h.asiakas_id as asiakas', 'h.voimassa_alkaen', 'h.perusmaksu'])
  .select(['h.hinta_kg', 'h.hinta_rullakko', 'h.hinta_paketti', 'h.hinta_lavapaikka', 'h.hinta_km', 'h.minimihinta'])
  .select('h.polttoainelisa_prosentti')
  .select(
    sql<number | null>`lead(h.voimassa_alkaen) over (partition by h.asiakas_id order by h.voimassa_alkaen, h.drupal_internal__id)`.as(
      'paattyy',
    ),
  )
  .where('h.status', '=', 1)

/** The newest lists with the day on which each ends; null when it has no successor. */
export function readListEnds(
  { engine }: Pick<Context, 'engine'>,
  viewer: Viewer,
): Promise<{ id: string; voimassa_alkaen: number; paattyy: number | null }[]> {
  const query = db
    .selectFrom(listsWithEnds.as('l'))
    .select(['l.id', 'l.voimassa_alkaen', 'l.paattyy'])
    .orderBy('l.voimassa_alkaen', 'desc')
    .orderBy('l.drupal_internal__id', 'desc')
    .limit(maxValidities)
  return engine.query(viewer, query)
}

export type ListInForce = PriceList & { vid: number; asiakas_nimi: string | null }

/** The lists that apply on the day or start to apply later, the default ones first. */
export function listsInForce(runner: Queryable, day: number): Promise<ListInForce[]> {
  const query = db
    .selectFrom(listsWithEnds.as('l'))
    .leftJoin('asiakas as a', 'a.id', 'l.asiakas')
    .select(['l.id', 'l.vid', 'l.drupal_internal__id', 'l.name', 'l.asiakas', 'l.voimassa_alkaen', 'l.perusmaksu', 'l.hinta_kg'])
    .select(['l.hinta_rullakko', 'l.hinta_paketti', 'l.hinta_lavapaikka', 'l.hinta_km', 'l.minimihinta', 'l.polttoainelisa_prosentti'])
    .select('a.name as asiakas_nimi')
    .where(({ eb, or }) => or([eb('l.paattyy', 'is', null), eb('l.paattyy', '>', day)]))
    .where(({ eb, or }) => or([eb('l.asiakas', 'is', null), eb('a.status', '=', 1)]))
    .orderBy('a.name', (order) => order.asc().nullsFirst())
    .orderBy('l.voimassa_alkaen')
    .orderBy('l.drupal_internal__id')
    .limit(maxValidities)
  return runQuery(runner, query)
}

type Month = { from: number; to: number }
const delivered = ({ from, to }: Month) =>
  db
    .selectFrom('tilaus as t')
    .where('t.status', '=', 1)
    .where('t.tilauksen_tila', 'in', ['toimitettu', 'laskutettu'])
    .where('t.tyyppi', '<>', 'vuokraus')
    .where('t.timestamp_toimitettu', '>=', from)
    .where('t.timestamp_toimitettu', '<', to)

/** The latest calculation of each order that was delivered in the time and has a calculated price of its own. */
export function calculatedOrders(
  { engine }: Pick<Context, 'engine'>,
  viewer: Viewer,
  { limit, ...month }: Month & { limit: number },
): Promise<(CalculatedOrder & { nimi: string })[]> {
  const query = delivered(month)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('hintalaskuri_log as l')
          .select(['l.lahtotiedot', 'l.vaiheet'])
          .whereRef('l.tilaus_id', '=', 't.id')
          .orderBy('l.drupal_internal__id', 'desc')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .select(['a.id as asiakas', 'a.name as nimi', 'l.lahtotiedot', 'l.vaiheet'])
    .where('t.hinta', '>', 0)
    .where('t.hinta_kasin', '=', false)
    .where('t.tilaus_ryhma_id', 'is', null)
    .orderBy('t.id')
    .limit(limit)
  return engine.query(viewer, query)
}

/** How many orders delivered in the time have a typed price or the joint price of a group. */
export async function countOthersPriced({ engine }: Pick<Context, 'engine'>, viewer: Viewer, month: Month): Promise<number> {
  const query = delivered(month)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, or }) => or([eb('t.hinta_kasin', '=', true), eb('t.tilaus_ryhma_id', 'is not', null)]))
  const [row] = await engine.query(viewer, query)
  return row?.count ?? 0
}

/** One change of price lists at a time: the next one sees the lists of the one before. */
export async function lockPriceLists(runner: Queryable): Promise<void> {
  await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', ['price_list_change'])
}

type Made = Pick<PriceListChangeInput, 'paiva' | 'prosentti' | 'polttoainelisa'> & { now: number; userId: string; lists: readonly string[] }

/** Stores that a change was made; returns its id. */
export async function noteListChange(runner: Queryable, made: Made): Promise<string> {
  const { rows } = await runner.query<{ id: string }>(
    'insert into price_list_change (made, user_id, starts, percent, fuel_surcharge, list_ids) values ($1, $2, $3, $4, $5, $6) returning id',
    [made.now, made.userId, made.paiva, made.prosentti, made.polttoainelisa, made.lists],
  )
  const [row] = rows
  if (!row) throw new Error('A change of price lists was not stored')
  return row.id
}

const isUsed = asBoolean(sql`exists (select from hintalaskuri_log as l where l.hinnasto_id = any(c.list_ids))`)

/** The change with its lists, locked so that no order is priced by them meanwhile. */
export async function lockListChange(runner: Queryable, id: string): Promise<{ undone: number; lists: string[] } | null> {
  const [change] = await runQuery(
    runner,
    db.selectFrom('price_list_change').select(['undone', 'list_ids as lists']).where('id', '=', id).forUpdate(),
  )
  if (!change) return null
  // An order that is being priced by a list refers to it: its transaction ends before this lock is given.
  await runQuery(
    runner,
    db
      .selectFrom('hinnasto')
      .select('id')
      .where('id', '=', anyOf(sql.val(change.lists)))
      .orderBy('id')
      .forUpdate(),
  )
  return change
}

export async function isListChangeUsed(runner: Queryable, id: string): Promise<boolean> {
  const [row] = await runQuery(runner, db.selectFrom('price_list_change as c').select(isUsed.as('used')).where('c.id', '=', id))
  return row?.used === true
}

export async function noteUndone(runner: Queryable, id: string, now: number): Promise<void> {
  await runner.query('update price_list_change set undone = $2 where id = $1', [id, now])
}

/** The changes, newest first. */
export async function readListChanges(
  { engine }: Pick<Context, 'engine'>,
  viewer: Viewer,
  page: { offset: number; limit: number },
): Promise<{ data: MadePriceListChange[]; meta: { count: number } }> {
  const query = db
    .selectFrom('price_list_change as c')
    .innerJoin('user as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.made as aika', 'c.starts as paiva', 'c.percent as prosentti', 'c.fuel_surcharge as polttoainelisa'])
    .select(['c.undone as peruttu', 'u.field_fullname', 'u.name', isUsed.as('kaytetty')])
    .select(({ fn }) => [fn<number>('cardinality', ['c.list_ids']).as('hinnastoja'), sql<number>`count(*) over ()`.as('count')])
    .orderBy('c.made', 'desc')
    .orderBy('c.id')
    .offset(page.offset)
    .limit(page.limit)
  const rows = await engine.query(viewer, query)
  return {
    data: rows.map(({ field_fullname, name, count: _, ...row }) => ({ ...row, kayttaja: field_fullname || name })),
    meta: { count: rows[0]?.count ?? 0 },
  }
}

/** Notes, in the transaction of a save, that prices have changed. */
export async function notePriceChange(runner: Queryable, now: number): Promise<void> {
  await runner.query('insert into price_change (noted) values ($1)', [now])
}

/** The notes of changed prices until a moment (unix seconds), at most so many that a run can forget them at once. */
export async function notedPriceChanges(runner: Queryable, until: number): Promise<string[]> {
  const { rows } = await runner.query<{ id: string }>('select id from price_change where noted <= $1 order by id limit 10000', [until])
  return rows.map(({ id }) => id)
}

/** Those noted since stay for the next run. */
export async function forgetPriceChanges(runner: Queryable, ids: readonly string[]): Promise<void> {
  await runner.query('delete from price_change where id = any($1::bigint[])', [ids])
}

const unpricedAfter = statement((parameter: ParameterOf<{ after: string; limit: number }>) =>
  db
    .selectFrom('tilaus')
    .select('id')
    .where('hinta', '=', 0)
    .where('hinta_kasin', '=', false)
    .where('status', '=', 1)
    .where('tyyppi', '<>', 'vuokraus')
    .where(({ eb, or }) => or([eb('avoin', '=', true), eb('tilauksen_tila', '=', 'toimitettu')]))
    .where('id', '>', parameter('after'))
    .orderBy('id')
    .limit(parameter('limit')),
)

/** The next orders after an id that are open or uninvoiced and have no price, in the order of their ids. */
export const unpricedOrderIds = async (runner: Queryable, page: { after: string; limit: number }): Promise<string[]> =>
  (await unpricedAfter(runner, page)).map(({ id }) => id)
