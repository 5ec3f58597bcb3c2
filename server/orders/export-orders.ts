import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { PoolClient } from 'pg'
import {
  type ExportColumn,
  type ExportedOrder,
  type ExportFormat,
  exportColumns,
  exportedOrder,
  mostSheetOrders,
} from '#domain/csv/order-export.ts'
import { audienceOf } from '#domain/entities/order/order.status.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { formatDate } from '#domain/values/time.ts'
import { inTransaction } from '../database/transaction.ts'
import type { WithDraft } from '../files/drafts.ts'
import type { Reader } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { askedRows, flatten, type Shown } from '../lists/flat-rows.ts'
import { crew } from '../lists/order-lines.ts'
import { makeSheet } from './make-sheet.ts'
import type { SheetCell } from './sheet-process.ts'

const pickup = ['viite', 'tila', 'nouto_nimi', 'nouto_osoite1', 'nouto_postinro', 'nouto_postitmp']
const delivery = ['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postinro', 'toimitus_postitmp', 'toivottu_toimitus', 'maara', 'paino']
const shown: Shown = {
  fields: ['tunniste', 'tilauksen_tila', 'toivottu_toimitus', 'timestamp_toimitettu', 'hinta'],
  of: { asiakas: ['name'], tilaus_ryhma: ['tunniste', 'hinta'] },
  lines: {
    lahetykset: { fields: [...pickup, ...delivery], of: crew },
    tuntituotteet: { fields: [...pickup, 'toimituspaiva'], of: crew },
  },
}
const pageSize = 250
/** Megabytes: far more than a million orders take. */
const mostMegabytes = 1000

type Parts = JsonApi & { reader: Reader; withDraft: WithDraft }
type Asked = { muoto: ExportFormat; params: Readonly<Record<string, unknown>> }

/**
 * The orders of a list as a file: those that the viewer reaches, as they all stood at one moment. It is written on the disk
 * first, so that a slow reader holds no connection and a fault is still told with its status.
 */
export async function exportOrders(parts: Parts, viewer: Viewer, { muoto, params }: Asked): Promise<{ bytes: Readable; size: number }> {
  const columns = exportColumns(viewer.roles)
  const given = { 'filter[status]': 1, ...params }
  return inTransaction(parts.pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    if (muoto === 'xlsx') await refuseTooMany(parts, client, viewer, given)
    const pages = cellsOf(parts, client, viewer, columns, given)
    const bytes = muoto === 'csv' ? csvOf(columns, pages) : makeSheet(columns, pages)
    return parts.withDraft({ bytes, most: mostMegabytes }, async ({ path, size }) => {
      // Open, it can be read after its name is gone.
      const file = await open(path)
      return { bytes: file.createReadStream(), size }
    })
  })
}

async function refuseTooMany(parts: Parts, client: PoolClient, viewer: Viewer, params: Asked['params']): Promise<void> {
  const { rights, resource, query } = askedRows(parts, viewer, 'tilaus', { fields: ['tunniste'], of: {} }, { ...params, 'page[limit]': 1 })
  const { count } = await parts.reader.list(client, viewer, rights, resource, query)
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
): AsyncGenerator<SheetCell[][], void, undefined> {
  const told = { now: parts.clock(), audience: audienceOf(viewer.roles) }
  const cells = (order: ExportedOrder) => columns.map((column): SheetCell => column.of(order, told))
  const { rights, resource, query } = askedRows(parts, viewer, 'tilaus', shown, params)
  for await (const found of parts.reader.pages(client, viewer, rights, resource, query, pageSize))
    yield exportedOrder.array().parse(flatten(found, shown)).map(cells)
}

/** As Excel in Finnish opens it; a text that it would take for a formula gets a `'` before it. */
async function* csvOf(columns: readonly ExportColumn[], pages: AsyncIterable<SheetCell[][]>): AsyncGenerator<Buffer, void, undefined> {
  const written = (number: number, index: number): string => {
    const kind = columns[index]?.kind
    if (kind === 'day') return formatDate(number)
    if (kind === 'money') return number === 0 ? '' : number.toFixed(2).replace('.', ',')
    return String(number).replace('.', ',')
  }
  const textOf = (rows: readonly SheetCell[][], bom = false) =>
    Buffer.from(
      stringify([...rows], {
        bom,
        delimiter: ';',
        record_delimiter: 'windows',
        escape_formulas: true,
        cast: { number: (number, { index }) => written(number, index) },
      }),
    )
  yield textOf([columns.map(({ header }) => header)], true)
  for await (const rows of pages) yield textOf(rows)
}
