import type { Entity } from '../define-entity.ts'
import { type EntityName, entityNames, registry } from '../registry.ts'

export type ReferenceTo = { entity: EntityName; relation: string; isList: boolean }

/** Every stored relation of the registry that refers to the entity: where its rows may be used. */
export const referencesTo = (target: EntityName): ReferenceTo[] =>
  entityNames.flatMap((entity) => {
    const { relations }: Entity = registry[entity]
    // An inverse relation has a list of targets.
    return Object.entries(relations).flatMap(([relation, { kind, to }]) =>
      to === target ? [{ entity, relation, isList: kind === 'many' }] : [],
    )
  })
