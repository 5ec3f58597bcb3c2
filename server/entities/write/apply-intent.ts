import { faultKinds, outdated } from '#domain/errors.ts'
import { type Resource, relationOf } from '../model.ts'
import { type Intent, placeOf } from './intents/intent.ts'
import { keyOf } from './links.ts'
import { setValue, visibleValue } from './marks.ts'
import { requireValues } from './require-values.ts'
import { emptyRow, type StoredRow } from './rows.ts'
import { type AffectedRow, rootOf, type SaveState, same } from './save-state.ts'

export function applyIntent(work: SaveState, intent: Intent): void {
  const { resource } = intent
  if (intent.op === 'add') {
    applyAdd(work, intent)
    return
  }
  const found = work.affected.get(keyOf(resource, intent.id))
  const refusal = refusalOf(work, found, intent)
  if (refusal || !found?.before) {
    if (refusal === 'conflict') work.faults.addFault(outdated(intent.pointer))
    else work.faults.add(refusal ?? 'not_found', intent.pointer, faultKinds[refusal ?? 'not_found'].title)
    return
  }
  if (intent.vid === null && intent.requiredVid !== undefined) {
    work.faults.add('invalid', intent.requiredVid, 'Anna versio (vid), jota muokkasit.')
    return
  }
  found.intent ??= intent
  if (intent.op === 'remove') {
    found.after.status = 0
    removeLines(work, found)
    return
  }
  applyMembers(intent, found.after)
  compareEchoes(work, intent, found.before)
  for (const [name, { text, fault }] of Object.entries(intent.refusedUnlessStored ?? {}))
    if (found.before[name] !== text) work.faults.add('invalid', placeOf(intent, name), fault)
  keepFixed(work, intent)
  for (const [name, value] of Object.entries(intent.values)) {
    const once = isOnce(resource, name)
    if (once && !same(found.before[name], value)) work.faults.add('invalid', placeOf(intent, name), 'Arvoa ei voi enää vaihtaa.')
    else setValue(resource, found.after, name, value, work.viewer)
  }
  requireValues(work.faults, intent, found.after)
}

function applyAdd(work: SaveState, intent: Intent): void {
  const { resource, pointer } = intent
  const reach = work.rights.reach(resource.name)
  if (!reach.create) {
    work.faults.add('forbidden', pointer, faultKinds.forbidden.title)
    return
  }
  if (work.affected.has(keyOf(resource, intent.id))) {
    work.faults.add('invalid', `${pointer}/id`, 'Sama tunniste (id) on annettu kahdesti.')
    return
  }
  const row = emptyRow(resource, intent.id, work.now)
  compareEchoes(work, intent, row)
  for (const [name, value] of Object.entries(intent.values)) setValue(resource, row, name, value, work.viewer)
  const root = rootOf(work.model, resource)
  const owner = root ? work.affected.get(keyOf(root.resource, String(row[root.relation]))) : undefined
  const isThere = owner !== undefined && owner.loaded?.mayRead !== false
  if (root && typeof row[root.relation] === 'string') {
    if (!isThere) work.faults.add('invalid', placeOf(intent, root.relation), 'Viitattua riviä ei löydy.')
    else if (owner.loaded && !owner.loaded.mayUpdate) work.faults.add('forbidden', pointer, faultKinds.forbidden.title)
  }
  for (const name of resource.entity.inherits ?? []) {
    // Nothing is inherited from a row that the viewer may not read, or the answer would show that it exists.
    if (!owner || !isThere) continue
    row[name] ??= owner.after[name]
    if (row[name] !== owner.after[name])
      work.faults.add('invalid', placeOf(intent, name), 'Arvon on oltava sama kuin sillä, mihin rivi kuuluu.')
  }
  for (const [name, whose] of Object.entries(reach.create.fixed ?? {})) {
    const own = whose === 'me' ? work.viewer?.userId : work.viewer?.asiakasId
    row[name] ??= own ?? null
    if (row[name] !== own || own === null) work.faults.add('forbidden', placeOf(intent, name), 'Sinulla ei ole oikeuksia operaatioon')
  }
  requireValues(work.faults, intent, row)
  work.affected.set(keyOf(resource, row.id), { resource, loaded: null, before: null, after: row, intent })
}

