// Whether what another build has stored still has the shape that this build reads: checked against the registry.
import * as z from 'zod/mini'
import type { EntityName } from '#domain/model/registry.ts'
import type { IncludedRows } from '../json-api.ts'
import { type AllFields, entityOfType, type Fields, isRowOf } from '../row.ts'

/** Whether the value is a row with the requested fields; without them, with all that a driver sees. */
export const isStoredRow = (name: EntityName, value: unknown, fields: Fields = {}): boolean => isRowOf(name, value, fields[name])

const listShape = z.object({
  rows: z.array(z.unknown()),
  included: z.custom<IncludedRows<AllFields>>((value) => typeof value === 'object' && value !== null && 'toJSON' in value),
  count: z.number(),
  next: z.nullable(z.number()),
})
const pagesShape = z.object({ pages: z.array(listShape), pageParams: z.array(z.number()) })
const fieldsShape = z.object({ fields: z.optional(z.custom<Fields>((value) => typeof value === 'object' && value !== null)) })

function isStoredPage(name: EntityName, { rows, included }: z.infer<typeof listShape>, fields: Fields): boolean {
  const resources = included.toJSON()
  return (
    rows.every((row) => isStoredRow(name, row, fields)) &&
    resources.every(({ type, id }) => {
      const entity = entityOfType(type)
      return entity !== undefined && isStoredRow(entity, included.get(entity, id), fields)
    })
  )
}

/** Whether the stored answer to `query` (a list, or its pages) can be read. A row that does not fit its entity's registry throws or is not one. */
export function isStoredList(name: EntityName, query: unknown, data: unknown): boolean {
  const { data: { fields = {} } = {} } = fieldsShape.safeParse(query)
  const pages = pagesShape.safeParse(data)
  if (pages.success) return pages.data.pages.every((page) => isStoredPage(name, page, fields))
  const list = listShape.safeParse(data)
  return list.success && isStoredPage(name, list.data, fields)
}
