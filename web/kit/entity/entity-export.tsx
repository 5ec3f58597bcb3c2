import { exportRegisterCall } from '#domain/features/registers/export-register.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { published, queryOf } from '#web/data/json-api.ts'
import { callBlob } from '#web/data/request.ts'
import type { AllFields } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { type DownloadFormat, DownloadTools, explainedDownloads } from '../list/download-tools.tsx'
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

/** Exports the whole list as a file, with its filter, order and columns. */
export function EntityExport<N extends EntityName>({ entity, filter, sort, columns, count, title }: Props<N>) {
  // A cell cannot contain several references.
  const cells = columns.filter((key) => {
    const described = rowField(entity, key)
    return described.kind === 'field' || described.relation.kind === 'one'
  })
  const load = (format: DownloadFormat) => {
    const query: [string, string][] = [
      ['tyyppi', registry[entity].type],
      ['sarakkeet', cells.join(',')],
      ['muoto', format],
      ...queryOf<N, AllFields>({ filter: published(filter), sort }),
    ]
    return callBlob(exportRegisterCall.path, { query, quiet: explainedDownloads })
  }
  return count > 0 && <DownloadTools load={load} name={() => `${title.toLocaleLowerCase('fi')}-${dayOf(nowSeconds())}`} />
}
