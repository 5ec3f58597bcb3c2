import { useQueries } from '@tanstack/react-query'
import { isLive } from '#domain/entities/order/order.status.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { listQuery } from '#web/data/queries.ts'
import { formatTime } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import type { OrderRead } from '../order-data.ts'

/** `car`: the registration number, or the driver's name where no car has been given. */
export type CarPlace = { driver: string; car: string; place: string; time: string; at: { lat: number; lng: number } | null }

/** A driver's latest task of the day that has a place: stored with the driver's consent (rules/worktime.md#places). */
const latestPlaceQuery = (driver: string, today: number) =>
  listQuery('tyovuoro_kirjaus_tehtava', {
    fields: { tyovuoro_kirjaus_tehtava: ['alkuaika', 'latitude', 'longitude', 'address_print'] },
    filter: {
      'tyovuoro_kirjaus.kuljettaja.id': driver,
      alkuaika: { operator: '>=', value: today },
      address_print: { operator: '<>', value: '' },
    },
    sort: ['-alkuaika'],
    page: { limit: 1 },
  })

/** Where the cars of the order's open shipments were last today; nothing for those who do not see drivers. */
export function useCarPlaces({ shipments, names }: OrderRead, shown: boolean): readonly CarPlace[] {
  const today = startOfDay(useNow())
  const cars = new Map(
    shipments.flatMap(({ tila, kuljettaja, auto }) => (shown && kuljettaja && isLive(tila) ? [[kuljettaja, auto] as const] : [])),
  )
  const drivers = [...cars.keys()]
  const found = useQueries({ queries: drivers.map((driver) => latestPlaceQuery(driver, today)) })
  return drivers.flatMap((driver, index) => {
    const task = found[index]?.data?.rows[0]
    if (!task) return []
    const { latitude, longitude, address_print, alkuaika } = task
    return {
      driver,
      car: names.get(cars.get(driver) ?? driver) ?? '',
      place: address_print,
      time: formatTime(alkuaika),
      at: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    }
  })
}
