import type { Change, RowFault } from '#domain/model/define-entity.ts'
import type { Resource } from '../model.ts'
import type { Intent } from './intents/intent.ts'
import type { StoredRow } from './rows.ts'
import type { LookUpContext, Saving } from './saving.ts'

type Looking = Saving & { affected: ReadonlyMap<string, Changed> }
type Changed = Change<StoredRow> & { resource: Resource; intent: Intent | null }

/** Sets the values that hooks look up into the changed rows, and reports the hooks' refusals. Of two values for a field the later hook's wins. */
export async function lookUp<T extends Changed>(
  work: Looking,
  changed: readonly T[],
  reportFault: (of: T, fault: RowFault) => void,
): Promise<void> {
  const byRow = new Map(changed.map((change) => [change.after, change]))
  const context: LookUpContext = {
    rowsOf: (entity) => [...work.affected.values()].flatMap(({ resource, after }) => (resource.name === entity ? [after] : [])),
    isGiven: ({ after }, field) => Object.hasOwn(byRow.get(after)?.intent?.values ?? {}, field),
    refuse: ({ after }, fault) => {
      const of = byRow.get(after)
      if (!of) throw new Error('A look-up refuses only the changes that it was given')
      reportFault(of, fault)
    },
  }
  for (const [name, changes] of Map.groupBy(changed, ({ resource }) => resource.name)) {
    const found: (readonly Partial<StoredRow>[] | undefined)[] = []
    // One after the other, as they share a connection; no hook sees the values of another one.
    for (const hook of work.rules[name]?.hooks ?? []) found.push(await hook.lookUp?.(work.runner, changes, context))
    for (const valuesOfRows of found)
      for (const [index, values] of (valuesOfRows ?? []).entries()) Object.assign(changes[index]?.after ?? {}, values)
  }
}
