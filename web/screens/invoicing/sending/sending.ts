import { queryOptions } from '@tanstack/react-query'
import { hasFailed, type InvoiceState, isUnderWay } from '#domain/entities/invoice/invoice.states.ts'
import { type AccountingSystems, accountingSystemsCall } from '#domain/features/invoicing/accounting-systems.ts'
import { fivaldiInvoiceCall, talenomInvoiceCall } from '#domain/features/invoicing/send-invoices.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { callApi } from '#web/data/api-call.ts'
import { list } from '#web/data/json-api.ts'
import { queryKeys } from '#web/data/query-keys.ts'

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

/** Without a configured system, the call writes the invoices as Finvoice files. */
export const sendingCall = (system: System) => (system === 'fivaldi' ? fivaldiInvoiceCall : talenomInvoiceCall)

/** An order that was sent: the answer of the call, and the invoice that it is on. */
export type SentOrder = {
  order: Pick<UninvoicedOrder, 'id' | 'tunniste' | 'asiakas' | 'ryhma'>
  lasku: string | null
  /** Why it was not taken into any invoice; '' when it was. */
  refused: string
}
export type SentInvoice = { id: string; tunniste: string; tila: InvoiceState; virhe: string }

const fields = { lasku: ['tunniste', 'tila', 'virhe'] } as const
/** As many ids as fit well into an address. */
const maxIds = 100
const seconds = 2

/** The invoices as they are now; asked again every two seconds until the sending of each has ended. */
export const sentInvoicesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: queryKeys.list('lasku', { ids }),
    queryFn: async ({ signal }): Promise<SentInvoice[]> => {
      const found: SentInvoice[] = []
      for (const part of inParts(ids, maxIds)) {
        const filter = { id: { operator: 'IN', value: [...part] } } as const
        const { rows } = await list('lasku', { filter, fields, page: { limit: maxIds } }, { signal })
        found.push(...rows)
      }
      return found
    },
    enabled: ids.length > 0,
    refetchInterval: ({ state }) => (!state.data || state.data.some(isUnderWay) ? seconds * 1000 : false),
  })

export type SendingOutcome = 'under-way' | 'sent' | 'check' | 'failed'

/** What has become of an order that was sent, with the provider's words when it failed. */
export function outcomeOf(
  { lasku, refused }: SentOrder,
  invoices: ReadonlyMap<string, SentInvoice>,
): { outcome: SendingOutcome; text: string } {
  const invoice = lasku === null ? undefined : invoices.get(lasku)
  if (lasku === null) return { outcome: 'failed', text: refused }
  if (!invoice || isUnderWay(invoice)) return { outcome: 'under-way', text: 'lähetetään' }
  if (hasFailed(invoice)) return { outcome: 'failed', text: invoice.virhe }
  if (invoice.tila === 'tarkista') return { outcome: 'check', text: `tarkista, lähtikö lasku ${invoice.tunniste}` }
  return { outcome: 'sent', text: `lasku ${invoice.tunniste}` }
}
