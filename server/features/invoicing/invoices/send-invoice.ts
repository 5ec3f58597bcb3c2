import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Lasku } from '#domain/entities/invoice/invoice.entity.ts'
import { invoiceProviders } from '#domain/entities/invoice/invoice.states.ts'
import { sendTimeout } from '#domain/features/invoicing/invoice-operations.ts'
import type { InvoiceProviderName, OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import { providerTraits } from '#domain/features/invoicing/providers/provider-traits.ts'
import { system, updateRow } from '#server/entities/engine.ts'
import { type QueuedJob, type Settlement, settled } from '#server/platform/background-jobs/queued-job.ts'
import { isLastAttempt, isPastLastAttempt } from '#server/platform/background-jobs/queues.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { InvoiceProvider } from '#server/platform/ports/accounting/invoice-provider.ts'
import type { Accounting } from '#server/platform/ports/accounting/open-accounting.ts'
import { buildContent } from './invoice-content.ts'
import { lockInvoice } from './lock-invoice.ts'
import type { InvoicingParts } from './parts.ts'
import { storeContent, storedContent } from './queries.ts'
import { recordSent } from './record-sent.ts'

export type SendingParts = InvoicingParts & {
  providers: Accounting
  /** Delivers the PDF of a sent invoice that nobody else delivers; repeating it is harmless. */
  deliver: (invoice: OutgoingInvoice) => Promise<void>
}

/** A pause that the provider asks for is waited for in place when it is short; otherwise the job is retried. */
const maxPause = 10
const maxRepeats = 3
const maxMessage = 1000

/**
 * Sends the invoice of a job (decision 63). Its state is stored before the provider is called, so that after a crash at any point the next attempt
 * knows whether the provider may have the invoice: where a repeat is harmless it is repeated with the same number and content, elsewhere a person
 * looks.
 */
export async function sendInvoice(parts: SendingParts, job: QueuedJob): Promise<Settlement> {
  const started = await inTransaction(parts.pool, (client) => beginSending({ ...parts, client }, job))
  if (started === null) return settled
  if ('status' in started) return started
  const { content, isSent, lasku } = started
  if (!isSent) {
    const outcome = await callProvider(parts, started, job.signal)
    const end = await inTransaction(parts.pool, (client) => recordOutcome({ ...parts, client }, { started, outcome, job }))
    if (end !== 'sent') return end
  }
  if (needsDelivery(lasku)) await parts.deliver(content)
  return settled
}

/** Mail is queued with the record of the sending; what goes by post is printed from the outbox. */
export const needsDelivery = ({ laskutustapa, jarjestelma }: Lasku): boolean =>
  laskutustapa === 'posti' && !providerTraits[jarjestelma].delivers

type InTransaction = InvoicingParts & {
  client: PoolClient
  providers: Readonly<Record<InvoiceProviderName, Pick<InvoiceProvider, 'repeatAfter'>>>
}
/** `isRepeat`: an earlier attempt may have reached the provider. */
type Started = { content: OutgoingInvoice; isSent: boolean; isRepeat: boolean; lasku: Lasku }

const interrupted = (lasku: Lasku): string =>
  `Lähetys keskeytyi, eikä tiedetä, ehtikö ${invoiceProviders[lasku.jarjestelma]} ottaa laskun vastaan.`

const notSent = (afterSeconds: number): Settlement => ({
  ...{ status: 'failed', output: { error: 'Invoice not sent' } },
  // Otherwise the queue decides.
  ...(afterSeconds > maxPause ? { afterSeconds } : {}),
})

/** Seconds until an invoice in the state lahetetaan may be sent again: an earlier call may still be under way, also another server's. */
const waitOf = ({ providers, clock }: InTransaction, { jarjestelma, lahetys_alkoi }: Lasku): number =>
  lahetys_alkoi + providers[jarjestelma].repeatAfter - clock()

/** Stores that the provider is about to be called, and with what. Null when there is nothing to send, a settlement when it is too early. */
export async function beginSending(parts: InTransaction, job: QueuedJob): Promise<Started | Settlement | null> {
  const { engine, client, clock } = parts
  const found = await lockInvoice(parts, job.rowId)
  if (!found) return null
  const { invoice, orders } = found
  const { isRepeatable } = providerTraits[invoice.jarjestelma]
  const stored = await storedContent(client, invoice.id)
  if (invoice.tila === 'lahetetty' && stored) return { content: stored, isSent: true, isRepeat: true, lasku: invoice }
  if (invoice.tila === 'lahetetaan' && (!isRepeatable || isPastLastAttempt(job))) {
    await engine.save(system, [updateRow('lasku', invoice.id, { tila: 'tarkista', virhe: interrupted(invoice) })], { client })
    return null
  }
  if (invoice.tila === 'lahetetaan' && stored) {
    const wait = waitOf(parts, invoice)
    if (wait > 0) return { ...notSent(wait), afterSeconds: wait }
    await engine.save(system, [updateRow('lasku', invoice.id, { lahetys_alkoi: clock() })], { client })
    return { content: stored, isSent: false, isRepeat: true, lasku: invoice }
  }
  if (invoice.tila !== 'luonnos' || invoice.virhe !== '') return null
  const content = await buildContent(parts, invoice, orders)
  await storeContent(client, content)
  const values = {
    tila: 'lahetetaan',
    lahetys_alkoi: clock(),
    laskupaiva: content.invoiceDay,
    erapaiva: content.dueDay,
    viitenumero: content.reference,
  } as const
  await engine.save(system, [updateRow('lasku', invoice.id, values)], { client })
  return { content, isSent: false, isRepeat: false, lasku: invoice }
}

async function callProvider({ providers, log }: SendingParts, { lasku, content }: Started, stopping: AbortSignal): Promise<SendOutcome> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(sendTimeout * 1000)])
  for (let repeat = 1; ; repeat++) {
    const provider = providers[lasku.jarjestelma]
    // The operator has removed its credentials since the invoice was made.
    if (provider.name !== lasku.jarjestelma)
      return { kind: 'refused', message: `${invoiceProviders[lasku.jarjestelma]} ei ole käytössä: sen tunnuksia ei ole asetettu.` }
    const outcome = await provider.send(content, signal).catch((error: unknown): SendOutcome => {
      log.error({ id: lasku.id, reason: error instanceof Error ? error.stack : String(error) }, 'sending an invoice failed unexpectedly')
      return { kind: 'unknown', message: 'Lähetys keskeytyi virheeseen.' }
    })
    if (outcome.kind !== 'retry' || outcome.afterSeconds === undefined || outcome.afterSeconds > maxPause || repeat >= maxRepeats)
      return outcome
    await pause(outcome.afterSeconds * 1000, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return outcome
  }
}

