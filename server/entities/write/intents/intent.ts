import { type Resource, relationOf } from '../../model.ts'

/** A change of a list of references: it is replaced by the rows, or the rows are added to it or removed from it. */
export type RelationChange = 'replace' | 'add' | 'remove'
export type Identifier = { type: string; id: string }

/** A requested change of one row, validated as far as possible without the database. */
export type Intent = {
  op: 'add' | 'update' | 'remove'
  resource: Resource
  id: string
  /** Values by the keys of the row's columns. */
  values: Record<string, unknown>
  /** Values of fields that may not be written: accepted when equal to the stored values, otherwise refused. */
  readOnlyValues: Record<string, unknown>
  /** Invalid texts of an update: accepted when equal to the stored ones, so that a stricter check does not prevent unrelated edits. */
  refusedUnlessStored?: Record<string, { text: unknown; fault: string }>
  /** Changes of inverse relations: the rows at their end. */
  linked: Record<string, { how: RelationChange; rows: Identifier[] }>
  /** Rows that are added to lists of references or removed from them; applied to the locked row. */
  members?: Record<string, { how: Exclude<RelationChange, 'replace'>; ids: string[]; mayWrite: boolean }>
  /** Pointer to the linkage, when the request is about one relation and not about a row. Faults point to it. */
  place?: string
  /** The version that was edited; null when the request does not name it. */
  vid: number | null
  /** Pointer for the fault of a missing `vid`; undefined when the change needs none. */
  requiredVid?: string
  reason: string
  /** Pointer to the row in the request's body. */
  pointer: string
}

/** Pointer to a field or relation of the intent in the request's body. */
export function placeOf({ pointer, resource, place }: Intent, name: string): string {
  return place ?? `${pointer}/${relationOf(resource, name) ? 'relationships' : 'attributes'}/${name}`
}

/** Ids of rows made in the same request, by their local id. */
export type LocalIds = ReadonlyMap<string, Identifier>
