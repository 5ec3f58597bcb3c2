import { memo } from 'react'
import { exportUninvoicedCall } from '#domain/features/invoicing/export-uninvoiced.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { callBlob } from '#web/data/request.ts'
import { type DownloadFormat, DownloadTools, explainedDownloads } from '#web/kit/list/download-tools.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import type { Uninvoiced } from './uninvoiced-query.ts'

/** The whole list as a file, with its filter and order. */
export const ExportUninvoiced = memo(({ list, count }: { list: Uninvoiced; count: number }) => {
  const load = (muoto: DownloadFormat) => {
    const query = Object.entries({ muoto, ...list }).map(([name, value]): [string, string] => [name, String(value)])
    return callBlob(exportUninvoicedCall.path, { query, quiet: explainedDownloads })
  }
  return count > 0 && <DownloadTools load={load} name={() => `laskuttamattomat-${dayOf(nowSeconds())}`} />
})
