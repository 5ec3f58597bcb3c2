import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '#web/data/api-call.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { inSequence, noAnswer } from '../mark-invoiced.ts'
import { outcomeOf, type System, sendingCall, sentInvoicesQuery, unansweredQuery, withFound } from './sending.ts'
import { changeSending, type SentOrder, sendingState, takeUpSending, useSendingState } from './sending-store.ts'

type Order = SentOrder['order']
const noneFound: ReadonlyMap<string, string> = new Map()

/** Only what its result shows is kept. */
const orderOf = ({ id, tunniste, asiakas, ryhma }: Order): Order => ({
  ...{ id, tunniste, asiakas: { id: asiakas.id, name: asiakas.name } },
  ryhma: ryhma && { id: ryhma.id },
})

/** Sent orders take the place of their earlier results. */
function keepResults(system: System, results: readonly SentOrder[]): void {
  const renewed = new Set(results.map(({ order }) => order.id))
  const earlier = sendingState().sent?.orders.filter(({ order }) => !renewed.has(order.id)) ?? []
  changeSending({ sent: { system, orders: [...earlier, ...results], at: nowSeconds() } })
}

/**
 * Sends orders as invoices, and follows their sending until each has been sent or refused, also when the screen is left or the page is loaded again
 * meanwhile.
 */
export function useSending() {
  const userId = useSession()?.user.id ?? ''
  useEffect(() => takeUpSending(userId), [userId])
  const { sent, queueing } = useSendingState()
  const at = sent?.at ?? 0
  // Orders that this page is sending have their answers soon.
  const { data: found = noneFound } = useQuery(unansweredQuery(queueing === null ? (sent?.orders ?? []) : [], at))
  const orders = sent && queueing === null ? withFound(sent.orders, found, at) : (sent?.orders ?? [])
  const ids = [...new Set(orders.flatMap(({ lasku }) => lasku ?? []))].sort()
  const { data } = useQuery(sentInvoicesQuery(ids))
  const invoices = new Map(data?.map((invoice) => [invoice.id, invoice]))
  const { run, isRunning } = useAction({
    async mutationFn({ system, orders }: { system: System; orders: readonly Order[] }) {
      const wanted = orders.map(orderOf)
      changeSending({ queueing: { done: 0, of: wanted.length } })
      keepResults(
        system,
        wanted.map((order) => ({ order, lasku: null, refused: null })),
      )
      const answers = await inSequence(
        wanted,
        (tilaus_ids) => callApi(sendingCall(system), { tilaus_ids }),
        (done) => changeSending({ queueing: { done, of: wanted.length } }),
      )
      const byId = new Map(answers.map((answer) => [answer.id, answer]))
      return wanted.map((order): SentOrder => {
        const answer = byId.get(order.id)
        const lasku = answer?.success && 'lasku' in answer && answer.lasku ? answer.lasku : null
        return { order, lasku, refused: lasku === null ? (answer?.message ?? noAnswer) : '' }
      })
    },
    onSuccess: (results, { system }) => keepResults(system, results),
    onSettled: () => {
      changeSending({ queueing: null })
      return rereadAfterChange('tilaus', 'lasku', 'lahetys', 'tuntituote')
    },
  })
  const results = orders.map((one) => ({ ...one, ...outcomeOf(one, invoices) }))
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ order }) => order)
  return {
    results,
    queueing,
    // Also of a sending that was begun before the screen was left.
    isRunning: isRunning || queueing !== null,
    send: (system: System, orders: readonly Order[]) => run({ system, orders }),
    retry: sent && failed.length > 0 ? () => run({ system: sent.system, orders: failed }) : null,
    close: () => changeSending({ sent: null }),
  }
}
