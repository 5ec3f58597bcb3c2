import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { audienceOf } from '#domain/entities/order/order.status.ts'
import { RequestFault } from '#domain/errors.ts'
import {
  type ExportColumn,
  type ExportedOrder,
  type ExportFormat,
  exportColumns,
  exportedOrder,
  maxSheetOrders,
} from '#domain/features/exports/order-export.ts'
import type { Context } from '#server/context.ts'
import type { Shape } from '#server/entities/engine.ts'
import type { TableCell } from '#server/platform/documents/table.ts'
import { driverAndCar } from '../orders/order-lines.ts'
import { type ExportFile, type ExportParts, makeExport } from './make-export.ts'

const pickup = ['viite', 'tila', 'nouto_nimi', 'nouto_osoite1', 'nouto_postinro', 'nouto_postitmp'] as const
const delivery = ['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postinro', 'toimitus_postitmp'] as const
const shape = {
  fields: ['tunniste', 'tilauksen_tila', 'toivottu_toimitus', 'timestamp_toimitettu', 'hinta'],
  relations: {
    asiakas: { fields: ['name'] },
    tilaus_ryhma: { fields: ['tunniste', 'hinta'] },
    lahetykset: { fields: [...pickup, ...delivery, 'toivottu_toimitus', 'maara', 'paino'], relations: driverAndCar },
    tuntituotteet: { fields: [...pickup, 'toimituspaiva'], relations: driverAndCar },
  },
} as const satisfies Shape<'tilaus'>
const pageSize = 250

type Requested = { muoto: ExportFormat; params: Readonly<Record<string, unknown>>; signal: AbortSignal }

/** The orders of a list as a file: those that the viewer may read (rules/exports.md#tables). */
export function exportOrders(parts: ExportParts, viewer: Viewer, { muoto, params, signal }: Requested): Promise<ExportFile> {
  const columns = exportColumns(viewer.roles)
  const listing = { viewer, columns, params: { 'filter[status]': 1, ...params } }
  const read = async function* (client: PoolClient) {
    if (muoto === 'xlsx') await refuseTooMany(parts, client, listing)
    yield* cellsOf(parts, client, listing)
  }
  return makeExport(parts, { format: muoto, columns, read, userId: viewer.userId, signal })
}

type Listing = { viewer: Viewer; columns: readonly ExportColumn[]; params: Requested['params'] }

async function refuseTooMany({ engine }: Context, client: PoolClient, { viewer, params }: Listing): Promise<void> {
  const query = { wire: { ...params, 'page[limit]': 1 } }
  const { count } = await engine.list(viewer, 'tilaus', { fields: ['tunniste'] }, query, client)
  if (count <= maxSheetOrders) return
  throw new RequestFault({
    kind: 'bad_request',
    parameter: 'muoto',
    detail: 'Excel-tiedostoon mahtuu enintään 20 000 tilausta. Rajaa luetteloa tai lataa se CSV-tiedostona.',
  })
}

async function* cellsOf(
  { engine, clock }: Context,
  client: PoolClient,
  { viewer, columns, params }: Listing,
): AsyncGenerator<TableCell[][], void, undefined> {
  const context = { now: clock(), audience: audienceOf(viewer.roles) }
  const cells = (order: ExportedOrder) => columns.map((column): TableCell => column.of(order, context))
  for await (const rows of engine.listPages(client, viewer, 'tilaus', { shape, query: { wire: params }, size: pageSize }))
    yield exportedOrder.array().parse(rows).map(cells)
}
