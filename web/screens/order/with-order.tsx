import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NoOrder } from '#web/features/orders/no-order.tsx'
import { DetailPage, Page } from '#web/kit/page/page.tsx'
import { CallFault } from '../../data/fault.ts'
import { useSession } from '../../session/session.ts'
import { ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import { type OrderRead, orderQuery } from './order-data.ts'

type Props = {
  id: string
  title: string
  /** Shown until the order has been read; a skeleton where nothing is known about it. */
  pending?: ReactNode
  children: (read: OrderRead) => ReactNode
}

/** Reads the order of a page; shows a skeleton until it is available, or why it is not. */
export function WithOrder({ id, title, pending, children }: Props) {
  const roles = useSession()?.user.roles ?? []
  const { data, error, refetch } = useQuery(orderQuery(id, roles))
  if (data) return children(data)
  if (error instanceof CallFault && error.status === 404) {
    return (
      <Page title="Tilausta ei löydy">
        <NoOrder />
      </Page>
    )
  }
  if (pending && !error) return pending
  return <OrderPending title={title} {...(error ? { retry: () => void refetch() } : {})} />
}

/** The skeleton of the page while it loads, or the error. */
export function OrderPending({ title, retry }: { title: string; retry?: () => void }) {
  if (retry) {
    return (
      <Page title={title}>
        <ErrorState retry={retry} />
      </Page>
    )
  }
  return (
    <DetailPage title={title} aside={<SectionSkeleton lines={5} />}>
      <SectionSkeleton lines={4} />
      <SectionSkeleton lines={6} />
    </DetailPage>
  )
}
