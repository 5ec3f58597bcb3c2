import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PriceRequest, PricingData } from '#domain/features/prices/price-of-order.ts'
import { postalKey } from '#domain/values/place/postal-key.ts'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
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
