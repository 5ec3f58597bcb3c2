import type { PoolClient } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import { providerTraits } from '#domain/features/invoicing/providers/provider-traits.ts'
import { registry } from '#domain/model/registry.ts'
import { toCents } from '#domain/values/money.ts'
import { system, updateRow } from '#server/entities/engine.ts'
import { inSavepoint } from '#server/platform/database/transaction.ts'
import { creditedCents } from './credited.ts'
import type { LockedInvoice } from './lock-invoice.ts'
import type { InvoicingParts } from './parts.ts'
import { queueInvoiceMail, releaseOrders } from './queries.ts'

type Recording = InvoicingParts & { client: PoolClient }

/** Records that the provider has a locked invoice: its orders are invoiced, or the invoice that it credits is. Again: nothing. */
export async function recordSent(recording: Recording, found: LockedInvoice, providerId: string): Promise<void> {
  const { engine, client, clock } = recording
  const { invoice } = found
  if (invoice.tila === 'lahetetty' || invoice.tila === 'hyvitetty') return
  await engine.save(
    system,
    [updateRow('lasku', invoice.id, { tila: 'lahetetty', palvelun_tunnus: providerId.slice(0, 255), virhe: '', lahetetty: clock() })],
    { client },
  )
  if (found.credited) await recordCredit(recording, found, found.credited.id)
  else await markInvoiced(recording, found)
  if (invoice.laskutustapa === 'email' && !providerTraits[invoice.jarjestelma].delivers) await queueInvoiceMail(client, invoice.id, clock())
}

async function markInvoiced({ engine, client, log }: Recording, { invoice, orders, live }: LockedInvoice): Promise<void> {
  const reason = `Lasku ${registry.lasku.tunniste.prefix}-${invoice.numero} lähetettiin.`
  const changes = orders
    .filter(({ id, tilauksen_tila }) => live.includes(id) && tilauksen_tila === 'toimitettu')
    .map(({ id }) => updateRow('tilaus', id, { tilauksen_tila: 'laskutettu' }, { reason }))
  try {
    await inSavepoint(client, () => engine.save(system, changes, { client }))
  } catch (error) {
    // The provider has the invoice, which must be stored in any case. The orders stay on it, so they are not invoiced twice.
    if (!(error instanceof RequestFault)) throw error
    log.error({ id: invoice.id, reason: error.message }, 'orders of a sent invoice could not be marked as invoiced')
    await engine.save(system, [updateRow('lasku', invoice.id, { virhe: `Tilauksia ei voitu merkitä laskutetuiksi: ${error.message}` })], {
      client,
    })
  }
}

/** A wholly credited invoice releases its orders; they stay invoiced until somebody returns them (rules/invoicing.md#crediting). */
async function recordCredit({ engine, client }: Recording, { credited, orders, live }: LockedInvoice, id: string): Promise<void> {
  const sent = await creditedCents(client, id, ['lahetetty'])
  const left = toCents(credited?.veroton ?? 0) + [...sent.values()].reduce((sum, cents) => sum + cents, 0)
  if (left !== 0) return
  const freed = orders.filter((order) => live.includes(order.id)).map((order) => updateRow('tilaus', order.id, { lasku: null }))
  await engine.save(system, [updateRow('lasku', id, { tila: 'hyvitetty' }), ...freed], { client })
  await releaseOrders(client, id)
}
