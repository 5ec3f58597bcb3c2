import type { Change, RowFault } from '#domain/model/define-entity.ts'
import { type Model, type Resource, relationOf, resourceNamed } from '../model.ts'
import { keyOf } from './links.ts'
import type { StoredRow } from './rows.ts'
import type { Rules } from './saving.ts'

/** A row that must exist (status 1) when a change is stored, and the fault of the change if it does not. `key` is from `keyOf`. */
export type RequiredRow<T> = { of: T; fault: RowFault; target: Resource; id: string; key: string }

/** The rows that the rules of the changed rows name in `mustExist`. */
export function requiredRows<T extends Change<StoredRow> & { resource: Resource }>(
  { model, rules }: { model: Model; rules: Rules },
  changed: readonly T[],
): RequiredRow<T>[] {
  return changed.flatMap((of) =>
    (rules[of.resource.name]?.mustExist?.(of) ?? []).flatMap((fault) => {
      const relation = relationOf(of.resource, fault.field)
      const id = of.after[fault.field]
      if (relation?.kind !== 'one' || typeof id !== 'string') return []
      const target = resourceNamed(model, relation.to)
      return [{ of, fault, target, id, key: keyOf(target, id) }]
    }),
  )
}
