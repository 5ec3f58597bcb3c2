import { systemRights } from '../rights.ts'
import { applyIntent, isBehind } from './apply-intent.ts'
import { Faults } from './intents/faults.ts'
import type { Intent } from './intents/intent.ts'
import { keyOf, spreadLinks } from './links.ts'
import { loadAffected } from './load-affected.ts'
import { lookUp } from './look-up.ts'
import { checkReferences } from './references.ts'
import { requiredRows } from './required-rows.ts'
import { intentsOf, type RowChange } from './row-change.ts'
import { conclude, runRules } from './run-rules.ts'
import { isChanged, reportFault, rootOf, type SaveState } from './save-state.ts'
import { type SavedOperation, textOfSaved } from './saved-operations.ts'
import type { Saving } from './saving.ts'
import { refuseSwitchedOffFields, refuseSwitchedOffWrites } from './switched-off.ts'
import { onlyGeneratedSince } from './versions.ts'
import { isNewVersion, type StoredChange, writeChanges } from './write.ts'

/**
 * Carries out the requested intents, all or nothing, inside the caller's transaction unless they need none (`needsNoTransaction`).
 * Throws RequestFault with every fault that a step found; after a step with faults the next one does not begin.
 *
 * 0. Entities of switched-off features are refused (`switched-off.ts`), fields of such features after step 3.
 * 1. `spreadLinks` turns changes of inverse relations into changes of the rows that refer.
 * 2. `loadAffected` locks the rows of `savedUnder`, then locks and loads the changed rows, an order before its lines; `onlyGeneratedSince` looks into versions that are behind.
 * 3. `applyIntent` checks rights, versions and values, and writes the values into the rows in memory: orders first, then their lines.
 * 4. `checkReferences` loads the rows referred to and checks that they may be.
 * 5. `lookUp` (hooks) gives changed rows what only the server can look up, and may refuse.
 * 6. `runRules`: `derive`, then `check` of each changed row; then `settle` of each row with its lines (an order).
 * 7. `conclude` (hooks) sets values that depend on a row with all its lines, such as an order's price, and makes or changes rows of other entities. Not when only checking.
 * 8. `store`: the rows that the rules name in `mustExist` must exist: they are locked in the statement that writes rows, revisions and the
 *    idempotency key (`writeChanges`), and it stores nothing when one of them has been removed. Not when only checking.
 * 9. `follow` (hooks): changes of other rows, which the server itself saves in the same way.
 */
export async function save(saving: Saving, requested: readonly Intent[]): Promise<SavedOperation[]> {
  const work: SaveState = { ...saving, faults: new Faults(), affected: new Map(), related: new Map(), onlyGenerated: new Set() }
  refuseSwitchedOffWrites(work, requested)
  const intents = await spreadLinks(saving, work.faults, requested)
  work.faults.throwIfAny()
  await loadAffected(work, intents)
  work.onlyGenerated = await onlyGeneratedSince(
    work.runner,
    intents.filter((intent) => isBehind(work, intent)),
  )
  // Roots before lines in any order of the request, as a line needs its root.
  for (const isLine of [false, true])
    for (const intent of intents) if ((intent.resource.partOf !== null) === isLine) applyIntent(work, intent)
  work.faults.throwIfAny()
  refuseSwitchedOffFields(work)
  await checkReferences(work, [...work.affected.values()])
  work.faults.throwIfAny()
  const changed = [...work.affected.values()].filter(isChanged)
  await lookUp(work, changed, (of, { field, detail }) => reportFault(work, of, field, detail))
  const rowsWithLines = runRules(work)
  work.faults.throwIfAny()
  if (!saving.checkOnly) await conclude(work, rowsWithLines)
  const saved = requested.map(({ op, resource, id, place }): SavedOperation => ({ op: place === undefined ? op : 'relate', resource, id }))
  if (!saving.checkOnly) await store(work, textOfSaved(saved))
  await saveFollowing(work)
  return saved
}

async function saveFollowing(work: SaveState): Promise<void> {
  const changed = [...work.affected.values()].filter(isChanged)
  work.onChanged?.(changed.map(({ resource, before, after }) => ({ entity: resource.name, before, after })))
  const following: RowChange[] = []
  for (const [name, changes] of Map.groupBy(changed, ({ resource }) => resource.name))
    for (const hook of work.rules[name]?.hooks ?? [])
      following.push(...((await hook.follow?.(work.runner, changes, { now: work.now })) ?? []))
  if (following.length === 0) return
  const { model, rules, runner, now, switches, checkOnly, onChanged } = work
  const saving = { model, rules, runner, now, switches, checkOnly, onChanged, viewer: null, bySystem: true, rights: systemRights }
  await save(saving, intentsOf(model, following, { rights: systemRights, faults: work.faults }))
}

/** Stores all changes, or nothing when a required row is removed. Rows of this save need no lock: they are locked already, or new. */
async function store(work: SaveState, answer: string): Promise<void> {
  const required = requiredRows(work, [...work.affected.values()].filter(isChanged))
  const refuse = (isRemoved: (key: string) => boolean): void => {
    for (const { of, fault, key } of required) if (isRemoved(key)) reportFault(work, of, fault.field, fault.detail)
    work.faults.throwIfAny()
  }
  refuse((key) => work.affected.get(key)?.after.status === 0)
  const toLock = required.filter(({ key }) => !work.affected.has(key))
  const removed = await writeChanges(work, changesOf(work), toLock, answer)
  refuse((key) => removed.has(key))
}

/**
 * Whether a save of these intents needs no transaction: they only make new rows, none of which is a line of a stored row, has `savedUnder` or is
 * followed by other changes. Then there is nothing to lock, and the single statement that stores them is atomic by itself.
 */
export function needsNoTransaction({ model, rules }: Pick<Saving, 'model' | 'rules'>, intents: readonly Intent[]): boolean {
  const made = new Set(intents.map(({ resource, id }) => keyOf(resource, id)))
  return intents.every(({ op, resource, values, linked }) => {
    const root = rootOf(model, resource)
    return (
      op === 'add' &&
      resource.entity.savedUnder === undefined &&
      !rules[resource.name]?.hooks?.some(({ follow }) => follow) &&
      Object.keys(linked).length === 0 &&
      (root === null || made.has(keyOf(root.resource, String(values[root.relation]))))
    )
  })
}

function changesOf(work: SaveState): StoredChange[] {
  return [...work.affected.values()].filter(isChanged).map(({ resource, before, after, intent }) => {
    if (!isNewVersion({ resource, before, after })) return { resource, before, after }
    after.vid = before ? before.vid + 1 : 1
    after.changed = work.now
    after.revision_created = work.now
    after.revision_log_message = intent?.reason ?? ''
    return { resource, before, after }
  })
}
