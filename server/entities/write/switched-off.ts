import { featureOff } from '#domain/model/features.ts'
import type { Intent } from './intents/intent.ts'
import { reportFault, type SaveState, same } from './save-state.ts'

/**
 * Refuses what a person asks of entities whose feature is switched off (rules/settings.md#feature-switches). The system's own work goes on:
 * what was begun before the switch was turned must end.
 */
export function refuseSwitchedOffWrites({ viewer, switches, faults }: SaveState, intents: readonly Intent[]): void {
  if (viewer === null) return
  for (const { resource, pointer } of intents) {
    const { writes } = switches.off(resource.name)
    if (writes) faults.add('not_found', pointer, featureOff(writes))
  }
  faults.throwIfAny()
}

/** A field of a feature that is switched off keeps its value; a new row has the default. */
export function refuseSwitchedOffFields(work: SaveState): void {
  if (work.viewer === null) return
  for (const row of work.affected.values()) {
    for (const { field, feature } of work.switches.off(row.resource.name).fields) {
      const kept = row.before?.[field] ?? row.resource.entity.fields[field]?.default
      if (!same(kept, row.after[field])) reportFault(work, row, field, featureOff(feature))
    }
  }
  work.faults.throwIfAny()
}
