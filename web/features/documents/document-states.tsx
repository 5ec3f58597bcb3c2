import { Progress, Text } from '@mantine/core'
import { IconCheck, IconEye, IconSignature } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { documentsCall, type ListedDocument } from '#domain/features/documents/document-list.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatCount, formatDate } from '#web/kit/format.ts'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import classes from './documents.module.css'

/** How many documents' states are read at once: more than a company keeps. */
const limit = 500

const documentStatesQuery = queryOptions({
  queryKey: queryKeys.call(documentsCall.path),
  queryFn: async ({ signal }) => (await callApi(documentsCall, { 'page[limit]': limit }, { signal })).data,
})

/** How far a document's acknowledging is; undefined while it is being read. */
export function useDocumentState(id: string): ListedDocument | undefined {
  const { data } = useQuery(documentStatesQuery)
  return data?.find((document) => document.id === id)
}

/** Of a list or a page: to administrators how many have acknowledged, to others whether they have. */
export function DocumentState({ id }: { id: string }) {
  const state = useDocumentState(id)
  if (!state) return null
  if (!state.kuitattava) return <StatusBadge status={{ tone: 'cancelled', icon: IconEye, label: 'Vain luettavaksi' }} />
  const { vastaanottajia, kuittaneita, kuitattu, minulle } = state
  if (vastaanottajia !== null && kuittaneita !== null) return <AcknowledgedShare of={vastaanottajia} count={kuittaneita} />
  if (kuitattu > 0) return <StatusBadge status={{ tone: 'delivered', icon: IconCheck, label: `Kuitattu ${formatDate(kuitattu)}` }} />
  return minulle && <StatusBadge status={{ tone: 'warning', icon: IconSignature, label: 'Odottaa kuittaustasi' }} />
}

/** A bar of how many have acknowledged. */
export function AcknowledgedShare({ of, count }: { of: number; count: number }) {
  if (of === 0) return <Text c="dimmed">Ei vastaanottajia</Text>
  const text = `${formatCount(count)}/${formatCount(of)} kuitannut`
  return (
    <span className={classes.share}>
      <Progress value={(100 * count) / of} color={count === of ? 'green' : undefined} className={classes.bar} aria-label={text} />
      <span className={classes.count}>{text}</span>
    </span>
  )
}
