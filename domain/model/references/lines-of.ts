import type { Entity } from '../define-entity.ts'
import { type EntityName, entityNames, registry } from '../registry.ts'

/** The entities whose rows are lines of another entity's row, and their relation to that row. */
export const linesOf = (whole: string): { entity: EntityName; partOf: string }[] =>
  entityNames.flatMap((entity) => {
    const { partOf, relations }: Entity = registry[entity]
    return partOf !== undefined && relations[partOf]?.to === whole ? [{ entity, partOf }] : []
  })
