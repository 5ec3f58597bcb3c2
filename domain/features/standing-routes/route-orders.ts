import type { Reitti } from '../../entities/route/route.entity.ts'
import { runPrices } from '../../entities/route/route.prices.ts'
import type { Lahetys } from '../../entities/shipment/shipment.entity.ts'
import type { ScheduledOrder } from '../scheduled-orders/scheduled-order.ts'

/** The texts of a pickup place that is no saved address. */
type PlaceTexts = Pick<Lahetys, 'nouto_nimi' | 'nouto_osoite1' | 'nouto_postinro' | 'nouto_postitmp'>
/** What a route's orders need besides the route. */
export type RouteData = {
  /** Live customers, and live addresses with their customers. */
  customers: ReadonlySet<string>
  addresses: ReadonlyMap<string, string | null>
  /** Enabled drivers and live cars: an order is made without one that has left. */
  drivers: ReadonlySet<string>
  cars: ReadonlySet<string>
  /** The place where the goods are picked up (rules/standing-routes.md#pickup): the terminal, else the company's own address. */
  terminal: string | null
  company: PlaceTexts
}

type Stop = { address: string; asiakas: string; number: number }

/** The stops at the customers' own addresses, numbered in the order in which all stops of the route are driven. */
const customersStops = ({ asiakkaat, osoitteet }: Reitti, { customers, addresses }: RouteData): Stop[] =>
  osoitteet.flatMap((address, index) => {
    const asiakas = addresses.get(address) ?? null
    return asiakas !== null && asiakkaat.includes(asiakas) && customers.has(asiakas) ? [{ address, asiakas, number: index + 1 }] : []
  })

const routeName = ({ reittinro, name }: Reitti): string => ['Reitti', reittinro, name].filter(Boolean).join(' ')

const maxText = 255

/** The orders of a route's run: one for each customer with stops, with a shipment to each of them (rules/standing-routes.md#orders-of-routes). */
export function routeOrders(route: Reitti, day: number, data: RouteData): ScheduledOrder[] {
  const stops = customersStops(route, data)
  const customers = [...new Set(stops.map(({ asiakas }) => asiakas))].toSorted(
    (a, b) => route.asiakkaat.indexOf(a) - route.asiakkaat.indexOf(b),
  )
  const prices = runPrices(route, customers)
  const pickup = data.terminal === null ? { nouto_osoite: null, ...data.company } : { nouto_osoite: data.terminal }
  const common = {
    ...pickup,
    toivottu_toimitus: day,
    kuljettaja: route.kuljettaja !== null && data.drivers.has(route.kuljettaja) ? route.kuljettaja : null,
    auto: route.auto !== null && data.cars.has(route.auto) ? route.auto : null,
  }
  return customers.map((asiakas) => ({
    asiakas,
    ajopaiva: day,
    values: {
      ...({ tyyppi: 'lahetys', asiakas, hinta: prices.get(asiakas) ?? 0, laskutus_viesti: routeName(route) } as const),
      ...{ reitti: route.id, reittiasiakas: asiakas, ajopaiva: day },
    },
    lines: stops
      .filter((stop) => stop.asiakas === asiakas)
      .map(({ address, number }) => ({
        entity: 'lahetys' as const,
        key: address,
        values: { ...common, toimitus_osoite: address, kuvaus: `${routeName(route)}, pysähdys ${number}`.slice(0, maxText) },
      })),
  }))
}
