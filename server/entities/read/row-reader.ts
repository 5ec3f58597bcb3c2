import type { WireField } from './writer.ts'

/** A row by its fields' names: values, the id of a relation to one row, the ids of a relation to many. */
export type ReadRow = { id: string } & Record<string, unknown>
/** Reads a row whose columns, text or null, start at `from`: the id, then the fields in order. */
export type RowReader = (row: readonly (string | null)[], from: number) => ReadRow

/** The counterpart of `compileWriter` for rows that stay in this process. */
export const rowReader =
  (fields: readonly WireField[]): RowReader =>
  (row, from) => {
    const read: ReadRow = { id: row[from] ?? '' }
    for (const [index, field] of fields.entries()) read[field.name] = readValue(field, row[from + 1 + index] ?? null)
    return read
  }

function readValue({ write, prefix = '', types = [] }: WireField, text: string | null): unknown {
  if (write === 'many') {
    const items = text === null || text === '' ? [] : text.split(',')
    // In a relation to several types each id follows the number of its type.
    return types.length > 1 ? items.map((item) => item.slice(item.indexOf(':') + 1)) : items
  }
  if (text === null) return null
  return write === 'raw' ? (JSON.parse(text) as unknown) : prefix + text
}
