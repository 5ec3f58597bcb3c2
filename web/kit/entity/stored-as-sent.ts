import type { EntityName } from '#domain/model/registry.ts'
import { parseField } from '#domain/model/validation.ts'
import { type Content, type RowField, rowField } from './fields/row-fields.ts'

/** A value as the server stores it: texts trimmed, registration numbers in upper case. */
function storedForm(described: RowField, value: unknown): unknown {
  if (described.kind === 'relation') return Array.isArray(value) ? [...value].sort() : value
  const parsed = parseField(described.field, value)
  return 'fault' in parsed ? value : parsed.value
}

/**
 * Whether a stored row has the content that a form has sent: the save succeeded, and only its answer was lost. A row with the same id and
 * other values was created in another tab or from an earlier state of the draft, or has been changed by somebody since.
 */
export function isStoredAsSent(name: EntityName, row: object, sent: Content): boolean {
  return Object.entries(sent).every(([key, value]) => {
    const described = rowField(name, key)
    return JSON.stringify(storedForm(described, value)) === JSON.stringify(storedForm(described, Reflect.get(row, key)))
  })
}