type Ended = { started: Started; outcome: SendOutcome; job: QueuedJob }

/** Stores the result of the call; 'sent', or how the job ends. */
export async function recordOutcome(parts: InTransaction, { started, outcome, job }: Ended): Promise<'sent' | Settlement> {
  const { engine, client } = parts
  const { id } = started.lasku
  const found = await lockInvoice(parts, id)
  if (!found) throw new Error(`Invoice ${id} disappeared while it was sent`)
  const { invoice } = found
  if (outcome.kind === 'sent') {
    await recordSent(parts, found, outcome.providerId)
    return 'sent'
  }
  // A person or another attempt has settled it meanwhile; only a sending is recorded over that.
  if (invoice.tila !== 'lahetetaan') return settled
  const { isRepeatable } = providerTraits[invoice.jarjestelma]
  const next = nextState(outcome, { isRepeatable, isRepeat: started.isRepeat, isLast: isLastAttempt(job) })
  // A draft with a message does not wait to be sent.
  const virhe = next.isWaiting && next.tila === 'luonnos' ? '' : outcome.message.slice(0, maxMessage) || 'Lähetys epäonnistui.'
  await engine.save(system, [updateRow('lasku', id, { tila: next.tila, virhe })], { client })
  if (!next.isWaiting) return settled
  const asked = outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0
  return notSent(Math.max(asked, next.tila === 'lahetetaan' ? waitOf(parts, invoice) : 0))
}

type Situation = { isRepeatable: boolean; isRepeat: boolean; isLast: boolean }

/**
 * `isWaiting`: the job is retried. What was certainly not taken in any attempt is a draft. Where a repeat is harmless, an unknown outcome is
 * repeated, and to be checked only after the last attempt.
 * A refused repeat is to be checked at once: the refusal says nothing about the attempts before it, one of which may have been taken.
 */
export function nextState(
  { kind }: Exclude<SendOutcome, { kind: 'sent' }>,
  { isRepeatable, isRepeat, isLast }: Situation,
): { tila: 'luonnos' | 'lahetetaan' | 'tarkista'; isWaiting: boolean } {
  if (kind === 'refused') return { tila: isRepeat ? 'tarkista' : 'luonnos', isWaiting: false }
  if (kind === 'retry' && !isRepeat) return { tila: 'luonnos', isWaiting: !isLast }
  if (isRepeatable) return isLast ? { tila: 'tarkista', isWaiting: false } : { tila: 'lahetetaan', isWaiting: true }
  return { tila: 'tarkista', isWaiting: false }
}
