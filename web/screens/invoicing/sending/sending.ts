import { queryOptions } from '@tanstack/react-query'
import { hasFailed, type InvoiceState, invoiceStateName, isUnderWay } from '#domain/entities/invoice/invoice.states.ts'
import type { InvoiceProviderName } from '#domain/features/invoicing/outgoing-invoice.ts'
import { type AccountingSystems, accountingSystemsCall } from '#domain/features/invoicing/providers/accounting-systems.ts'
import { missingForSendingCall } from '#domain/features/invoicing/providers/missing-for-sending.ts'
import { fivaldiInvoiceCall, talenomInvoiceCall } from '#domain/features/invoicing/send-invoices.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { callApi } from '#web/data/api-call.ts'
import { list } from '#web/data/json-api.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { noAnswer } from '../mark-invoiced.ts'
import type { SentOrder } from './sending-store.ts'

export const systems = { fivaldi: 'Fivaldi', talenom: 'Talenom', finvoice: 'Finvoice-tiedostot' } as const
export type System = keyof typeof systems

export const accountingSystems = queryOptions({
  queryKey: queryKeys.call(accountingSystemsCall.path),
  queryFn: ({ signal }) => callApi(accountingSystemsCall, {}, { signal }),
})

/** The systems to choose from: those that are configured, otherwise the files. */
export function systemsOf({ fivaldi, talenom }: AccountingSystems): System[] {
  const configured: System[] = [...(fivaldi ? (['fivaldi'] as const) : []), ...(talenom ? (['talenom'] as const) : [])]
  return configured.length > 0 ? configured : ['finvoice']
}

/** Which of the orders cannot be sent to the system, and why; asked anew each time the dialog is opened. */
export const missingQuery = (jarjestelma: System, orders: readonly { id: string }[]) => {
  const tilaus_ids = orders.map(({ id }) => id)
  return queryOptions({
    queryKey: queryKeys.call(missingForSendingCall.path, { jarjestelma, tilaus_ids }),
    queryFn: async ({ signal }) => (await callApi(missingForSendingCall, { jarjestelma, tilaus_ids }, { signal })).puutteet,
    enabled: tilaus_ids.length > 0,
  })
}

/** Without a configured system, the call writes the invoices as Finvoice files. */
export const sendingCall = (system: System) => (system === 'fivaldi' ? fivaldiInvoiceCall : talenomInvoiceCall)

export type SentInvoice = { id: string; tunniste: string; tila: InvoiceState; jarjestelma: InvoiceProviderName; virhe: string }

const fields = { lasku: ['tunniste', 'tila', 'jarjestelma', 'virhe'] } as const
/** As many ids as fit well into an address. */
const maxIds = 100
const seconds = 2
/** Invoices that are read at a time: in a large sending the others follow, each of them within half a minute. */
const maxRead = 3 * maxIds

const isSent = ({ tila, virhe }: SentInvoice): boolean => tila === 'lahetetty' && virhe === ''

/** At most `maxRead` of the ids, the next ones each time. */
function ofRound(ids: readonly string[], round: number): string[] {
  if (ids.length <= maxRead) return [...ids]
  const start = (round * maxRead) % ids.length
  return [...ids.slice(start), ...ids.slice(0, start)].slice(0, maxRead)
}
const currentRound = (): number => Math.floor(nowSeconds() / seconds)

/** Those of the ids that may have changed since they were read, at most `maxRead`, the next ones each time. */
export function idsToRead(ids: readonly string[], known: readonly SentInvoice[], round: number): string[] {
  const sent = new Set(known.filter(isSent).map(({ id }) => id))
  return ofRound(
    ids.filter((id) => !sent.has(id)),
    round,
  )
}

