import { type Resource, relationOf, resourceNamed } from '../model.ts'
import type { Intent } from './intents/intent.ts'
import { keyOf } from './links.ts'
import { type LoadedRow, loadRows } from './rows.ts'
import { rootOf, type SaveState } from './save-state.ts'

/** Locks and loads every row that the intents change, its root first, and all the lines of each root. Locks the rows of `savedUnder` before them. */
export async function loadAffected(work: SaveState, intents: readonly Intent[]): Promise<void> {
  await lockSavedUnder(work, intents)
  const created = new Set(intents.filter((intent) => intent.op === 'add').map((intent) => keyOf(intent.resource, intent.id)))
  const stored = new Map<Resource, Set<string>>()
  const want = (resource: Resource, id: string): void => {
    if (created.has(keyOf(resource, id))) return
    stored.set(resource, (stored.get(resource) ?? new Set()).add(id))
  }
  for (const intent of intents) {
    if (intent.op !== 'add') want(intent.resource, intent.id)
    const root = rootOf(work.model, intent.resource)
    const rootId = root ? intent.values[root.relation] : undefined
    if (root && typeof rootId === 'string') want(root.resource, rootId)
  }
  for (const [resource, ids] of [...stored]) {
    const root = rootOf(work.model, resource)
    if (!root) continue
    const lines = await loadRows(work.runner, work.model, work.rights, work.viewer, resource, { column: 'id', ids: [...ids], lock: false })
    for (const { row } of lines) {
      const rootId = row[root.relation]
      if (typeof rootId === 'string') want(root.resource, rootId)
    }
  }
  const order = [...stored].sort(([a], [b]) => Number(a.partOf !== null) - Number(b.partOf !== null) || (a.name < b.name ? -1 : 1))
  for (const [resource, ids] of order) {
    if (resource.partOf !== null) continue
    const rows = await loadRows(work.runner, work.model, work.rights, work.viewer, resource, { column: 'id', ids: [...ids], lock: true })
    for (const loaded of rows) addLoaded(work, resource, loaded)
    for (const line of resource.lines) await loadLines(work, resource, line, rows, stored)
  }
}

/**
 * Locks the rows to which the relation `savedUnder` of the changed rows refers, or that of the rows whose lines are changed. In the order of their ids
 * and before the changed rows, so that two saves cannot deadlock.
 */
async function lockSavedUnder(work: SaveState, intents: readonly Intent[]): Promise<void> {
  const stored = await storedSavedUnder(work, intents)
  const made = Map.groupBy(
    intents.filter(({ resource }) => resource.entity.savedUnder !== undefined),
    ({ resource }) => resource,
  )
  const toLock = new Map<Resource, Set<string>>()
  for (const resource of new Set([...stored.keys(), ...made.keys()])) {
    const name = resource.entity.savedUnder ?? ''
    const relation = relationOf(resource, name)
    if (relation?.kind !== 'one') throw new Error(`${resource.name} is saved under ${name}, which is not a relation to one row`)
    const fixed = work.rights.reach(resource.name).create?.fixed?.[name]
    const ownCompany = fixed === 'my_company' ? work.viewer?.asiakasId : undefined
    const selection = { column: 'id', ids: [...(stored.get(resource) ?? [])], lock: false }
    const rows = await loadRows(work.runner, work.model, work.rights, work.viewer, resource, selection)
    const given = (made.get(resource) ?? []).map(({ values }) => values[name])
    const target = resourceNamed(work.model, relation.to)
    const known = toLock.get(target) ?? new Set<string>()
    for (const id of [...given, ...rows.map(({ row }) => row[name]), ownCompany]) if (typeof id === 'string') known.add(id)
    toLock.set(target, known)
  }
  for (const [target, ids] of toLock)
    await loadRows(work.runner, work.model, work.rights, work.viewer, target, { column: 'id', ids: [...ids], lock: true })
}

/** The stored rows with `savedUnder` that the intents change, themselves or in their lines. */
async function storedSavedUnder(work: SaveState, intents: readonly Intent[]): Promise<Map<Resource, Set<string>>> {
  const stored = new Map<Resource, Set<string>>()
  const add = (resource: Resource, id: unknown): void => {
    if (typeof id === 'string') stored.set(resource, (stored.get(resource) ?? new Set()).add(id))
  }
  for (const [resource, some] of Map.groupBy(intents, (intent) => intent.resource)) {
    const changed = some.filter(({ op }) => op !== 'add').map(({ id }) => id)
    if (resource.entity.savedUnder !== undefined) for (const id of changed) add(resource, id)
    const root = rootOf(work.model, resource)
    if (root?.resource.entity.savedUnder === undefined) continue
    const lines = await loadRows(work.runner, work.model, work.rights, work.viewer, resource, { column: 'id', ids: changed, lock: false })
    for (const { row } of lines) add(root.resource, row[root.relation])
    for (const { values } of some) add(root.resource, values[root.relation])
  }
  return stored
}

async function loadLines(
  work: SaveState,
  root: Resource,
  line: string,
  roots: readonly LoadedRow[],
  stored: ReadonlyMap<Resource, Set<string>>,
): Promise<void> {
  const relation = relationOf(root, line)
  const [name = ''] = relation?.kind === 'inverse' ? relation.to : []
  const resource = resourceNamed(work.model, name)
  const rows = await loadRows(work.runner, work.model, work.rights, work.viewer, resource, {
    column: `${resource.partOf}_id`,
    ids: roots.map(({ row }) => row.id),
    lock: true,
    orIds: [...(stored.get(resource) ?? [])],
  })
  for (const loaded of rows) addLoaded(work, resource, loaded)
}

function addLoaded(work: SaveState, resource: Resource, loaded: LoadedRow): void {
  work.affected.set(keyOf(resource, loaded.row.id), { resource, loaded, before: loaded.row, after: { ...loaded.row }, intent: null })
}
