import type { EntityName } from '#domain/model/registry.ts'
import { parseField } from '#domain/model/validation.ts'
import { type Content, type RowField, rowField } from './fields/row-fields.ts'

/** A value as the server stores it: no spaces around a text, a plate in capitals. */
function storedForm(described: RowField, value: unknown): unknown {
  if (described.kind === 'relation') return Array.isArray(value) ? [...value].sort() : value
  const parsed = parseField(described.field, value)
  return 'fault' in parsed ? value : parsed.value
}

/**
 * Whether a stored row is what a form has sent: that save succeeded and only its answer was lost. A row with the same id and other values
 * is not: it was made in another tab, made from the same draft earlier, or changed by somebody since.
 */
export function isStoredAsSent(name: EntityName, row: object, sent: Content): boolean {
  return Object.entries(sent).every(([key, value]) => {
    const described = rowField(name, key)
    return JSON.stringify(storedForm(described, value)) === JSON.stringify(storedForm(described, Reflect.get(row, key)))
  })
}
