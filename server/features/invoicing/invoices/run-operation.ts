import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { hasFailed, invoiceProviders, isQueued } from '#domain/entities/invoice/invoice.states.ts'
import { RequestFault } from '#domain/errors.ts'
import { answerComesWithin, type InvoiceOperation, type InvoiceOperationsAnswer } from '#domain/features/invoicing/invoice-operations.ts'
import { providerTraits } from '#domain/features/invoicing/providers/provider-traits.ts'
import { removeRow, systemFor, updateRow } from '#server/entities/engine.ts'
import { messageOf } from '#server/http/operation-result.ts'
import { inSavepoint } from '#server/platform/database/transaction.ts'
import { creditInvoice } from './credit-invoice.ts'
import { type LockedInvoice, lockInvoice } from './lock-invoice.ts'
import type { InvoicingParts } from './parts.ts'
import { releaseOrders, removeFromInvoice } from './queries.ts'
import { queueAgain, queueSending } from './queue-again.ts'
import { recordSent } from './record-sent.ts'
import { needsDelivery } from './send-invoice.ts'

type Operating = InvoicingParts & { client: PoolClient; viewer: Viewer }
type Of<O extends InvoiceOperation['operation']> = Extract<InvoiceOperation, { operation: O }>

/** Runs the operation on each invoice, in the caller's transaction; one that fails does not stop the others. */
export async function runInvoiceOperation(operating: Operating, input: InvoiceOperation): Promise<InvoiceOperationsAnswer> {
  // In the order of ids, so that two calls for the same invoices lock them in the same order.
  const ids = input.operation === 'hyvita' ? [input.id] : input.ids.toSorted()
  const results: InvoiceOperationsAnswer['results'] = []
  for (const id of ids) {
    try {
      const made = await inSavepoint(operating.client, () => runOne(operating, input, id))
      results.push({ id, success: true, ...(made === undefined ? {} : { lasku: made }) })
    } catch (error) {
      // A credit note has one result, and its faults name the fields of the call.
      if (!(error instanceof RequestFault) || input.operation === 'hyvita') throw error
      results.push({ id, success: false, message: messageOf(error) })
    }
  }
  return { success: true, results }
}

async function runOne(operating: Operating, input: InvoiceOperation, id: string): Promise<string | undefined> {
  if (input.operation === 'hyvita') return creditInvoice(operating, input)
  const found = await lockInvoice(operating, id)
  if (!found) throw new RequestFault({ kind: 'not_found', detail: 'Laskua ei löydy.' })
  switch (input.operation) {
    case 'laheta_uudelleen':
      await retry(operating, found)
      break
    case 'peru':
      await undo(operating, found, input)
      break
    case 'tarkista':
      await answerCheck(operating, found, input)
      break
    case 'laskuta_uudelleen':
      await returnOrders(operating, found, input)
      break
  }
  return undefined
}

const refuse = (detail: string): never => {
  throw new RequestFault({ kind: 'invalid', detail })
}

async function retry(operating: Operating, { invoice }: LockedInvoice): Promise<void> {
  const mayRepeat = invoice.tila === 'tarkista' && providerTraits[invoice.jarjestelma].isRepeatable
  if (!hasFailed(invoice) && !mayRepeat)
    refuse(
      invoice.tila === 'tarkista'
        ? `Tarkista ensin, onko ${invoiceProviders[invoice.jarjestelma]} ottanut laskun vastaan.`
        : 'Vain epäonnistuneen laskun voi lähettää uudelleen.',
    )
  await queueAgain(operating, invoice)
}

/** Removes a draft; its number is not used again. */
async function undo({ engine, client, viewer }: Operating, { invoice, orders, live }: LockedInvoice, { syy }: Of<'peru'>): Promise<void> {
  if (!hasFailed(invoice) && !isQueued(invoice))
    refuse('Vain laskun, jota ei ole lähetetty, voi perua. Tee lähetetystä laskusta hyvityslasku.')
  // The orders of a credit note stay on its invoice.
  const own = invoice.laji === 'lasku' ? orders.filter(({ id }) => live.includes(id)) : []
  const freed = own.map(({ id }) => updateRow('tilaus', id, { lasku: null }, { reason: syy }))
  await engine.save(systemFor(viewer), [removeRow('lasku', invoice.id, { reason: syy }), ...freed], { client })
  await releaseOrders(client, invoice.id)
}

/** The answer of an administrator who has looked at the provider (rules/invoicing.md#unknown-outcome). */
async function answerCheck(operating: Operating, found: LockedInvoice, { lahti }: Of<'tarkista'>): Promise<void> {
  const { engine, client, viewer, clock } = operating
  const { invoice } = found
  if (invoice.tila !== 'tarkista') refuse('Lasku ei odota tarkistusta.')
  if (clock() - invoice.lahetys_alkoi < answerComesWithin) refuse('Lähetys voi olla vielä kesken. Yritä parin minuutin kuluttua.')
  if (lahti) {
    await recordSent(operating, found, invoice.palvelun_tunnus)
    if (needsDelivery(invoice)) await queueSending(operating, invoice)
  } else {
    const values = { tila: 'luonnos', virhe: 'Tarkistettu: lasku ei lähtenyt.' } as const
    await engine.save(systemFor(viewer), [updateRow('lasku', invoice.id, values)], { client })
  }
}

/** Returns the orders of a wholly credited invoice to the uninvoiced ones. */
async function returnOrders(
  { engine, client, viewer }: Operating,
  { invoice, orders }: LockedInvoice,
  { syy }: Of<'laskuta_uudelleen'>,
): Promise<void> {
  if (invoice.laji !== 'lasku' || invoice.tila !== 'hyvitetty') refuse('Vain kokonaan hyvitetyn laskun tilaukset voi laskuttaa uudelleen.')
  const invoiced = orders.filter(({ tilauksen_tila, lasku }) => tilauksen_tila === 'laskutettu' && lasku === null)
  if (invoiced.length === 0) refuse('Laskun tilaukset on jo palautettu laskutettaviksi.')
  const changes = invoiced.map(({ id }) => updateRow('tilaus', id, { tilauksen_tila: 'toimitettu' }, { reason: syy }))
  await engine.save(viewer, changes, { client })
  await removeFromInvoice(
    client,
    invoice.id,
    invoiced.map(({ id }) => id),
  )
}
