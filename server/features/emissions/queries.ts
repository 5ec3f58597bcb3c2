import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Viewer } from '#domain/access/roles.ts'
import type { VehicleClass } from '#domain/entities/car/vehicle-classes.ts'
import type { SavedPoint } from '#domain/features/prices/price-of-order.ts'
import type { Point } from '#domain/values/place/distance.ts'
import type { Context } from '#server/context.ts'
import { anyOf, db, type ParameterOf, runQuery, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** The ends of a shipment, or of several with the same ends: what their points are found by. */
type Ends = {
  nouto_maa: string
  nouto_postinro: string
  nouto_osoite: string | null
  toimitus_maa: string
  toimitus_postinro: string
  toimitus_osoite: string | null
}
export type TransportedShipment = Ends & { id: string; tilaus: string; kg: number; luokka: VehicleClass; aika: number }
/** `alku`: the start of its period; `painottomia` of the `lahetyksia` shipments have no weight. */
export type TransportGroup = Ends & { alku: number; luokka: VehicleClass; kg: number; lahetyksia: number; painottomia: number }

/** A customer's year beyond this many groups is not estimated further; each group is one way with one kind of car in one period. */
const maxGroups = 50_000

const live = sql<boolean>`l.status = 1 and l.tila <> 'peruutettu'`
const ends = sql`l.nouto_maa, l.nouto_postinro, l.nouto_osoite_id as nouto_osoite, l.toimitus_maa, l.toimitus_postinro,
  l.toimitus_osoite_id as toimitus_osoite, coalesce(c.ajoneuvoluokka, '') as luokka`

const shipmentsWhere = (condition: RawBuilder<boolean>) => sql<TransportedShipment>`
  select l.id, l.tilaus_id as tilaus, l.paino as kg,
    coalesce(nullif(l.timestamp_toimitettu, 0), nullif(l.toivottu_toimitus, 0), l.created) as aika, ${ends}
  from lahetys l left join auto c on c.id = l.auto_id
  where ${live} and ${condition} order by l.drupal_internal__id`

const compiled = <R>(query: RawBuilder<R>) => ({ compile: () => query.compile(db) })

/** The live shipments of orders. The caller has checked that they may be read. */
export const transportsOfOrders = (runner: Queryable, orders: readonly string[]): Promise<TransportedShipment[]> =>
  runQuery(runner, compiled(shipmentsWhere(sql`l.tilaus_id = any(${[...orders]}::uuid[])`)))

/** The live shipments of an order that the viewer may read. */
export const readTransports = ({ engine }: Pick<Context, 'engine'>, viewer: Viewer, order: string): Promise<TransportedShipment[]> =>
  engine.query(viewer, compiled(shipmentsWhere(sql`l.tilaus_id = ${order}::uuid and ${engine.isReadable(viewer, 'lahetys', 'l')}`)))

/** The shipments of a customer's delivered orders, summed up by way, vehicle class and period. `periods` are the starts of the periods. */
export const readTransportsByPeriod = (
  { engine }: Pick<Context, 'engine'>,
  viewer: Viewer,
  { customer, periods }: { customer: string; periods: readonly number[] },
): Promise<TransportGroup[]> =>
  engine.query(
    viewer,
    compiled(sql<TransportGroup>`
      with lahetykset as (
        select width_bucket(t.timestamp_toimitettu, ${[...periods]}::bigint[]) as kohta, l.paino, ${ends}
        from tilaus t join lahetys l on l.tilaus_id = t.id left join auto c on c.id = l.auto_id
        where t.asiakas_id = ${customer}::uuid and t.status = 1 and t.tilauksen_tila in ('toimitettu', 'laskutettu')
          and t.timestamp_toimitettu >= ${periods[0] ?? 0}::bigint and ${live}
          and ${engine.isReadable(viewer, 'tilaus', 't')} and ${engine.isReadable(viewer, 'lahetys', 'l')}
      )
      select (${[...periods]}::bigint[])[kohta] as alku, nouto_maa, nouto_postinro, nouto_osoite, toimitus_maa, toimitus_postinro,
        toimitus_osoite, luokka, sum(paino) as kg, count(*)::int as lahetyksia, (count(*) filter (where paino = 0))::int as painottomia
      from lahetykset group by kohta, nouto_maa, nouto_postinro, nouto_osoite, toimitus_maa, toimitus_postinro, toimitus_osoite, luokka
      order by kohta limit ${maxGroups}`),
  )

type Places = { addresses: readonly string[]; codes: readonly string[] }

const points = statement(
  (parameter: ParameterOf<Places>) =>
    db.selectNoFrom(({ selectFrom }) => {
      const code = sql<{ koodi: string }>`unnest(${parameter('codes')}::text[])`.as<'k'>(sql`k(koodi)`)
      return [
        jsonArrayFrom(
          selectFrom('postiosoite')
            .select(['id', 'field_maa as maa', 'field_postinumero as postinro'])
            .select(({ ref }) => [ref('lat').$notNull().as('lat'), ref('lng').$notNull().as('lng')])
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
            .orderBy('p.maa')
            .orderBy('p.postinumero')
            .orderBy('p.paikka'),
        ).as('codes'),
      ]
    }),
  'emission-points',
)

export type KnownPoints = { addresses: ReadonlyMap<string, SavedPoint>; codes: ReadonlyMap<string, Point> }

/** The points of saved addresses by id, and of postal codes by `postalKey`. */
export async function readPoints(runner: Queryable, places: Places): Promise<KnownPoints> {
  const [found] = await points(runner, places)
  return {
    addresses: new Map(found?.addresses.map((address) => [address.id, address])),
    codes: new Map(found?.codes.map(({ koodi, ...point }) => [koodi, point])),
  }
}
