import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import type { z } from 'zod'
import type { exportRegisterCall } from '#domain/features/registers/export-register.ts'
import type { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { useAction } from '#web/data/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { type PageAction, usePageActions } from '../page/page-actions.ts'
import { ListTool } from './list-page.tsx'

/** Rejections of a download that the server explains: too many rows, too many files at once, temporarily unavailable. */
export const explainedDownloads = [400, 429, 503]

/** Shows why the server did not make a file; other faults have their toast already. */
export function explainDownload({ status, message }: CallFault): void {
  if (explainedDownloads.includes(status)) showFault(message)
}

export type DownloadFormat = z.output<typeof exportRegisterCall.input>['muoto']

type Download = {
  /** Asks for the file; the request is `quiet` about `explainedDownloads`. */
  load: (format: DownloadFormat) => Promise<Blob>
  /** The name of the file without its extension, when it is saved. */
  name: () => string
}

/** Saves a list as a file, or shows why the server did not make it. */
export const useDownload = ({ load, name }: Download) =>
  useAction({
    mutationFn: load,
    onSuccess: (file, format) => saveFile(file, `${name()}.${format}`),
    onFault: explainDownload,
  })

/** Offers the files of a list in the palette too. */
export function useDownloadCommands(title: string, save: ((format: DownloadFormat) => void) | null): void {
  const of = (format: DownloadFormat, label: string, icon: PageAction['icon']) => ({ id: format, label, icon, run: () => save?.(format) })
  usePageActions(title, save ? [of('csv', 'Lataa CSV', IconDownload), of('xlsx', 'Lataa Excel', IconFileSpreadsheet)] : [])
}

/** The buttons of a list that is downloaded as CSV or Excel; on a phone one button with both. `title` tells the buttons of several lists on a page apart. */
export function DownloadTools({ title, ...download }: Download & { title?: string }) {
  const { run: save } = useDownload(download)
  useDownloadCommands(title ?? 'Lista', save)
  const labelOf = (text: string) => (title === undefined ? {} : { label: `${text}: ${title}` })
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  if (isPhone)
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <ListTool icon={IconDownload} {...labelOf('Lataa')}>
            Lataa
          </ListTool>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={() => save('csv')}>
            CSV
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={() => save('xlsx')}>
            Excel
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    )
  return (
    <>
      <ListTool icon={IconDownload} {...labelOf('Lataa CSV')} onClick={() => save('csv')}>
        Lataa CSV
      </ListTool>
      <ListTool icon={IconFileSpreadsheet} {...labelOf('Lataa Excel')} onClick={() => save('xlsx')}>
        Lataa Excel
      </ListTool>
    </>
  )
}