/** Adds rows to a list, or removes them, in the locked row, so that concurrent additions both survive. */
function applyMembers({ members = {}, values, readOnlyValues }: Intent, row: StoredRow): void {
  for (const [name, { how, ids, mayWrite }] of Object.entries(members)) {
    const earlier = row[name] as readonly string[]
    const remaining = earlier.filter((id) => !ids.includes(id))
    const next = how === 'remove' ? remaining : [...earlier, ...ids.filter((id) => !earlier.includes(id))]
    if (mayWrite) values[name] = next
    else readOnlyValues[name] = next
  }
}

/** Removes the lines of a removed row: a driver must not see lines of a removed order. */
function removeLines(work: SaveState, { resource, after }: AffectedRow): void {
  if (resource.lines.length === 0) return
  for (const line of work.affected.values())
    if (rootOf(work.model, line.resource)?.resource === resource && line.after[line.resource.partOf ?? ''] === after.id)
      line.after.status = 0
}

function refusalOf(work: SaveState, found: AffectedRow | undefined, intent: Intent): 'not_found' | 'forbidden' | 'conflict' | null {
  const { update, delete: remove } = work.rights.reach(intent.resource.name)
  // 403 when the role may never do this; otherwise a row that may not be read is 404 (rules/access.md#default).
  if (!(intent.op === 'update' ? update : remove)) return 'forbidden'
  if (!found?.before || !found.loaded?.mayRead) return 'not_found'
  if (!(intent.op === 'update' ? found.loaded.mayUpdate : found.loaded.mayDelete)) return 'forbidden'
  const isStale = intent.vid !== null && intent.vid !== found.before.vid
  return isStale && !work.onlyGenerated.has(intent.id) ? 'conflict' : null
}

export function isBehind({ affected }: SaveState, { op, resource, id, vid }: Intent): boolean {
  const stored = op === 'add' || vid === null ? undefined : affected.get(keyOf(resource, id))?.before?.vid
  return stored !== undefined && vid !== null && vid < stored
}

/** Values that a new row gets from its creator (`fixed`) cannot be changed afterwards. */
function keepFixed(work: SaveState, intent: Intent): void {
  for (const [name, whose] of Object.entries(work.rights.reach(intent.resource.name).create?.fixed ?? {})) {
    const own = whose === 'me' ? work.viewer?.userId : work.viewer?.asiakasId
    if (name in intent.values && intent.values[name] !== own)
      work.faults.add('forbidden', placeOf(intent, name), faultKinds.forbidden.title)
  }
}

function isOnce(resource: Resource, name: string): boolean {
  const relation = relationOf(resource, name)
  return (relation?.kind === 'one' ? relation.once : resource.entity.fields[name]?.once) ?? false
}

/** A client may send back values as it read them; another value of a field that it may not write is refused. */
function compareEchoes(work: SaveState, intent: Intent, row: StoredRow): void {
  for (const [name, value] of Object.entries(intent.readOnlyValues)) {
    if (same(visibleValue(intent.resource, row, name, work.viewer), value)) continue
    const relation = relationOf(intent.resource, name)
    // The client sends the value from before the server generated a new one.
    if (relation?.kind === 'one' && relation.generated && work.onlyGenerated.has(intent.id)) continue
    const isServerSet = intent.resource.entity.fields[name]?.readOnly || (relation && 'readOnly' in relation && relation.readOnly)
    if (isServerSet) work.faults.add('invalid', placeOf(intent, name), 'Palvelin ylläpitää tätä arvoa.')
    else work.faults.add('forbidden', placeOf(intent, name), 'Sinulla ei ole oikeuksia operaatioon')
  }
}
