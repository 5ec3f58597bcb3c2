import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconClock, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { priceListValidityCall, type ValidityState, validityStates } from '#domain/features/prices/price-list-validity.ts'
import { addDays } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatDate } from '#web/kit/format.ts'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'

const styles: Readonly<Record<ValidityState, Omit<StatusStyle, 'label'>>> = {
  voimassa: { tone: 'delivered', icon: IconCheck },
  tulossa: { tone: 'moving', icon: IconClock },
  paattynyt: { tone: 'cancelled', icon: IconHistory },
}

/** The validity of all lists: one request for a list of them. */
const validities = {
  queryKey: queryKeys.call(priceListValidityCall.path),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(priceListValidityCall, {}, { signal }),
}

/** Whether the list applies now, and until when. */
export function ListValidity({ list }: { list: string }) {
  const { data, isPending, refetch } = useQuery(validities)
  if (isPending) return <Skeleton height={18} width={110} />
  if (!data)
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
        Tietoja ei saatu, yritä uudelleen
      </Button>
    )
  const found = data.data.find(({ id }) => id === list)
  if (!found) return null
  const until = found.tila !== 'paattynyt' && found.paattyy > 0 ? ` ${formatDate(addDays(found.paattyy, -1))} asti` : ''
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      <StatusBadge status={{ ...styles[found.tila], label: validityStates[found.tila] }} />
      {until}
    </span>
  )
}
