import type { FastifyBaseLogger } from 'fastify'
import type { InvoiceProviderName } from '#domain/features/invoicing/outgoing-invoice.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { InvoiceProvider } from '#server/platform/ports/accounting/invoice-provider.ts'
import type { CompanyReader } from '#server/platform/settings/company.ts'

/** By name, so that an invoice made before a change of the configuration still goes where it began. */
export type AccountingProviders = Readonly<Record<Exclude<InvoiceProviderName, 'finvoice'>, InvoiceProvider | null>> & {
  readonly finvoice: InvoiceProvider
}

/** What making and sending invoices needs of the server. */
export type InvoicingParts = Context & {
  company: CompanyReader
  providers: AccountingProviders
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Queues the sending of an invoice in the caller's transaction; false when a job of it is still under way. */
  queue: (db: Queryable, invoice: string) => Promise<boolean>
}
