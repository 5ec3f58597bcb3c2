import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { CompanyReader } from '#server/platform/settings/company.ts'

/** What making, crediting and recording invoices needs of the server. */
export type InvoicingParts = Context & {
  company: CompanyReader
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Queues the sending of an invoice in the caller's transaction; false when a job of it is still under way. */
  queue: (db: Queryable, invoice: string) => Promise<boolean>
}
