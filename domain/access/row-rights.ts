import type { EntityName } from '../model/registry.ts'
import type { Condition, Rows } from './define-policy.ts'
import { reachOf } from './reach.ts'
import type { Viewer } from './roles.ts'

/** The viewer of a row. */
export type RowViewer = Pick<Viewer, 'roles' | 'userId' | 'asiakasId'>
type Looking = { viewer: RowViewer; now: number }
export type LookedAt = Looking & { row: object }

/**
 * Whether the roles and the row's own values let the viewer change (or remove) it. Null where that depends on other rows, which only the
 * server knows: a screen then offers the change, and the server may refuse it.
 */
export function mayTouchRow(name: EntityName, verb: 'update' | 'delete', { row, ...looking }: LookedAt): boolean | null {
  const cell = reachOf(name, looking.viewer.roles)[verb]
  return cell ? rowsHold(cell.rows, row, looking) : false
}

const rowsHold = (rows: Rows, row: object, looking: Looking): boolean | null =>
  rows === 'all' ? true : rows === 'none' ? false : holds(rows, row, looking)

/** Null: other rows, or fields that have not been read, decide. */
export function holds(condition: Condition, row: object, looking: Looking): boolean | null {
  if ('any' in condition) return anyOf(condition.any.map((part) => holds(part, row, looking)))
  if ('all' in condition) return allOf(condition.all.map((part) => holds(part, row, looking)))
  const value = ownValue(row, condition.path)
  if (value === undefined || 'that' in condition) return null
  if ('in' in condition) return listOf(value).every((item) => condition.in.includes(String(item)))
  if ('has' in condition) return listOf(value).some((item) => condition.has.includes(String(item)))
  switch (condition.is) {
    case 'me':
      return listOf(value).includes(looking.viewer.userId)
    case 'my_company':
      return looking.viewer.asiakasId !== null && listOf(value).includes(looking.viewer.asiakasId)
    case 'nothing':
      return listOf(value).length === 0
    case 'something':
      return listOf(value).length > 0
    case 'past':
      return Number(value) <= looking.now
    case 'ahead':
      return Number(value) > looking.now
  }
}

const anyOf = (parts: readonly (boolean | null)[]): boolean | null => (parts.includes(true) ? true : parts.includes(null) ? null : false)
const allOf = (parts: readonly (boolean | null)[]): boolean | null => (parts.includes(false) ? false : parts.includes(null) ? null : true)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === null || value === '' ? [] : [value])

/** The row stores `asiakas.id` as `asiakas`. Undefined: the path refers to another row, or the field has not been read. */
function ownValue(row: object, path: string): unknown {
  const own = path.replace(/\.id$/, '')
  return own.includes('.') ? undefined : Reflect.get(row, own)
}