/** The invoices as they are now; asked again every two seconds until the sending of each has ended. */
export function sentInvoicesQuery(ids: readonly string[]) {
  const queryKey = queryKeys.list('lasku', { ids })
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<SentInvoice[]> => {
      const found = new Map((client.getQueryData<SentInvoice[]>(queryKey) ?? []).map((invoice) => [invoice.id, invoice]))
      const asked = idsToRead(ids, [...found.values()], currentRound())
      for (const part of inParts(asked, maxIds)) {
        const filter = { id: { operator: 'IN', value: [...part] } } as const
        const { rows } = await list('lasku', { filter, fields, page: { limit: maxIds } }, { signal })
        for (const row of rows) found.set(row.id, row)
      }
      return [...found.values()]
    },
    enabled: ids.length > 0,
    refetchInterval: ({ state }) => (!state.data || state.data.length < ids.length || state.data.some(isUnderWay) ? seconds * 1000 : false),
  })
}

/** How long the orders of a call without an answer are looked for on invoices (seconds): the server may still be making them. */
const answerTime = (orders: number): number => 60 + orders / 10

/** The invoices of these orders by the order's id: the call has not answered yet, or the page was loaded again before it had. */
export const unansweredQuery = (orders: readonly SentOrder[], at: number) => {
  const ids = orders.flatMap(({ order, refused }) => (refused === null ? [order.id] : []))
  const queryKey = queryKeys.list('tilaus', { ids, lasku: true })
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<ReadonlyMap<string, string>> => {
      const found = new Map(client.getQueryData<ReadonlyMap<string, string>>(queryKey))
      const open = ids.filter((id) => !found.has(id))
      for (const part of inParts(ofRound(open, currentRound()), maxIds)) {
        const filter = { id: { operator: 'IN', value: [...part] } } as const
        const { rows } = await list('tilaus', { filter, fields: { tilaus: ['lasku'] }, page: { limit: maxIds } }, { signal })
        for (const { id, lasku } of rows) if (lasku !== null) found.set(id, lasku)
      }
      return found
    },
    enabled: ids.length > 0,
    refetchInterval: ({ state }) =>
      (state.data?.size ?? 0) < ids.length && nowSeconds() < at + answerTime(ids.length) ? seconds * 1000 : false,
  })
}

/** The orders with what has been found of those without an answer. */
export function withFound(orders: readonly SentOrder[], found: ReadonlyMap<string, string>, at: number): SentOrder[] {
  const unanswered = orders.filter(({ refused }) => refused === null).length
  const isOver = nowSeconds() >= at + answerTime(unanswered)
  return orders.map((one) => {
    if (one.refused !== null) return one
    const lasku = found.get(one.order.id) ?? null
    if (lasku !== null) return { ...one, lasku, refused: '' }
    return isOver ? { ...one, refused: noAnswer } : one
  })
}

export type SendingOutcome = 'under-way' | 'sent' | 'check' | 'failed'

/** What has become of an order that was sent, with the provider's words when it failed. */
export function outcomeOf(
  { lasku, refused }: SentOrder,
  invoices: ReadonlyMap<string, SentInvoice>,
): { outcome: SendingOutcome; text: string } {
  const invoice = lasku === null ? undefined : invoices.get(lasku)
  if (refused === null) return { outcome: 'under-way', text: 'lähetetään' }
  if (lasku === null) return { outcome: 'failed', text: refused }
  if (!invoice || isUnderWay(invoice)) return { outcome: 'under-way', text: 'lähetetään' }
  if (hasFailed(invoice)) return { outcome: 'failed', text: invoice.virhe }
  if (invoice.tila === 'tarkista') {
    const words = invoice.virhe === '' ? '' : `: ${invoice.virhe}`
    return { outcome: 'check', text: `${invoiceStateName(invoice)}, lähtikö lasku ${invoice.tunniste}${words}` }
  }
  // Sent, but its orders could not be marked as invoiced.
  if (invoice.virhe !== '') return { outcome: 'check', text: `lasku ${invoice.tunniste} lähti, mutta: ${invoice.virhe}` }
  return { outcome: 'sent', text: `lasku ${invoice.tunniste}` }
}
