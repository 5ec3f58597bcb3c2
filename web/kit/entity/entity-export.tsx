import { IconDownload } from '@tabler/icons-react'
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
    mutationFn: () => {
      const query: [string, string][] = [
        ['tyyppi', registry[entity].type],
        ['sarakkeet', cells.join(',')],
        ...queryOf<N, AllFields>({ filter: published(filter), sort }),
      ]
      return callBlob(exportRegisterCall.path, { query, quiet: explained })
    },
    onSuccess: (file) => saveFile(file, `${title.toLocaleLowerCase('fi')}-${dayOf(nowSeconds())}.csv`),
    onFault: (fault) => {
      if (explained.includes(fault.status)) showFault(fault.message)
    },
  })
  if (count === 0) return null
  return (
    <ListTool icon={IconDownload} onClick={() => save()}>
      Lataa CSV
    </ListTool>
  )
}
