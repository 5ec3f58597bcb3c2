import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Change, Related, RuleContext } from '#domain/define-entity.ts'
import { faultKinds } from '#domain/errors.ts'
import { holdsOf } from './holds.ts'
import { Faults, type Intent, placeOf } from './intents.ts'
import { keyOf, spreadLinks } from './links.ts'
import { seenValue, setValue } from './marks.ts'
import { type Model, type Resource, relationOf, resourceNamed } from './model.ts'
import { checkReferences } from './references.ts'
import { emptyRow, type LoadedRow, loadRows, type StoredRow } from './rows.ts'
import { type Saved, textOfSaved } from './saved.ts'
import type { Saving } from './saving.ts'
import { onlyGeneratedSince } from './versions.ts'
import { type RowChange, writeChanges } from './write.ts'

type Work = Saving & { faults: Faults; touched: Map<string, Touched>; related: Map<string, StoredRow>; unedited: ReadonlySet<string> }
/** A row under the hands of this save. `before` is null for a new one. */
type Touched = Change<StoredRow> & { resource: Resource; loaded: LoadedRow | null; intent: Intent | null }
type TouchedWhole = { root: Touched; lines: Record<string, Touched[]> }

/**
 * Carries out what was asked, all or nothing: locks, rights, versions, limits, rules, rows and revisions. Inside the
 * caller's transaction, unless what is asked `standsAlone`. Throws RequestFault with every fault found.
 */
export async function save(saving: Saving, asked: readonly Intent[]): Promise<Saved[]> {
  const work: Work = { ...saving, faults: new Faults(), touched: new Map(), related: new Map(), unedited: new Set() }
  const intents = await spreadLinks(saving, work.faults, asked)
  work.faults.throwIfAny()
  await load(work, intents)
  work.unedited = await onlyGeneratedSince(
    work.runner,
    intents.filter((intent) => isBehind(work, intent)),
  )
  for (const intent of intents) apply(work, intent)
  work.faults.throwIfAny()
  await checkReferences(work, [...work.touched.values()])
  work.faults.throwIfAny()
  await lookUp(work)
  const wholes = runRules(work)
  work.faults.throwIfAny()
  if (!saving.checkOnly) await conclude(work, wholes)
  const saved = asked.map(({ op, resource, id, place }): Saved => ({ op: place === undefined ? op : 'relate', resource, id }))
  if (!saving.checkOnly) await store(work, textOfSaved(saved))
  return saved
}

/** All of it, or nothing when a row that it needs is removed. Rows of this very save are locked, or known to nobody else yet. */
async function store(work: Work, answer: string): Promise<void> {
  const holds = holdsOf(work, [...work.touched.values()].filter(isChanged))
  const refuse = (isRemoved: (key: string) => boolean): void => {
    for (const { of, fault, key } of holds) if (isRemoved(key)) blame(work, of, fault.field, fault.detail)
    work.faults.throwIfAny()
  }
  refuse((key) => work.touched.get(key)?.after.status === 0)
  const held = holds.filter(({ key }) => !work.touched.has(key))
  const removed = await writeChanges(work, changesOf(work), held, answer)
  refuse((key) => removed.has(key))
}

/**
 * Whether a save of these needs no transaction: only new rows, none of them a line of a stored row. Then there is nothing
 * to lock, and the one statement that stores them is all or nothing by itself.
 */
export function standsAlone(model: Model, intents: readonly Intent[]): boolean {
  const made = new Set(intents.map(({ resource, id }) => keyOf(resource, id)))
  return intents.every(({ op, resource, values, linked }) => {
    const root = rootOf(model, resource)
    return (
      op === 'add' && Object.keys(linked).length === 0 && (root === null || made.has(keyOf(root.resource, String(values[root.relation]))))
    )
  })
}

/** Locks and loads every row that is changed, its root first, and all the lines of each root. */
async function load(work: Work, intents: readonly Intent[]): Promise<void> {
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
    for (const loaded of rows) touch(work, resource, loaded)
    for (const line of resource.lines) await loadLines(work, resource, line, rows, stored)
  }
}

