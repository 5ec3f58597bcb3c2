import { Loader, Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import { maxSheetOrders } from '#domain/features/exports/order-export.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { useDownload, useDownloadCommands } from '#web/kit/list/download-tools.tsx'
import classes from '#web/kit/list/list-page.module.css'
import { nowSeconds } from '#web/session/clock.ts'
import { exportOrders } from './order-export.ts'

type Props = {
  /** The list's filter of `tilaus`, and its sort order. */
  filter: Filter<'tilaus'>
  sort: readonly SortKey<'tilaus'>[]
  count: number
  /** The file's name without the day: `arkisto`. */
  name: string
}

/** Shown beside the column chooser: exports the whole list, not only the rows fetched so far. */
export function ExportMenu({ filter, sort, count, name }: Props) {
  const { run: save, isRunning } = useDownload({
    load: (format) => exportOrders(format, filter, sort),
    name: () => `${name}-${dayOf(nowSeconds())}`,
  })
  useDownloadCommands('Lista', count > 0 ? save : null)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.chip} disabled={isRunning || count === 0} aria-busy={isRunning}>
          {isRunning ? <Loader size={14} aria-hidden /> : <IconDownload size={16} aria-hidden />}
          Lataa
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{plural(count, 'rivi', 'riviä')} tiedostona</Menu.Label>
        <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={() => save('csv')}>
          CSV
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          disabled={count > maxSheetOrders}
          onClick={() => save('xlsx')}
        >
          Excel{count > maxSheetOrders && ` (enintään ${formatCount(maxSheetOrders)} riviä)`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
