import type { Viewer } from '#domain/access/roles.ts'
import type { Change, EntityRules, RowFault } from '#domain/model/define-entity.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { IdempotentRequest } from '#server/platform/idempotency-keys.ts'
import type { Model, Rights } from '../model.ts'
import type { StoredRow } from './rows.ts'

export type LookUpContext = {
  /** The rows of an entity that this save makes or changes, as they will be stored. */
  rowsOf: (entity: string) => readonly StoredRow[]
  /** Refuses the save, with a pointer to the field of the changed row, together with the faults that its rules find. */
  refuse: (change: Change<StoredRow>, fault: RowFault) => void
}
/**
 * What a rule cannot know by itself: values that the database or a service has for changed rows, one for each in their order.
 * Called once for all rows of an entity, before its rules run; undefined when it gives none of them anything.
 */
export type LookUp = (
  runner: Queryable,
  changes: readonly Change<StoredRow>[],
  context: LookUpContext,
) => Promise<readonly Partial<StoredRow>[] | undefined>
type AnyLines = Readonly<Record<string, readonly Change<StoredRow>[]>>
/** A row that was changed, or whose lines were, and all its lines; settled. */
export type RowWithLines<Root = StoredRow, Lines = AnyLines> = { root: Change<Root>; lines: Lines }
/** Values for rows of the wholes, and new rows of other entities. */
export type Conclusion = {
  set: readonly { of: Change<StoredRow>; values: Partial<StoredRow> }[]
  made: readonly { entity: string; values: Partial<StoredRow> }[]
}
/**
 * What follows from whole rows once their rules have run, out of what only the database knows. Asked once for all of an
 * entity; what it gives is stored with the rest.
 */
export type Conclude<Root = StoredRow, Lines = AnyLines> = (
  runner: Queryable,
  wholes: readonly RowWithLines<Root, Lines>[],
  context: {
    viewer: Viewer | null
    now: number
    /** A row of this save as it will be stored. */
    rowOf: (entity: string, id: string) => StoredRow | undefined
    /** The rows of an entity in this save, as they will be stored. */
    rowsOf: (entity: string) => readonly StoredRow[]
  },
) => Promise<Conclusion>
/** What a feature adds to the saves of an entity. `conclude` is a method, as the rules are: each is written for its own entity's rows. */
export type Hook = { lookUp?: LookUp; conclude?(...parameters: Parameters<Conclude>): ReturnType<Conclude> }
type AnyRules = EntityRules<StoredRow, Record<string, Change<StoredRow>[]>>
/** The rules of the entities, by name; typed loosely here because the engine runs them without knowing what they are about. */
export type Rules = Readonly<Record<string, (AnyRules & { hooks?: readonly Hook[] }) | undefined>>
export type Saving = {
  model: Model
  rules: Rules
  runner: Queryable
  viewer: Viewer | null
  rights: Rights
  now: number
  /** The Idempotency-Key under which the outcome is kept, in the statement that stores it. */
  idempotent?: IdempotentRequest | null
  /** The viewer has just shown that they know their password. */
  confirmed?: boolean
  /** Goes all the way up to storing, and stores nothing. */
  checkOnly?: boolean
}
