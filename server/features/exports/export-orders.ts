import type { Readable } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { audienceOf } from '#domain/entities/order/order.status.ts'
import { RequestFault } from '#domain/errors.ts'
import {
  type ExportColumn,
  type ExportedOrder,
  type ExportFormat,
  exportColumns,
  exportedOrder,
  mostSheetOrders,
} from '#domain/features/exports/order-export.ts'
import type { Context } from '#server/context.ts'
import { readTookTooLong, type Shape, withinTimeLimit } from '#server/entities/engine.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { makeTable } from '#server/platform/documents/make-table.ts'
import type { TableCell } from '#server/platform/documents/table.ts'
import type { WithDraft } from '#server/platform/files/drafts.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { crew } from '../orders/order-lines.ts'
import { readSnapshot } from './queries.ts'

const pickup = ['viite', 'tila', 'nouto_nimi', 'nouto_osoite1', 'nouto_postinro', 'nouto_postitmp'] as const
const delivery = ['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postinro', 'toimitus_postitmp'] as const
const shape = {
  fields: ['tunniste', 'tilauksen_tila', 'toivottu_toimitus', 'timestamp_toimitettu', 'hinta'],
  relations: {
    asiakas: { fields: ['name'] },
    tilaus_ryhma: { fields: ['tunniste', 'hinta'] },
    lahetykset: { fields: [...pickup, ...delivery, 'toivottu_toimitus', 'maara', 'paino'], relations: crew },
    tuntituotteet: { fields: [...pickup, 'toimituspaiva'], relations: crew },
  },
} as const satisfies Shape<'tilaus'>
const pageSize = 250
/** For a whole file. */
const maxMinutes = 10

/** `exportPool`: connections that nothing but exports uses (`openExportPool`). */
type Parts = Context & { withDraft: WithDraft; workers: WorkerPool; exportPool: Pool }
type Asked = { muoto: ExportFormat; params: Readonly<Record<string, unknown>> }

/**
 * The orders of a list as a file: those that the viewer reaches, as they all stood at one moment. It is written on the disk
 * first, so that a slow reader holds no connection and a fault is still told with its status.
 */
export async function exportOrders(parts: Parts, viewer: Viewer, { muoto, params }: Asked): Promise<{ bytes: Readable; size: number }> {
  const columns = exportColumns(viewer.roles)
  const given = { 'filter[status]': 1, ...params }
  return withinTimeLimit(() =>
    inTransaction(parts.exportPool, async (client) => {
      await readSnapshot(client)
      if (muoto === 'xlsx') await refuseTooMany(parts, client, viewer, given)
      const rows = cellsOf(parts, client, viewer, columns, given)
      return makeTable(parts, { format: muoto, columns, rows, userId: viewer.userId })
    }),
  )
}

async function refuseTooMany(parts: Parts, client: PoolClient, viewer: Viewer, params: Asked['params']): Promise<void> {
  const query = { wire: { ...params, 'page[limit]': 1 } }
  const { count } = await parts.engine.list(viewer, 'tilaus', { fields: ['tunniste'] }, query, client)
  if (count <= mostSheetOrders) return
  throw new RequestFault({
    kind: 'bad_request',
    parameter: 'muoto',
    detail: 'Excel-tiedostoon mahtuu enintään 20 000 tilausta. Rajaa luetteloa tai lataa se CSV-tiedostona.',
  })
}

async function* cellsOf(
  parts: Parts,
  client: PoolClient,
  viewer: Viewer,
  columns: readonly ExportColumn[],
  params: Asked['params'],
): AsyncGenerator<TableCell[][], void, undefined> {
  const told = { now: parts.clock(), audience: audienceOf(viewer.roles) }
  const cells = (order: ExportedOrder) => columns.map((column): TableCell => column.of(order, told))
  const deadline = performance.now() + maxMinutes * 60_000
  for await (const rows of parts.engine.listPages(client, viewer, 'tilaus', { shape, query: { wire: params }, size: pageSize })) {
    if (performance.now() > deadline) throw readTookTooLong()
    yield exportedOrder.array().parse(rows).map(cells)
  }
}
