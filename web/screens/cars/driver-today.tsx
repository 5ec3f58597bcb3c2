import { useQuery } from '@tanstack/react-query'
import { driversToday } from '#web/features/orders/drivers-today.ts'

/** Who drives the car today, after `before`; `none` where nobody does. Only administrators may ask. */
export function DriverToday({ car, before = '', none = null }: { car: string; before?: string; none?: string | null }) {
  const { data } = useQuery(driversToday)
  const names = data?.data.filter(({ auto }) => auto?.id === car).map(({ name }) => name) ?? []
  return names.length > 0 ? before + names.join(', ') : none
}
