import type { Change, EntityRules } from '#domain/define-entity.ts'
import type { Viewer } from '#domain/roles.ts'
import type { Model, Rights } from './model.ts'
import type { Runner } from './read.ts'
import type { Repeat } from './repeats.ts'
import type { StoredRow } from './rows.ts'

/**
 * What a rule cannot know by itself: values that the database or a service has for changed rows, one for each in their order.
 * Asked once for all rows of an entity, before its rules run.
 */
export type LookUp = (runner: Runner, changes: readonly Change<StoredRow>[]) => Promise<readonly Partial<StoredRow>[]>
/** The rules of the entities, by name; typed loosely here because the engine runs them without knowing what they are about. */
export type Rules = Readonly<
  Record<string, (EntityRules<StoredRow, Record<string, Change<StoredRow>[]>> & { lookUp?: LookUp }) | undefined>
>
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
