import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import type { ExportFormat } from '#domain/features/exports/order-export.ts'
import { exportUninvoicedCall } from '#domain/features/invoicing/export-uninvoiced.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { callBlob } from '#web/data/request.ts'
import { useAction } from '#web/data/use-action.ts'
import { ListTool } from '#web/kit/list/list-page.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { saveFile } from '#web/ui/save-file.ts'
import type { Uninvoiced } from './uninvoiced-query.ts'

/** Rejections that the server explains: too many rows, too many exports at once, temporarily unavailable. */
const explained = [400, 429, 503]

/** The whole list as a file, with its filter and order. */
export function ExportUninvoiced({ list, count }: { list: Uninvoiced; count: number }) {
  const { run: save } = useAction({
    mutationFn: (muoto: ExportFormat) => {
      const query = Object.entries({ muoto, ...list }).map(([name, value]): [string, string] => [name, String(value)])
      return callBlob(exportUninvoicedCall.path, { query, quiet: explained })
    },
    onSuccess: (file, format) => saveFile(file, `laskuttamattomat-${dayOf(nowSeconds())}.${format}`),
    onFault: (fault) => {
      if (explained.includes(fault.status)) showFault(fault.message)
    },
  })
  if (count === 0) return null
  return (
    <>
      <ListTool icon={IconDownload} onClick={() => save('csv')}>
        Lataa CSV
      </ListTool>
      <ListTool icon={IconFileSpreadsheet} onClick={() => save('xlsx')}>
        Lataa Excel
      </ListTool>
    </>
  )
}
