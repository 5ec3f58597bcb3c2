import { Loader, Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { type ExportFormat, mostSheetOrders } from '#domain/csv/order-export.ts'
import { dayOf } from '#domain/values/time.ts'
import { CallFault } from '../data/fault.ts'
import { showFault } from '../data/fault-toast.tsx'
import type { Filter, Sort } from '../data/json-api.ts'
import { exportOrders } from '../data/order-export.ts'
import { nowSeconds } from '../session/token.ts'
import { saveFile } from '../ui/save-file.ts'
import { formatCount, plural } from './format.ts'
import classes from './list-page.module.css'

type Props = {
  /** What the list asks of `tilaus`, and in which order. */
  filter: Filter
  sort: readonly Sort<'tilaus'>[]
  count: number
  /** The file's name without the day: `arkisto`. */
  name: string
}

/** Refusals that the server explains: too much for a sheet, too many at once, not just now. */
const told = [400, 429, 503]

/** Beside the choice of columns: the whole list as a file, not only the rows fetched so far. */
export function ExportMenu({ filter, sort, count, name }: Props) {
  const [working, setWorking] = useState(false)
  const save = async (format: ExportFormat) => {
    setWorking(true)
    try {
      saveFile(await exportOrders(format, filter, sort), `${name}-${dayOf(nowSeconds())}.${format}`)
    } catch (fault) {
      if (fault instanceof CallFault && told.includes(fault.status)) showFault(fault.message)
    } finally {
      setWorking(false)
    }
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.chip} disabled={working || count === 0} aria-busy={working}>
          {working ? <Loader size={14} aria-hidden /> : <IconDownload size={16} aria-hidden />}
          Lataa
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{plural(count, 'rivi', 'riviä')} tiedostona</Menu.Label>
        <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={() => void save('csv')}>
          CSV
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          disabled={count > mostSheetOrders}
          onClick={() => void save('xlsx')}
        >
          Excel{count > mostSheetOrders && ` (enintään ${formatCount(mostSheetOrders)} riviä)`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
