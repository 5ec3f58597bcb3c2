import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { lastMonths } from '#domain/features/customers/customer-months.ts'
import type { EmissionMonth } from '#domain/features/emissions/customer-emissions.ts'
import {
  type EmissionEstimate,
  type EmissionSum,
  estimateEmissions,
  sumEmissions,
  type TransportedGoods,
} from '#domain/features/emissions/estimate.ts'
import type { OrderEmissions } from '#domain/features/emissions/order-emissions.ts'
import { pointOf } from '#domain/features/prices/price-of-order.ts'
import type { EmissionFactors } from '#domain/features/settings/emission-factors.ts'
import { postalKey } from '#domain/values/place/postal-key.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import {
  type KnownPoints,
  readPoints,
  readTransports,
  readTransportsByPeriod,
  type TransportedShipment,
  type TransportGroup,
  transportsOfOrders,
} from './queries.ts'

type Transported = Pick<TransportedShipment, 'kg' | 'luokka'> &
  Omit<TransportGroup, 'kg' | 'luokka' | 'alku' | 'lahetyksia' | 'painottomia'>

const distinct = (values: readonly (string | null)[]): string[] => [...new Set(values.flatMap((value) => value || []))]

/** The points of all ends, in one statement. */
const pointsOf = (runner: Queryable, transports: readonly Transported[]): Promise<KnownPoints> =>
  readPoints(runner, {
    addresses: distinct(transports.flatMap(({ nouto_osoite, toimitus_osoite }) => [nouto_osoite, toimitus_osoite])),
    codes: distinct(
      transports.flatMap((one) => [postalKey(one.nouto_maa, one.nouto_postinro), postalKey(one.toimitus_maa, one.toimitus_postinro)]),
    ),
  })

const goodsOf = (transport: Transported, at: number, known: KnownPoints): TransportedGoods => ({
  kg: transport.kg,
  from: pointOf(transport.nouto_maa, transport.nouto_postinro, transport.nouto_osoite, known),
  to: pointOf(transport.toimitus_maa, transport.toimitus_postinro, transport.toimitus_osoite, known),
  vehicle: transport.luokka,
  at,
})

type Estimated = { shipment: TransportedShipment; estimate: EmissionEstimate | null }

async function estimated(
  runner: Queryable,
  shipments: readonly TransportedShipment[],
  table: readonly EmissionFactors[],
): Promise<Estimated[]> {
  if (shipments.length === 0) return []
  const known = await pointsOf(runner, shipments)
  return shipments.map((shipment) => ({ shipment, estimate: estimateEmissions(goodsOf(shipment, shipment.aika, known), table) }))
}

/** The estimates of an order's shipments that the viewer may read (rules/emissions.md#orders). Throws (404) without any. */
export async function orderEmissions(context: Context, viewer: Viewer, order: string): Promise<OrderEmissions> {
  const [found] = await context.engine.load(viewer, 'tilaus', [order])
  if (!found?.mayRead || found.row.status !== 1) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const { values } = await storedSettings(context.pool)
  const rows = await estimated(context.pool, await readTransports(context, viewer, order), values.paastokertoimet)
  const sum = sumEmissions(rows.map(({ estimate }) => estimate))
  return {
    grammat: sum.grams,
    tonnikilometrit: sum.tonneKm,
    lahetyksia: rows.length,
    ilman_arviota: sum.missing,
    lahteet: [...sum.sources],
    rivit: rows.map(({ shipment, estimate }) => ({
      lahetys: shipment.id,
      ajoneuvoluokka: shipment.luokka,
      kg: shipment.kg,
      arvio: estimate && { grammat: estimate.grams, tonnikilometrit: estimate.tonneKm, km: estimate.km, kerroin: estimate.intensity },
    })),
  }
}

/** The sums of a customer's last twelve months (rules/emissions.md#customers). Goods of one way and month are estimated together. */
export async function customerEmissions(context: Context, viewer: Viewer, customer: string): Promise<EmissionMonth[]> {
  const months = lastMonths(context.clock())
  const { values } = await storedSettings(context.pool)
  const table = values.paastokertoimet
  const [first = 0] = months
  // A month in which the factors change has a period before and one after the change.
  const changes = table.map(({ alkaen }) => alkaen).filter((at) => at > first)
  const periods = [...new Set([...months, ...changes])].toSorted((a, b) => a - b)
  const groups = await readTransportsByPeriod(context, viewer, { customer, periods })
  const known = await pointsOf(context.pool, groups)
  return months.map((kuukausi, index) => {
    const end = months[index + 1] ?? Number.POSITIVE_INFINITY
    const own = groups.filter(({ alku }) => alku >= kuukausi && alku < end)
    const parts = own.map((group) => ({ group, estimate: estimateEmissions(goodsOf(group, group.alku, known), table) }))
    const sum = sumEmissions(parts.map(({ estimate }) => estimate))
    return {
      kuukausi,
      grammat: sum.grams,
      tonnikilometrit: sum.tonneKm,
      lahetyksia: own.reduce((count, { lahetyksia }) => count + lahetyksia, 0),
      ilman_arviota: parts.reduce((count, { group, estimate }) => count + (estimate ? group.painottomia : group.lahetyksia), 0),
      lahteet: [...sum.sources],
    }
  })
}

/** What documents show of orders; null when the company does not show estimates on documents. */
export type DocumentEmissions = {
  ofOrders: (orders: readonly string[]) => EmissionSum
  ofShipment: (shipment: string) => EmissionEstimate | null
} | null

/** The estimates of orders for their documents. The caller has checked that the orders may be read. */
export async function documentEmissions(runner: Queryable, orders: readonly string[]): Promise<DocumentEmissions> {
  const { values } = await storedSettings(runner)
  if (!values.paastot_asiakirjoissa) return null
  const all = await estimated(runner, await transportsOfOrders(runner, orders), values.paastokertoimet)
  const byShipment = new Map(all.map(({ shipment, estimate }) => [shipment.id, estimate]))
  return {
    ofOrders: (ids) => sumEmissions(all.filter(({ shipment }) => ids.includes(shipment.tilaus)).map(({ estimate }) => estimate)),
    ofShipment: (id) => byShipment.get(id) ?? null,
  }
}
