import type { Pool, PoolClient } from 'pg'
import type { InvoiceProviderName, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import { creditInvoice } from '../features/invoicing/invoices/credit-invoice.ts'
import { beginSending, recordOutcome } from '../features/invoicing/invoices/send-invoice.ts'
import { makeInvoices } from '../features/invoicing/making/make-invoices.ts'
import { openContext } from '../open-context.ts'
import { invoiceQueue } from '../platform/background-jobs/queues.ts'
import { noLimits } from '../platform/ports/accounting/invoice-provider.ts'
import type { DemoCompany } from './company.ts'

/** Delivered orders that are invoiced together, and when (unix seconds). */
type InvoicedOrders = { ids: readonly string[]; at: number }
/** `single` is in the order of time. */
export type DemoInvoicing = { joint: InvoicedOrders; single: readonly InvoicedOrders[] }

const refused: SendOutcome = { kind: 'refused', message: 'Saajan verkkolaskuosoitetta ei löydy verkkolaskuosoitteistosta.' }
const unknown: SendOutcome = { kind: 'unknown', message: 'Palvelu ei vastannut ajoissa.' }

/** `businessId` is the haulier's Y-tunnus. */
type Opened = { pool: Pool; client: PoolClient; company: DemoCompany; businessId: string }

/** The parts of invoicing, at a time that moves with the history. */
function openInvoicing({ pool, client, company, businessId }: Opened) {
  const clock = { now: 0 }
  const parts = {
    ...openContext({ pool, clock: () => clock.now }),
    company: async () => ({ nimi: 'Kuorma', osoite: '', y_tunnus: businessId, puhelin: '', sahkoposti: '', logo: '' }),
    log: { warn: () => undefined, error: () => undefined },
    // Nothing is sent, so no job is queued and no earlier call is waited for.
    queue: async () => 1,
    providers: { fivaldi: { repeatAfter: 0 }, talenom: { repeatAfter: 0 }, finvoice: { repeatAfter: 0 } },
    client,
    viewer: company.administrators[0],
  }

  /** Records the sending of an invoice as if a provider had answered. */
  async function settle(id: string, outcome: SendOutcome | null): Promise<void> {
    const job = { bossId: id, rowId: id, name: invoiceQueue, retryCount: 0, signal: new AbortController().signal } as const
    const started = await beginSending(parts, job)
    if (!started || 'status' in started) throw new Error(`The demo company's invoice ${id} cannot be sent`)
    const sent: SendOutcome = { kind: 'sent', providerId: `lasku-${started.content.number}.xml` }
    await recordOutcome(parts, { started, outcome: outcome ?? sent, job })
  }

  return {
    async invoice({ ids, at }: InvoicedOrders, provider: InvoiceProviderName, outcome: SendOutcome | null): Promise<string[]> {
      clock.now = at
      const { results } = await makeInvoices(parts, ids, { name: provider, limits: noLimits })
      const made = [...new Set(results.flatMap(({ lasku }) => lasku ?? []))]
      for (const id of made) await settle(id, outcome)
      return made
    },
    async credit(id: string, { at, syy, share }: { at: number; syy: string; share: number }): Promise<void> {
      clock.now = at
      const rows = await parts.engine.load(parts.viewer, 'laskurivi', [id], { by: 'lasku', runner: client })
      const rivit = rows.map(({ row }) => ({ id: row.id, veroton: Number((row.veroton * share).toFixed(2)) }))
      await settle(await creditInvoice(parts, { operation: 'hyvita', id, syy, ...(share === 1 ? {} : { rivit }) }), null)
    },
  }
}

/**
 * Makes the invoices of the demo company: sent ones, joint ones, one credited wholly and one in part, one that was refused and one to be checked.
 * Their mail is stored as sent.
 */
export async function addInvoices(opened: Opened, { joint, single }: DemoInvoicing): Promise<void> {
  const invoicing = openInvoicing(opened)
  const [checked, failing] = single.slice(-2)
  const sent: string[] = []
  for (const some of single.slice(0, -2)) sent.push(...(await invoicing.invoice(some, 'finvoice', null)))
  await invoicing.invoice(joint, 'finvoice', null)
  // The numbers of invoices follow their days.
  const at = Math.max(joint.at, failing?.at ?? 0)
  if (checked) await invoicing.invoice({ ...checked, at }, 'talenom', unknown)
  if (failing) await invoicing.invoice({ ...failing, at }, 'finvoice', refused)
  const [wholly, partly] = sent
  if (wholly) await invoicing.credit(wholly, { at, syy: 'Kuljetus laskutettiin väärältä asiakkaalta.', share: 1 })
  if (partly) await invoicing.credit(partly, { at, syy: 'Alennus myöhästymisestä.', share: 0.2 })
  await opened.client.query(`UPDATE lahteva_posti SET tila = 'lahetetty', lahetetty = luotu WHERE laji = 'lasku'`)
}
