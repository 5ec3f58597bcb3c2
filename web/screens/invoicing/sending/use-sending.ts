import { useQuery } from '@tanstack/react-query'
import { callApi } from '#web/data/api-call.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { inSequence, noAnswer } from '../mark-invoiced.ts'
import { outcomeOf, type SentOrder, type System, sendingCall, sentInvoicesQuery } from './sending.ts'
import { changeSending, sendingState, useSendingState } from './sending-store.ts'

/** Sends orders as invoices, and follows their sending until each has been sent or refused, also when the screen is left meanwhile. */
export function useSending() {
  const { sent, queueing } = useSendingState()
  const ids = [...new Set(sent?.orders.flatMap(({ lasku }) => lasku ?? []))].sort()
  const { data } = useQuery(sentInvoicesQuery(ids))
  const invoices = new Map(data?.map((invoice) => [invoice.id, invoice]))
  const { run, isRunning } = useAction({
    async mutationFn({ system, orders }: { system: System; orders: readonly SentOrder['order'][] }) {
      changeSending({ queueing: { done: 0, of: orders.length } })
      const answers = await inSequence(
        orders,
        (tilaus_ids) => callApi(sendingCall(system), { tilaus_ids }),
        (done) => changeSending({ queueing: { done, of: orders.length } }),
      )
      const byId = new Map(answers.map((answer) => [answer.id, answer]))
      return orders.map((order): SentOrder => {
        const answer = byId.get(order.id)
        const lasku = answer?.success && 'lasku' in answer && answer.lasku ? answer.lasku : null
        return { order, lasku, refused: lasku === null ? (answer?.message ?? noAnswer) : '' }
      })
    },
    onSuccess: (orders, { system }) => {
      // Orders that are retried take the place of their earlier result.
      const retried = new Set(orders.map(({ order }) => order.id))
      const earlier = sendingState().sent?.orders.filter(({ order }) => !retried.has(order.id)) ?? []
      changeSending({ sent: { system, orders: [...earlier, ...orders] } })
    },
    onSettled: () => {
      changeSending({ queueing: null })
      return rereadAfterChange('tilaus', 'lasku', 'lahetys', 'tuntituote')
    },
  })
  const results = (sent?.orders ?? []).map((one) => ({ ...one, ...outcomeOf(one, invoices) }))
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ order }) => order)
  return {
    results,
    queueing,
    // Also of a sending that was begun before the screen was left.
    isRunning: isRunning || queueing !== null,
    send: (system: System, orders: readonly SentOrder['order'][]) => run({ system, orders }),
    retry: sent && failed.length > 0 ? () => run({ system: sent.system, orders: failed }) : null,
    close: () => changeSending({ sent: null }),
  }
}
