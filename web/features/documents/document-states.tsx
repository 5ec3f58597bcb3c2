import { Progress, Text } from '@mantine/core'
import { IconCheck, IconEye, IconSignature } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { documentsCall, type ListedDocument } from '#domain/features/documents/document-list.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatCount, formatDate } from '#web/kit/format.ts'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import classes from './documents.module.css'

/** The number of documents read for a list; companies have fewer. */
const limit = 500

/** All documents' states, for a list of them. */
const documentStatesQuery = queryOptions({
  queryKey: queryKeys.call(documentsCall.path),
  queryFn: async ({ signal }) => (await callApi(documentsCall, { 'page[limit]': limit }, { signal })).data,
})

const documentStateQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.call(documentsCall.path, { ids: id }),
    queryFn: async ({ signal }) => (await callApi(documentsCall, { ids: id }, { signal })).data,
  })

/** The acknowledgements of a document; undefined while loading. */
export const useDocumentState = (id: string): ListedDocument | undefined => useQuery(documentStateQuery(id)).data?.[0]

/** The state of a row in a list of documents: one request for all rows. */
export function ListedDocumentState({ id }: { id: string }) {
  const { data } = useQuery(documentStatesQuery)
  return <DocumentState state={data?.find((document) => document.id === id)} />
}

/** For administrators the share of recipients who have acknowledged, for others their own acknowledgement. */
export function DocumentState({ state }: { state: ListedDocument | undefined }) {
  if (!state) return null
  if (!state.kuitattava) return <StatusBadge status={{ tone: 'cancelled', icon: IconEye, label: 'Vain luettavaksi' }} />
  const { vastaanottajia, kuittaneita, kuitattu, minulle } = state
  if (vastaanottajia !== null && kuittaneita !== null) return <AcknowledgedShare of={vastaanottajia} count={kuittaneita} />
  if (kuitattu > 0) return <StatusBadge status={{ tone: 'delivered', icon: IconCheck, label: `Kuitattu ${formatDate(kuitattu)}` }} />
  return minulle && <StatusBadge status={{ tone: 'warning', icon: IconSignature, label: 'Odottaa kuittaustasi' }} />
}

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
