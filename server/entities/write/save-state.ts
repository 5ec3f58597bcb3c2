import { isDeepStrictEqual } from 'node:util'
import type { Change } from '#domain/model/define-entity.ts'
import { type Model, type Resource, relationOf, resourceNamed } from '../model.ts'
import type { Faults } from './intents/faults.ts'
import { type Intent, placeOf } from './intents/intent.ts'
import { keyOf } from './links.ts'
import type { LoadedRow, StoredRow } from './rows.ts'
import type { Saving } from './saving.ts'

/** The state of a save, which its steps fill. */
export type SaveState = Saving & {
  faults: Faults
  affected: Map<string, AffectedRow>
  related: Map<string, StoredRow>
  /** Ids of rows whose newer versions only changed values that the server generates: an edit of the earlier version is not a conflict. */
  onlyGenerated: ReadonlySet<string>
}
/** A row that this save has loaded or makes. `before` is null for a new row. */
export type AffectedRow = Change<StoredRow> & { resource: Resource; loaded: LoadedRow | null; intent: Intent | null }
/** A row with its lines, by the relation that leads to them. */
export type AffectedRowWithLines = { root: AffectedRow; lines: Record<string, AffectedRow[]> }

export function rootOf(model: Model, resource: Resource): { relation: string; resource: Resource } | null {
  const relation = resource.partOf === null ? undefined : relationOf(resource, resource.partOf)
  return relation?.kind === 'one' && resource.partOf !== null
    ? { relation: resource.partOf, resource: resourceNamed(model, relation.to) }
    : null
}

export const isChanged = ({ before, after }: Change<StoredRow>): boolean => before === null || !same(before, after)

// Not compared as JSON text: the database changes the order of an object's keys.
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

/** Adds a fault of a row. A row without an intent was changed because of its order or its lines: the fault points to their intent. */
export function reportFault(work: SaveState, row: AffectedRow, field: string, detail: string): void {
  const { intent } = row
  const cause = intent ?? [...work.affected.values()].find((other) => other.intent && wholeOf(work, other) === wholeOf(work, row))?.intent
  work.faults.list.push({ kind: 'invalid', detail, pointer: intent ? placeOf(intent, field) : `${cause?.pointer ?? ''}` })
}

/** The key of the row itself, or of the row that it is a line of: rows with the same key are settled together. */
export function wholeOf(work: SaveState, { resource, after }: AffectedRow): string {
  const root = rootOf(work.model, resource)
  return root ? keyOf(root.resource, String(after[root.relation])) : keyOf(resource, after.id)
}
