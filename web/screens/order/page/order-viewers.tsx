import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orderViewersCall, viewingInterval } from '#domain/features/presence/order-viewers.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { Viewers } from '#web/features/presence/viewers.tsx'

/** Nobody needs to hear that this failed: the page works without it. */
const quiet = [0, 403, 404, 429, 500, 502, 503]

/** Who else is looking at the order. Reading it says that this page is open; a hidden page says nothing. */
export function OrderViewers({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: queryKeys.call(orderViewersCall.path, { id }),
    queryFn: ({ signal }) => callApi(orderViewersCall, { id, katselee: true }, { signal, quiet }),
    refetchInterval: viewingInterval * 1000,
    gcTime: 0,
    retry: false,
  })
  useEffect(
    () => () => {
      callApi(orderViewersCall, { id, katselee: false }, { quiet }).catch(() => undefined)
    },
    [id],
  )
  return <Viewers people={data?.data ?? []} />
}
