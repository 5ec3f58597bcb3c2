import { routeTerms } from '#domain/entities/route/route.calendar.ts'
import { type RouteData, routeOrders } from '#domain/features/standing-routes/route-orders.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { firstTerminals } from '../deliveries/queries.ts'
import { makeOrdersAhead } from '../scheduled-orders/make-ahead.ts'
import type { OrderSchedule } from '../scheduled-orders/order-changes.ts'
import { liveCustomers } from '../scheduled-orders/queries.ts'
import { addressesOf, carsOf, driversOf } from './queries.ts'

type Route = Row<'reitti'>

async function dataOf(runner: Queryable, routes: readonly Route[]): Promise<RouteData> {
  const { values: settings } = await storedSettings(runner)
  const [first, second] = await firstTerminals(runner)
  return {
    customers: await liveCustomers(
      runner,
      routes.flatMap(({ asiakkaat }) => asiakkaat),
    ),
    addresses: await addressesOf(
      runner,
      routes.flatMap(({ osoitteet }) => osoitteet),
    ),
    drivers: await driversOf(
      runner,
      routes.flatMap(({ kuljettaja }) => kuljettaja ?? []),
    ),
    cars: await carsOf(
      runner,
      routes.flatMap(({ auto }) => auto ?? []),
    ),
    // As for goods in transfer: the default terminal, or the only one.
    terminal: first && (first.is_default || !second) ? first.id : null,
    company: {
      nouto_nimi: settings.yritys_nimi,
      nouto_osoite1: settings.yritys_katuosoite,
      nouto_postinro: settings.yritys_postinumero,
      nouto_postitmp: settings.yritys_postitoimipaikka,
    },
  }
}

export const schedule = {
  relation: 'reitti',
  termsOf: routeTerms,
  prepare: async (runner, routes) => {
    const data = await dataOf(runner, routes)
    return (route, day) => routeOrders(route, day, data)
  },
  reasonOf: ({ drupal_internal__id }) => `Reitti ${registry.reitti.tunniste.prefix}-${drupal_internal__id} muuttui`,
} as const satisfies OrderSchedule<Route>

/** Makes the orders of the coming runs that have none yet (rules/standing-routes.md#orders-of-routes, decision 69). */
export const makeRouteOrders = (context: Context): Promise<void> =>
  makeOrdersAhead(context, { feature: 'reitit', label: 'routes', schedule })
