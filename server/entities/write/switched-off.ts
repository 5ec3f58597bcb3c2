import { featureOff } from '#domain/model/features.ts'
import type { Intent } from './intents/intent.ts'
import { reportFault, type SaveState, same } from './save-state.ts'

/**
 * Refuses people's changes of entities whose feature is switched off (rules/settings.md#feature-switches). Changes by the system, also on behalf of a
 * person, are not refused, so that work started before can be finished.
 */
export function refuseSwitchedOffWrites({ bySystem = false, switches, faults }: SaveState, intents: readonly Intent[]): void {
  if (bySystem) return
  for (const { resource, pointer } of intents) {
    const { writes } = switches.off(resource.name)
    if (writes) faults.add('not_found', pointer, featureOff(writes))
  }
  faults.throwIfAny()
}

/** Refuses another value in a field of a switched-off feature: a stored row keeps its value, a new row has the default. */
export function refuseSwitchedOffFields(work: SaveState): void {
  if (work.bySystem) return
  for (const row of work.affected.values()) {
    for (const { field, feature } of work.switches.off(row.resource.name).fields) {
      const expected = row.before?.[field] ?? row.resource.entity.fields[field]?.default
      if (!same(expected, row.after[field])) reportFault(work, row, field, featureOff(feature))
    }
  }
  work.faults.throwIfAny()
}
