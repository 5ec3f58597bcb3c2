import type { Model, Resource } from '#server/entities/model.ts'
import type { Revision } from './change-log.ts'

/** The net change of one row over a batch of revisions. */
export type RowChange = {
  resource: Resource
  id: string
  vid: number
  aika: number
  created: boolean
  removed: boolean
  /** Columns as they were before the batch, for those that changed; null for a row that did not exist. */
  before: Record<string, unknown> | null
  authors: ReadonlySet<string>
}

/** One change for each row, in the order in which the rows first changed. Entities that are not in the registry are left out. */
export function rowChanges(model: Model, revisions: readonly Revision[]): RowChange[] {
  const byRow = Map.groupBy(revisions, ({ entiteetti, rivi }) => `${entiteetti}/${rivi}`)
  return [...byRow.values()].flatMap((unordered) => {
    // By version: transaction ids may order two changes of one row differently.
    const ofRow = unordered.toSorted((a, b) => a.vid - b.vid)
    const [first] = ofRow
    const last = ofRow.at(-1)
    const resource = first && model.byName.get(first.entiteetti)
    if (!resource || !last) return []
    const change: RowChange = {
      resource,
      id: last.rivi,
      vid: last.vid,
      aika: last.aika,
      created: first.vid === 1,
      removed: ofRow.findLast(({ muutokset }) => muutokset.status)?.muutokset.status?.[1] === 0,
      before: first.vid === 1 ? null : Object.assign({}, ...ofRow.toReversed().map(({ muutokset }) => columnsBefore(resource, muutokset))),
      authors: new Set(ofRow.flatMap(({ kayttaja }) => kayttaja ?? [])),
    }
    return [change]
  })
}

/** The replaced values by column name. Fields that the entity no longer has are left out. */
function columnsBefore(resource: Resource, changed: Revision['muutokset']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changed).flatMap(([key, [from]]) => {
      const column = resource.columnByKey.get(key)
      return column ? [[column.name, from]] : []
    }),
  )
}
