import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { noAnswer } from '../mark-invoiced.ts'
import { outcomeOf, type System, sendingCall, sentInvoicesQuery, unansweredQuery, withFound } from './sending.ts'
import { keepSent, type SentOrder, sentState, takeUpSending, useSent } from './sending-store.ts'

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
  const earlier = sentState()?.orders.filter(({ order }) => !renewed.has(order.id)) ?? []
  keepSent({ system, orders: [...earlier, ...results], at: nowSeconds() })
}

/** Without an answer, or with a fault in the middle of the work. */
const mayHaveBeenDone = ({ status }: CallFault): boolean => status === 0 || status >= 500

/** All in one call, so that the server makes the rest also when the page is left. Without an answer, the orders are looked for on invoices. */
async function sendAll(system: System, orders: readonly Order[]): Promise<SentOrder[]> {
  try {
    const { results } = await callApi(sendingCall(system), { tilaus_ids: orders.map(({ id }) => id) })
    const byId = new Map(results.map((result) => [result.id, result]))
    return orders.map((order): SentOrder => {
      const { success = false, lasku = null, message = noAnswer } = byId.get(order.id) ?? {}
      return success && lasku !== null ? { order, lasku, refused: '' } : { order, lasku: null, refused: message }
    })
  } catch (failure) {
    if (!(failure instanceof CallFault)) throw failure
    return orders.map((order) => ({ order, lasku: null, refused: mayHaveBeenDone(failure) ? null : failure.message }))
  }
}

/**
 * Sends orders as invoices, and follows their sending until each has been sent or refused, also when the screen is left or the page is loaded again
 * meanwhile.
 */
export function useSending() {
  const userId = useSession()?.user.id ?? ''
  useEffect(() => takeUpSending(userId), [userId])
  const sent = useSent()
  const at = sent?.at ?? 0
  const { data: found = noneFound } = useQuery(unansweredQuery(sent?.orders ?? [], at))
  const orders = sent ? withFound(sent.orders, found, at) : []
  const ids = [...new Set(orders.flatMap(({ lasku }) => lasku ?? []))].sort()
  const { data } = useQuery(sentInvoicesQuery(ids))
  const invoices = new Map(data?.map((invoice) => [invoice.id, invoice]))
  const { run, isRunning } = useAction({
    mutationFn({ system, orders: chosen }: { system: System; orders: readonly Order[] }) {
      const wanted = chosen.map(orderOf)
      keepResults(
        system,
        wanted.map((order) => ({ order, lasku: null, refused: null })),
      )
      return sendAll(system, wanted)
    },
    onSuccess: (results, { system }) => keepResults(system, results),
    onSettled: () => rereadAfterChange('tilaus', 'lasku', 'lahetys', 'tuntituote'),
  })
  const results = orders.map((one) => ({ ...one, ...outcomeOf(one, invoices) }))
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ order }) => order)
  const isQueueing = orders.some(({ refused }) => refused === null)
  return {
    results,
    /** The invoices are being made; then they are sent. */
    isQueueing,
    isRunning: isRunning || isQueueing,
    send: (system: System, chosen: readonly Order[]) => run({ system, orders: chosen }),
    retry: sent && failed.length > 0 ? () => run({ system: sent.system, orders: failed }) : null,
    close: () => keepSent(null),
  }
}
