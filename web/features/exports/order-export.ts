import { exportOrdersCall } from '#domain/features/exports/export-orders.ts'
import type { ExportFormat } from '#domain/features/exports/order-export.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { published, queryOf } from '#web/data/json-api.ts'
import { callBlob } from '#web/data/request.ts'
import type { AllFields } from '#web/data/row.ts'
import { explainedDownloads } from '#web/kit/list/download-tools.tsx'

/** The orders of a list as a file: those that the filter finds, in the same order. */
export function exportOrders(format: ExportFormat, filter: Filter<'tilaus'>, sort: readonly SortKey<'tilaus'>[]): Promise<Blob> {
  const query: [string, string][] = [['muoto', format], ...queryOf<'tilaus', AllFields>({ filter: published(filter), sort })]
  return callBlob(exportOrdersCall.path, { query, quiet: explainedDownloads })
}
