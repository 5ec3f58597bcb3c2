import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { billingKinds } from '#domain/entities/order/order.billing.ts'
import { RequestFault } from '#domain/errors.ts'
import type { exportUninvoicedCall } from '#domain/features/invoicing/export-uninvoiced.ts'
import { missingLabels } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import type { TableCell, TableColumn } from '#server/platform/documents/table.ts'
import { type ExportFile, type ExportParts, makeExport } from '../../exports/make-export.ts'
import { readUninvoicedPage, type UninvoicedList } from './queries.ts'
import { uninvoicedOrder } from './uninvoiced-orders.ts'

type Input = z.output<typeof exportUninvoicedCall.input>
type Column = TableColumn & { of: (order: UninvoicedOrder) => TableCell }
const pageSize = 500
const maxRows = 20_000

const columns: readonly Column[] = [
  { header: 'Asiakas', width: 28, kind: 'text', of: ({ asiakas }) => asiakas.name },
  { header: 'Y-tunnus', width: 12, kind: 'text', of: ({ asiakas }) => asiakas.y_tunnus },
  { header: 'Tilaus', width: 10, kind: 'text', of: ({ tunniste }) => tunniste },
  { header: 'Ryhmä', width: 10, kind: 'text', of: ({ ryhma }) => ryhma?.tunniste ?? '' },
  { header: 'Toimitettu', width: 12, kind: 'day', of: ({ timestamp_toimitettu }) => timestamp_toimitettu },
  { header: 'Toivottu toimitus', width: 16, kind: 'day', of: ({ toivottu_toimitus }) => toivottu_toimitus },
  { header: 'Nouto', width: 20, kind: 'text', of: ({ nouto }) => nouto },
  { header: 'Toimitus', width: 20, kind: 'text', of: ({ toimitus }) => toimitus },
  { header: 'Kolli', width: 8, kind: 'count', of: ({ kolli }) => kolli },
  { header: 'Paino (kg)', width: 12, kind: 'kilos', of: ({ paino }) => paino },
  { header: 'Viitteet', width: 24, kind: 'text', of: ({ viitteet }) => viitteet.join(', ') },
  { header: 'Laskutustapa', width: 14, kind: 'text', of: ({ laskutustapa }) => (laskutustapa ? billingKinds[laskutustapa] : '') },
  { header: 'Puuttuu', width: 28, kind: 'text', of: ({ puuttuu }) => puuttuu.map((missing) => missingLabels[missing]).join(', ') },
  // A group's joint price stands on its first order, so that the column adds up.
  {
    header: 'Hinta, alv 0 %',
    width: 14,
    kind: 'money',
    of: ({ hinta, ryhma }) => (ryhma === null ? hinta : ryhma.jarjestys === 1 ? ryhma.hinta : 0),
  },
]

async function* cellsOf(
  client: PoolClient,
  { muoto: _, sort, ...filter }: Input,
  now: number,
): AsyncGenerator<TableCell[][], void, undefined> {
  for (let offset = 0; ; offset += pageSize) {
    const list: UninvoicedList = { filter, sort, ids: null, limit: pageSize, offset, now }
    const rows = (await readUninvoicedPage(client, list)).map((order) => uninvoicedOrder(order, now))
    if (offset + rows.length > maxRows)
      throw new RequestFault({ kind: 'bad_request', detail: 'Tiedostoon mahtuu enintään 20 000 riviä. Rajaa luetteloa.' })
    // No day, no price, no pieces: an empty cell.
    yield rows.map((order) => columns.map(({ of }) => of(order) || ''))
    if (rows.length < pageSize) return
  }
}

/** The uninvoiced orders as a CSV or .xlsx file. */
export function exportUninvoiced(
  parts: ExportParts,
  viewer: Viewer,
  { input, signal }: { input: Input; signal: AbortSignal },
): Promise<ExportFile> {
  return makeExport(parts, {
    format: input.muoto,
    columns: columns.map(({ header, width, kind }): TableColumn => ({ header, width, kind })),
    read: (client) => cellsOf(client, input, parts.clock()),
    userId: viewer.userId,
    signal,
  })
}
