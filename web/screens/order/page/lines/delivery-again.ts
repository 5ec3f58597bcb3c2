import { useQuery } from '@tanstack/react-query'
import { type DeliveryAgain, deliveryAgainCall } from '#domain/features/planning-board/delivery-again.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** When the goods could be brought again in the shift; null while it is not known, or when they could not. */
export function useDeliveryAgain(lahetys: string, enabled: boolean): DeliveryAgain | null {
  const { data } = useQuery({
    queryKey: queryKeys.call(deliveryAgainCall.path, { lahetys }),
    queryFn: ({ signal }) => callApi(deliveryAgainCall, { lahetys }, { signal, quiet: 'all' }),
    enabled,
  })
  return data?.data ?? null
}

const tenMinutes = 600

/** The arrival, on the next full ten minutes: a time that can be promised. */
export const promisable = ({ aika }: DeliveryAgain): number => Math.ceil(aika / tenMinutes) * tenMinutes
