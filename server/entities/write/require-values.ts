import type { Faults } from './intents/faults.ts'
import { type Intent, placeOf } from './intents/intent.ts'
import type { StoredRow } from './rows.ts'

/** Adds a fault for each required value that the row lacks. */
export function requireValues(faults: Faults, intent: Intent, row: StoredRow): void {
  const { entity } = intent.resource
  const missing = (name: string): void => faults.add('invalid', placeOf(intent, name), 'Kenttä on pakollinen.')
  if (entity.nameRequired && row.name === '') missing('name')
  for (const [name, field] of Object.entries(entity.fields)) if ('required' in field && field.required && row[name] === '') missing(name)
  for (const [name, relation] of Object.entries(entity.relations))
    if (relation.kind === 'one' && relation.required && row[name] === null) missing(name)
}
