import { exportRegisterCall } from '#domain/features/registers/export-register.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { published, queryOf } from '#web/data/json-api.ts'
import { callBlob } from '#web/data/request.ts'
import type { AllFields } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { type DownloadFormat, DownloadTools, explainDownload, explainedDownloads } from '../list/download-tools.tsx'
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

type Exported<N extends EntityName> = Pick<Props<N>, 'entity' | 'filter' | 'sort' | 'columns'>

/** The file of the rows that a filter finds. */
function exportRows<N extends EntityName>({ entity, filter, sort, columns }: Exported<N>, format: DownloadFormat): Promise<Blob> {
  // A cell cannot contain several references.
  const cells = columns.filter((key) => {
    const described = rowField(entity, key)
    return described.kind === 'field' || described.relation.kind === 'one'
  })
  const query: [string, string][] = [
    ['tyyppi', registry[entity].type],
    ['sarakkeet', cells.join(',')],
    ['muoto', format],
    ...queryOf<N, AllFields>({ filter: published(filter), sort }),
  ]
  return callBlob(exportRegisterCall.path, { query, quiet: explainedDownloads })
}

const exportName = (title: string): string => `${title.toLocaleLowerCase('fi')}-${dayOf(nowSeconds())}`

/** Saves the rows that a filter finds as a CSV file, or shows why the server did not make it. */
export const useRowsFile = <N extends EntityName>({ title, ...exported }: Omit<Props<N>, 'filter' | 'count'>) =>
  useAction({
    mutationFn: (filter: Filter<N>) => exportRows({ ...exported, filter }, 'csv'),
    onSuccess: (file) => saveFile(file, `${exportName(title)}.csv`),
    onFault: explainDownload,
  })

/** Exports the whole list as a file, with its filter, order and columns. */
export function EntityExport<N extends EntityName>({ count, title, ...exported }: Props<N>) {
  return count > 0 && <DownloadTools load={(format) => exportRows(exported, format)} name={() => exportName(title)} />
}
