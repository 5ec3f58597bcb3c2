import { type Resource, relationOf } from '../../model.ts'

/** What becomes of a list of references: the rows given take its place, join it or leave it. */
export type RelationChange = 'replace' | 'add' | 'remove'
export type Identifier = { type: string; id: string }

/** One thing that somebody wants done to one row, checked as far as it can be without the database. */
export type Intent = {
  op: 'add' | 'update' | 'remove'
  resource: Resource
  id: string
  /** Columns of the row by their key. */
  values: Record<string, unknown>
  /** Values of fields that the server keeps: fine when they are what is stored, refused when not. */
  readOnlyValues: Record<string, unknown>
  /** Texts of an update that today's checks refuse: fine when they are what is stored, so that a stricter check blocks no unrelated edit. */
  refusedUnlessStored?: Record<string, { text: unknown; fault: string }>
  /** Inverse relations: which rows are to hang on this one. */
  linked: Record<string, { how: RelationChange; rows: Identifier[] }>
  /** Lists of references to which rows are added, or from which they are taken, as the lists stand at that moment. */
  members?: Record<string, { how: Exclude<RelationChange, 'replace'>; ids: string[]; mayWrite: boolean }>
  /** Where the linkage stands when that is all that is told: of one relation, not of a row. Faults are told there. */
  place?: string
  /** The version that was edited; null when not told. */
  vid: number | null
  /** Where the request must give `vid`, when the change is refused without it. */
  requiredVid?: string
  reason: string
  /** Where in the request's body the row stands. */
  pointer: string
}

/** Where in the body a field or relation of the intent stands. */
export function placeOf({ pointer, resource, place }: Intent, name: string): string {
  return place ?? `${pointer}/${relationOf(resource, name) ? 'relationships' : 'attributes'}/${name}`
}

/** Ids of rows made in the same request, by their local id. */
export type LocalIds = ReadonlyMap<string, Identifier>
