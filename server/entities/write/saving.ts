import type { Viewer } from '#domain/access/roles.ts'
import type { Change, EntityRules, RowFault } from '#domain/model/define-entity.ts'
import type { Switches } from '#domain/model/features.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { IdempotentRequest } from '#server/platform/idempotency-keys.ts'
import type { Model, Rights } from '../model.ts'
import type { RowChange } from './row-change.ts'
import type { StoredRow } from './rows.ts'

export type LookUpContext = {
  /** The rows of an entity that this save makes or changes, as they will be stored. */
  rowsOf: (entity: string) => readonly StoredRow[]
  /** Whether the save names this value of a changed row; else it is the stored one, or the default of a new row. */
  isGiven: (change: Change<StoredRow>, field: string) => boolean
  /** Adds a fault with a pointer to the field of the changed row; it is thrown together with the faults of the rules. */
  refuse: (change: Change<StoredRow>, fault: RowFault) => void
}
/**
 * Looks up values of changed rows in the database or a service, one object for each row in their order; undefined when there are none.
 * Called once for all rows of an entity, before its rules run.
 */
export type LookUp = (
  runner: Queryable,
  changes: readonly Change<StoredRow>[],
  context: LookUpContext,
) => Promise<readonly Partial<StoredRow>[] | undefined>
type AnyLines = Readonly<Record<string, readonly Change<StoredRow>[]>>
/** A row with all its lines, after `settle`, when the row or one of its lines has changed. */
export type RowWithLines<Root = StoredRow, Lines = AnyLines> = { root: Change<Root>; lines: Lines }
/** Values for the rows and their lines, new rows of other entities (`made`), and changes of other stored rows (`changed`), whose concurrent writers a lock must exclude (`savedUnder`). */
export type Conclusion = {
  set: readonly { of: Change<StoredRow>; values: Partial<StoredRow> }[]
  made: readonly { entity: string; values: Partial<StoredRow> }[]
  changed?: readonly { entity: string; id: string; values: Partial<StoredRow> }[]
}
/**
 * Derives values from rows with their lines after the rules have run, with the help of the database. Called once for all rows of an
 * entity; its conclusion is stored in the same save.
 */
export type Conclude<Root = StoredRow, Lines = AnyLines> = (
  runner: Queryable,
  rowsWithLines: readonly RowWithLines<Root, Lines>[],
  context: {
    viewer: Viewer | null
    now: number
    /** A row of this save, as it will be stored. */
    rowOf: (entity: string, id: string) => StoredRow | undefined
    /** The rows of an entity in this save, as they will be stored. */
    rowsOf: (entity: string) => readonly StoredRow[]
  },
) => Promise<Conclusion>
/**
 * Changes of other entities' rows that follow from the stored changes of an entity, for example of the orders that a route has made. The server
 * itself saves them in the same transaction, with the rules of their entities. Called once for all changed rows of the entity; with `checkOnly` nothing
 * is stored.
 */
export type Follow<Stored = StoredRow> = (
  runner: Queryable,
  changes: readonly Change<Stored>[],
  context: { now: number },
) => Promise<readonly RowChange[]>
/** What a feature adds to the saves of an entity. `conclude` and `follow` are methods, as the rules are, so that they can be typed for its entity's rows. */
export type Hook = {
  lookUp?: LookUp
  conclude?(...parameters: Parameters<Conclude>): ReturnType<Conclude>
  follow?(...parameters: Parameters<Follow>): ReturnType<Follow>
}
type AnyRules = EntityRules<StoredRow, Record<string, Change<StoredRow>[]>>
/** The rules of the entities, by name; typed loosely here because the engine runs them without knowing what they are about. */
export type Rules = Readonly<Record<string, (AnyRules & { hooks?: readonly Hook[] }) | undefined>>
/** A row that a save changes, by the name of its entity. */
export type ChangedRow = Change<StoredRow> & { entity: string }
export type Saving = {
  model: Model
  rules: Rules
  runner: Queryable
  viewer: Viewer | null
  /** A change by the server itself, also on behalf of the viewer. */
  bySystem?: boolean
  rights: Rights
  now: number
  /** The features that are switched on, and what is refused because of the others. */
  switches: Switches
  /** The Idempotency-Key, stored with the saved operations in the statement that writes the rows. */
  idempotent?: IdempotentRequest | null
  /** The viewer has just confirmed the save with their password. */
  confirmed?: boolean
  /** Runs all checks and rules, but stores nothing. */
  checkOnly?: boolean
  /** Receives the changed rows of the save, then those of the save that follows from it. */
  onChanged?: (rows: readonly ChangedRow[]) => void
}
