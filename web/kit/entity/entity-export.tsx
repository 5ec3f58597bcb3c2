import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import type { z } from 'zod'
import { exportRegisterCall } from '#domain/features/registers/export-register.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { published, queryOf } from '#web/data/json-api.ts'
import { callBlob } from '#web/data/request.ts'
import type { AllFields } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { ListTool } from '../list/list-page.tsx'
import { rowField } from './fields/row-fields.ts'

type ExportFormat = z.output<typeof exportRegisterCall.input>['muoto']

type Props<N extends EntityName> = {
  entity: N
  filter: Filter<N>
  sort: readonly SortKey<N>[]
  columns: readonly string[]
  count: number
  /** The title of the list and of the file. */
  title: string
}

/** Rejections that the server explains: too many rows, too many exports at once, temporarily unavailable. */
const explained = [400, 429, 503]

/** Exports the whole list as a file, with its filter, order and columns. */
export function EntityExport<N extends EntityName>({ entity, filter, sort, columns, count, title }: Props<N>) {
  // A cell cannot contain several references.
  const cells = columns.filter((key) => {
    const described = rowField(entity, key)
    return described.kind === 'field' || described.relation.kind === 'one'
  })
  const { run: save } = useAction({
    mutationFn: (format: ExportFormat) => {
      const query: [string, string][] = [
        ['tyyppi', registry[entity].type],
        ['sarakkeet', cells.join(',')],
        ['muoto', format],
        ...queryOf<N, AllFields>({ filter: published(filter), sort }),
      ]
      return callBlob(exportRegisterCall.path, { query, quiet: explained })
    },
    onSuccess: (file, format) => saveFile(file, `${title.toLocaleLowerCase('fi')}-${dayOf(nowSeconds())}.${format}`),
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