async function loadLines(
  work: Work,
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
  for (const loaded of rows) touch(work, resource, loaded)
}

function touch(work: Work, resource: Resource, loaded: LoadedRow): void {
  work.touched.set(keyOf(resource, loaded.row.id), { resource, loaded, before: loaded.row, after: { ...loaded.row }, intent: null })
}

function rootOf(model: Model, resource: Resource): { relation: string; resource: Resource } | null {
  const relation = resource.partOf === null ? undefined : relationOf(resource, resource.partOf)
  return relation?.kind === 'one' && resource.partOf !== null
    ? { relation: resource.partOf, resource: resourceNamed(model, relation.to) }
    : null
}

function apply(work: Work, intent: Intent): void {
  const { resource } = intent
  if (intent.op === 'add') {
    applyAdd(work, intent)
    return
  }
  const found = work.touched.get(keyOf(resource, intent.id))
  const refusal = refusalOf(work, found, intent)
  if (refusal || !found?.before) {
    work.faults.add(refusal ?? 'not_found', intent.pointer, faultKinds[refusal ?? 'not_found'].title)
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
  keepFixed(work, intent)
  for (const [name, value] of Object.entries(intent.values)) {
    const once = isOnce(resource, name)
    if (once && !same(found.before[name], value)) work.faults.add('invalid', placeOf(intent, name), 'Arvoa ei voi enää vaihtaa.')
    else setValue(resource, found.after, name, value, work.viewer)
  }
  required(work, intent, found.after)
}

/** Rows that join or leave a list do so as it stands under the lock: of two who add at once, both are there. */
function applyMembers({ members = {}, values, echoed }: Intent, row: StoredRow): void {
  for (const [name, { how, ids, mayWrite }] of Object.entries(members)) {
    const earlier = row[name] as readonly string[]
    const kept = earlier.filter((id) => !ids.includes(id))
    const next = how === 'remove' ? kept : [...earlier, ...ids.filter((id) => !earlier.includes(id))]
    if (mayWrite) values[name] = next
    else echoed[name] = next
  }
}

/** What hangs on a removed row goes with it: nobody drives a line of an order that is not there. */
function removeLines(work: Work, { resource, after }: Touched): void {
  if (resource.lines.length === 0) return
  for (const line of work.touched.values())
    if (rootOf(work.model, line.resource)?.resource === resource && line.after[line.resource.partOf ?? ''] === after.id)
      line.after.status = 0
}

function refusalOf(work: Work, found: Touched | undefined, intent: Intent): 'not_found' | 'forbidden' | 'conflict' | null {
  const { update, delete: remove } = work.rights.reach(intent.resource.name)
  // Outside the role whatever the row is; else a row out of reach is not there (RULES section 2).
  if (!(intent.op === 'update' ? update : remove)) return 'forbidden'
  if (!found?.before || !found.loaded?.mayRead) return 'not_found'
  if (!(intent.op === 'update' ? found.loaded.mayUpdate : found.loaded.mayDelete)) return 'forbidden'
  const isStale = intent.vid !== null && intent.vid !== found.before.vid
  return isStale && !work.unedited.has(intent.id) ? 'conflict' : null
}

function isBehind({ touched }: Work, { op, resource, id, vid }: Intent): boolean {
  const stored = op === 'add' || vid === null ? undefined : touched.get(keyOf(resource, id))?.before?.vid
  return stored !== undefined && vid !== null && vid < stored
}

function applyAdd(work: Work, intent: Intent): void {
  const { resource, pointer } = intent
  const reach = work.rights.reach(resource.name)
  if (!reach.create) {
    work.faults.add('forbidden', pointer, faultKinds.forbidden.title)
    return
  }
  if (work.touched.has(keyOf(resource, intent.id))) {
    work.faults.add('invalid', `${pointer}/id`, 'Sama tunniste (id) on annettu kahdesti.')
    return
  }
  const row = emptyRow(resource, intent.id, work.now)
  compareEchoes(work, intent, row)
  for (const [name, value] of Object.entries(intent.values)) setValue(resource, row, name, value, work.viewer)
  const root = rootOf(work.model, resource)
  const owner = root ? work.touched.get(keyOf(root.resource, String(row[root.relation]))) : undefined
  const isThere = owner !== undefined && owner.loaded?.mayRead !== false
  if (root && typeof row[root.relation] === 'string') {
    if (!isThere) work.faults.add('invalid', placeOf(intent, root.relation), 'Viitattua riviä ei löydy.')
    else if (owner.loaded && !owner.loaded.mayUpdate) work.faults.add('forbidden', pointer, faultKinds.forbidden.title)
  }
  for (const name of resource.entity.inherits ?? []) {
    // A row out of reach gives nothing on, or the answer would tell that it is there.
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
  required(work, intent, row)
  work.touched.set(keyOf(resource, row.id), { resource, loaded: null, before: null, after: row, intent })
}

/** What a new row is given of its maker (`fixed`) is neither given away nor let go afterwards. */
function keepFixed(work: Work, intent: Intent): void {
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

/** A client may send back what it read; another value for what it may not write is refused. */
function compareEchoes(work: Work, intent: Intent, row: StoredRow): void {
  for (const [name, value] of Object.entries(intent.echoed)) {
    if (same(seenValue(intent.resource, row, name, work.viewer), value)) continue
    const relation = relationOf(intent.resource, name)
    // Said back as it was before the server made a new one.
    if (relation?.kind === 'one' && relation.generated && work.unedited.has(intent.id)) continue
    const kept = intent.resource.entity.fields[name]?.readOnly || (relation && 'readOnly' in relation && relation.readOnly)
    if (kept) work.faults.add('invalid', placeOf(intent, name), 'Palvelin ylläpitää tätä arvoa.')
    else work.faults.add('forbidden', placeOf(intent, name), 'Sinulla ei ole oikeuksia operaatioon')
  }
}

// Not as text: the database gives an object's keys back in an order of its own.
const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

function required(work: Work, intent: Intent, row: StoredRow): void {
  const { entity } = intent.resource
  const missing = (name: string): void => work.faults.add('invalid', placeOf(intent, name), 'Kenttä on pakollinen.')
  if (entity.nameRequired && row.name === '') missing('name')
  for (const [name, field] of Object.entries(entity.fields)) if ('required' in field && field.required && row[name] === '') missing(name)
  for (const [name, relation] of Object.entries(entity.relations))
    if (relation.kind === 'one' && relation.required && row[name] === null) missing(name)
}

async function lookUp(work: Work): Promise<void> {
  const changed = Map.groupBy([...work.touched.values()].filter(isChanged), ({ resource }) => resource.name)
  for (const [name, changes] of changed) {
    const found = await work.rules[name]?.lookUp?.(work.runner, changes)
    for (const [index, values] of (found ?? []).entries()) Object.assign(changes[index]?.after ?? {}, values)
  }
}

function runRules(work: Work): TouchedWhole[] {
  const roots = new Set<Touched>()
  for (const touched of work.touched.values()) {
    if (touched.resource.lines.length > 0 && isChanged(touched)) roots.add(touched)
    if (!isChanged(touched)) continue
    runOwn(work, touched)
    const root = rootOf(work.model, touched.resource)
    const owner = root && work.touched.get(keyOf(root.resource, String(touched.after[root.relation])))
    if (owner) roots.add(owner)
  }
  const lines = linesByRoot(work)
  const anyReason = [...work.touched.values()].find(({ intent }) => intent?.reason)?.intent?.reason ?? ''
  const wholes = [...roots].map((root) => ({ root, lines: hangingOn(root, lines.get(keyOf(root.resource, root.after.id)) ?? []) }))
  for (const whole of wholes) settle(work, whole, whole.root.intent?.reason || anyReason)
  return wholes
}

/** A whole's lines by the relation that leads to them. */
function hangingOn({ resource }: Touched, hanging: readonly Touched[]): Record<string, Touched[]> {
  const lines: Record<string, Touched[]> = {}
  for (const name of resource.lines) {
    const relation = relationOf(resource, name)
    const of = relation?.kind === 'inverse' ? relation.to : []
    lines[name] = hanging.filter((line) => of.includes(line.resource.name))
  }
  return lines
}

/** What hangs on each root: looked for once, as a save may be of thousands of rows. */
function linesByRoot(work: Work): Map<string, Touched[]> {
  return Map.groupBy(
    [...work.touched.values()].filter(({ resource }) => resource.partOf !== null),
    (touched) => wholeOf(work, touched),
  )
}

const isChanged = ({ before, after }: Change<StoredRow>): boolean => before === null || !same(before, after)

const contextOf = (work: Work, reason: string): RuleContext => ({
  viewer: work.viewer,
  now: work.now,
  reason,
  confirmed: work.confirmed ?? false,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
})

function runOwn(work: Work, touched: Touched): void {
  const rules = work.rules[touched.resource.name]
  if (!rules) return
  const context = contextOf(work, touched.intent?.reason ?? '')
  const related = relatedOf(work, touched, rules.needs ?? [])
  Object.assign(touched.after, rules.derive?.(touched, context, related) ?? {})
  for (const fault of rules.check?.(touched, context, related) ?? []) blame(work, touched, fault.field, fault.detail)
}

function relatedOf(work: Work, { resource, after }: Touched, needs: readonly string[]): Related {
  return Object.fromEntries(
    needs.map((name) => {
      const relation = relationOf(resource, name)
      const ids = relation?.kind === 'one' ? [after[name]] : (after[name] as readonly unknown[])
      const target = relation && relation.kind !== 'inverse' ? relation.to : ''
      return [name, ids.flatMap((id) => work.touched.get(`${target}/${id}`)?.after ?? work.related.get(`${target}/${id}`) ?? [])]
    }),
  )
}

function settle(work: Work, { root, lines }: TouchedWhole, reason: string): void {
  const result = work.rules[root.resource.name]?.settle?.(root, lines, contextOf(work, reason))
  if (!result) return
  Object.assign(root.after, result.set)
  for (const fault of result.faults) blame(work, root, fault.field, fault.detail)
}

async function conclude(work: Work, wholes: readonly TouchedWhole[]): Promise<void> {
  const { viewer, now, touched } = work
  const context = { viewer, now, rowOf: (entity: string, id: string) => touched.get(`${entity}/${id}`)?.after }
  for (const [name, some] of Map.groupBy(wholes, ({ root }) => root.resource.name)) {
    const found = await work.rules[name]?.conclude?.(work.runner, some, context)
    for (const { of, values } of found?.set ?? []) Object.assign(of.after, values)
    for (const { entity, values } of found?.made ?? []) {
      const resource = resourceNamed(work.model, entity)
      const after = { ...emptyRow(resource, randomUUID(), now), ...values }
      touched.set(keyOf(resource, after.id), { resource, loaded: null, before: null, after, intent: null })
    }
  }
}

/** A row that nobody asked to change was changed by its order's or its lines' change, and the fault is theirs. */
function blame(work: Work, touched: Touched, field: string, detail: string): void {
  const { intent } = touched
  const asked =
    intent ?? [...work.touched.values()].find((other) => other.intent && wholeOf(work, other) === wholeOf(work, touched))?.intent
  work.faults.list.push({ kind: 'invalid', detail, pointer: intent ? placeOf(intent, field) : `${asked?.pointer ?? ''}` })
}

/** Names what is saved together: the row itself, or the row that it is a line of. */
function wholeOf(work: Work, { resource, after }: Touched): string {
  const root = rootOf(work.model, resource)
  return root ? keyOf(root.resource, String(after[root.relation])) : keyOf(resource, after.id)
}

function changesOf(work: Work): RowChange[] {
  return [...work.touched.values()].filter(isChanged).map(({ resource, before, after, intent }) => {
    after.vid = before ? before.vid + 1 : 1
    after.changed = work.now
    after.revision_created = work.now
    after.revision_log_message = intent?.reason ?? ''
    return { resource, before, after }
  })
}
