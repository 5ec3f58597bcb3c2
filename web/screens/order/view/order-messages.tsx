import { useCallbackRef } from '@mantine/hooks'
import { useEffect } from 'react'
import { useBell } from '#web/features/notifications/use-bell.ts'
import { Conversation } from '#web/features/order-messages/conversation.tsx'

type Props = { order: string; tunniste: string; staff: boolean }

/** The conversation about an order; its notifications leave the bell of the person who sees it. */
export function OrderMessages({ order, tunniste, staff }: Props) {
  const { entries, dismiss } = useBell()
  const seen = useCallbackRef(dismiss)
  const ids = (entries ?? []).flatMap(({ id, laji, kohde }) => (laji === 'viesti' && kohde === order ? [id] : [])).join(' ')
  useEffect(() => {
    if (ids !== '') seen(ids.split(' '))
  }, [ids, seen])
  return <Conversation order={order} tunniste={tunniste} staff={staff} />
}
