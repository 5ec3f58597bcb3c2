import type { Change, EntityRules } from '#domain/define-entity.ts'
import type { Viewer } from '#domain/roles.ts'
import type { Model, Rights } from './model.ts'
import type { Runner } from './read.ts'
import type { Repeat } from './repeats.ts'
import type { StoredRow } from './rows.ts'

/**
 * What a rule cannot know by itself: values that the database or a service has for changed rows, one for each in their order.
 * Asked once for all rows of an entity, before its rules run; undefined when it gives none of them anything.
 */
export type LookUp = (runner: Runner, changes: readonly Change<StoredRow>[]) => Promise<readonly Partial<StoredRow>[] | undefined>
type AnyLines = Readonly<Record<string, readonly Change<StoredRow>[]>>
/** A row that was changed, or whose lines were, and all its lines; settled. */
export type Whole<Root = StoredRow, Lines = AnyLines> = { root: Change<Root>; lines: Lines }
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
  runner: Runner,
  wholes: readonly Whole<Root, Lines>[],
  context: {
    viewer: Viewer | null
    now: number
    /** A row of this save as it will be stored. */
    rowOf: (entity: string, id: string) => StoredRow | undefined
  },
) => Promise<Conclusion>
// A method, as the rules are: each is written for its own entity's rows.
type OnServer = { lookUp?: LookUp; conclude?(...asked: Parameters<Conclude>): ReturnType<Conclude> }
/** The rules of the entities, by name; typed loosely here because the engine runs them without knowing what they are about. */
export type Rules = Readonly<Record<string, (EntityRules<StoredRow, Record<string, Change<StoredRow>[]>> & OnServer) | undefined>>
export type Saving = {
  model: Model
  rules: Rules
  runner: Runner
  viewer: Viewer | null
  rights: Rights
  now: number
  /** The Idempotency-Key under which the outcome is kept, in the statement that stores it. */
  repeat?: Repeat | null
  /** The viewer has just shown that they know their password. */
  confirmed?: boolean
  /** Goes all the way up to storing, and stores nothing. */
  checkOnly?: boolean
}
