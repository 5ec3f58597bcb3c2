import { exportOrdersCall } from '#domain/calls/export-orders.ts'
import type { ExportFormat } from '#domain/csv/order-export.ts'
import { type Filter, queryOf, type Sort } from './json-api.ts'
import { callBlob } from './request.ts'

/** The orders of a list as a file: those that the filter finds, in the same order. */
export function exportOrders(format: ExportFormat, filter: Filter, sort: readonly Sort<'tilaus'>[]): Promise<Blob> {
  const query: [string, string][] = [
    ['muoto', format],
    ...queryOf<'tilaus', Record<never, never>>({ filter: { status: 1, ...filter }, sort }),
  ]
  return callBlob(exportOrdersCall.path, { query, quiet: [400, 429, 503] })
}
