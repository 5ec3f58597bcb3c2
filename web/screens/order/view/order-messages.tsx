import { useEffect } from 'react'
import { useBell } from '#web/features/notifications/use-bell.ts'
import { Conversation } from '#web/features/order-messages/conversation.tsx'

type Props = { order: string; tunniste: string; staff: boolean }

/** The conversation about an order; its notifications leave the bell of the person who sees it. */
export function OrderMessages({ order, tunniste, staff }: Props) {
  const { entries, dismiss } = useBell()
  const seen = entries?.filter(({ laji, kohde }) => laji === 'viesti' && kohde === order).map(({ id }) => id) ?? []
  const ids = seen.join(' ')
  useEffect(() => {
    if (ids !== '') dismiss(ids.split(' '))
    // `dismiss` is new at each render; what matters is which notifications there are.
  }, [ids])
  return <Conversation order={order} tunniste={tunniste} staff={staff} />
}
