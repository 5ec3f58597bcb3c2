import { z } from 'zod'
import { type EntityName, entityNames, registry } from './registry.ts'

/**
 * The entity that a call names: by JSON:API type (`tilaus_entity--tilaus_entity`), by its own name (`tilaus`), or by a group
 * with one bundle (`tilaus_entity`). Null when there is none, or several.
 */
export function entityNamed(text: string): EntityName | null {
  const exact = entityNames.find((name) => name === text || registry[name].type === text)
  if (exact) return exact
  const grouped = entityNames.filter((name) => registry[name].group === text)
  return grouped.length === 1 ? (grouped[0] ?? null) : null
}

/** The name of an entity in a call's input. */
export const entityTypeInput = z
  .string('Tyyppi (entityType) puuttuu.')
  .max(100)
  .transform((text, context) => {
    const name = entityNamed(text)
    if (name) return name
    context.addIssue({ code: 'custom', message: `Tuntematon tyyppi: ${text}.` })
    return z.NEVER
  })
