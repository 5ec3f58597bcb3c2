import type { Queryable } from '#server/platform/database/queryable.ts'
import { invoiceQueue } from './queues.ts'

/** Invoices that wait to be sent without a job in pg-boss: of a restored backup. */
export async function unqueuedInvoices(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from lasku l where status = 1 and (tila = 'luonnos' and virhe = '' or tila = 'lahetetaan') and not exists (
       select from pgboss.job j where j.name = '${invoiceQueue}' and j.state < 'completed' and j.data ->> 'id' = l.id::text) order by numero`,
  )
  return rows.map(({ id }) => id)
}
