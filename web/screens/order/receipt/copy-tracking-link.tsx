import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeTrackingLinkCall } from '#domain/features/tracking/order-tracking.ts'
import { callApi } from '#web/data/api-call.ts'
import { useAction } from '#web/data/use-action.ts'
import type { OrderRead } from '../order-data.ts'
import { trackingLinksQuery } from '../view/tracking-links.ts'

/**
 * Copies the tracking link of an order that has one delivery place, and enables it first where it is not in use. The links of several
 * places are on the order's page.
 */
export function CopyTrackingLink({ read: { order, shipments } }: { read: OrderRead }) {
  const client = useQueryClient()
  const clipboard = useClipboard({ timeout: 4000 })
  const query = trackingLinksQuery(order.id)
  const { data } = useQuery({ ...query, enabled: order.tyyppi === 'lahetys' && shipments.length > 0 })
  const { run, isRunning } = useAction({
    mutationFn: async ({ paikka }: { paikka: string }) => {
      await callApi(changeTrackingLinkCall, { operation: 'kayttoon', id: order.id, paikka })
      const read = await client.fetchQuery({ ...query, staleTime: 0 })
      return read.data.find((link) => link.paikka === paikka)?.tunnus ?? ''
    },
    onSuccess: (token) => copy(token),
  })
  const copy = (token: string) => clipboard.copy(new URL(`/seuranta#${token}`, location.origin).href)
  const [link, another] = data?.data ?? []
  // Browsers have no clipboard API on plain http addresses.
  if (!link?.seurattavissa || another || !('clipboard' in navigator)) return null
  return (
    <Button
      variant="light"
      size="compact-md"
      loading={isRunning}
      leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => (link.tunnus === '' ? run({ paikka: link.paikka }) : copy(link.tunnus))}
    >
      {clipboard.copied ? 'Kopioitu' : 'Kopioi seurantalinkki'}
    </Button>
  )
}
