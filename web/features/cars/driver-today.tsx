import { useQuery } from '@tanstack/react-query'
import { driversOfCarsCall } from '#domain/features/orders/drivers-of-cars.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** All cars' drivers: one request for a list. */
const driversOfCars = {
  queryKey: queryKeys.call(driversOfCarsCall.path),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(driversOfCarsCall, {}, { signal }),
}

/** Who drives the car today; `none` where nobody does. */
export function DriverToday({ car, none = null }: { car: string; none?: string | null }) {
  const { data } = useQuery(driversOfCars)
  const names = data?.data.filter(({ auto }) => auto === car).map(({ name }) => name) ?? []
  return names.length > 0 ? names.join(', ') : none
}
