import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { CompanyReader } from '#server/platform/settings/company.ts'

/** What making, crediting and recording invoices needs of the server. */
export type InvoicingParts = Context & {
  company: CompanyReader
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Queues the sending of invoices in the caller's transaction. Returns how many: not those whose earlier job is still under way. */
  queue: (db: Queryable, invoices: readonly string[]) => Promise<number>
}
