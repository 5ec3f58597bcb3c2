import { randomUUID } from 'node:crypto'
import type { Field } from '#domain/define-field.ts'
import { type Fault, type FaultKind, RequestFault } from '#domain/errors.ts'
import { parseField } from '#domain/validate.ts'
import { fieldOf, type Model, type Relation, type Resource, type Rights, relationOf, resourceNamed } from './model.ts'
import { visible } from './query.ts'

/** What becomes of a list of references: the rows given take its place, join it or leave it. */
export type How = 'replace' | 'add' | 'remove'
export type Identifier = { type: string; id: string }

/** One thing that somebody wants done to one row, checked as far as it can be without the database. */
export type Intent = {
  op: 'add' | 'update' | 'remove'
  resource: Resource
  id: string
  /** Columns of the row by their key. */
  values: Record<string, unknown>
  /** Values of fields that the server keeps: fine when they are what is stored, refused when not. */
  echoed: Record<string, unknown>
  /** Inverse relations: which rows are to hang on this one. */
  linked: Record<string, { how: How; rows: Identifier[] }>
  /** Lists of references to which rows are added, or from which they are taken, as the lists stand at that moment. */
  members?: Record<string, { how: Exclude<How, 'replace'>; ids: string[]; mayWrite: boolean }>
  /** Where the linkage stands when that is all that is told: of one relation, not of a row. Faults are told there. */
  place?: string
  /** The version that was edited; null when not told. */
  vid: number | null
  reason: string
  /** Where in the request's body the row stands. */
  pointer: string
}

/** What the server itself has in mind: it stands in nobody's request. */
export const ownIntent = (op: Intent['op'], resource: Resource, id: string, values: Intent['values'] = {}): Intent => ({
  op,
  resource,
  id,
  values,
  echoed: {},
  linked: {},
  vid: null,
  reason: '',
  pointer: '',
})

/** Where in the body a field or relation of the intent stands. */
export function placeOf({ pointer, resource, place }: Intent, name: string): string {
  return place ?? `${pointer}/${relationOf(resource, name) ? 'relationships' : 'attributes'}/${name}`
}

export const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids of rows made in the same request, by their local id. */
export type LocalIds = ReadonlyMap<string, Identifier>

export class Faults {
  readonly list: Fault[] = []
  add(kind: FaultKind, pointer: string, detail: string): void {
    this.list.push({ kind, pointer, detail })
  }
  throwIfAny(): void {
    if (this.list.length > 0) throw new RequestFault(this.list)
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// An atomic document of ours is ten deep.
const deepest = 30

/** Refuses JSON so deep that going through it would run out of stack. */
export function refuseDeep(value: unknown, left = deepest): void {
  if (typeof value !== 'object' || value === null) return
  if (left === 0) throw new RequestFault({ kind: 'bad_request', pointer: '', detail: 'Pyynnössä on liikaa sisäkkäisiä tietoja.' })
  for (const item of Object.values(value)) refuseDeep(item, left - 1)
}

const knownMembers = new Set(['type', 'id', 'lid', 'attributes', 'relationships', 'links', 'meta'])
const serverKept = new Set([
  'drupal_internal__id',
  'created',
  'changed',
  'revision_created',
  'revision_log_message',
  'langcode',
  'revision_translation_affected',
  'default_langcode',
  'extra_fields',
  'tunniste',
])

const reasonField: Field = { kind: 'area', label: 'Syy', default: '', max: 1000 }

/** The reason a person gave (`meta.syy`), trimmed. */
export function reasonOf(meta: unknown, pointer: string, faults: Faults): string {
  if (!isObject(meta) || meta.syy === undefined || meta.syy === null) return ''
  const parsed = parseField(reasonField, meta.syy)
  if ('value' in parsed && typeof parsed.value === 'string') return parsed.value
  faults.add('invalid', `${pointer}/meta/syy`, 'Syy on tekstiä, enintään 1000 merkkiä.')
  return ''
}

/** Reads a resource object of a POST or PATCH (or of an atomic add or update). Faults are collected, not thrown. */
export function readIntent(
  model: Model,
  rights: Rights,
  resource: Resource,
  data: unknown,
  told: { op: 'add' | 'update'; id: string | null; pointer: string; localIds: LocalIds },
  faults: Faults,
): Intent {
  const { op, pointer } = told
  const intent: Intent = { op, resource, id: told.id ?? '', values: {}, echoed: {}, linked: {}, vid: null, reason: '', pointer }
  if (!isObject(data)) {
    faults.add('bad_request', pointer, 'Pyynnöstä puuttuu data.')
    return intent
  }
  for (const key of Object.keys(data)) if (!knownMembers.has(key)) faults.add('invalid', `${pointer}/${key}`, `Tuntematon jäsen: ${key}.`)
  if (data.type !== resource.type) faults.add('conflict', `${pointer}/type`, `Tyypin pitäisi olla ${resource.type}.`)
  intent.reason = reasonOf(data.meta, pointer, faults)
  readId(intent, data, told.localIds, faults)
  readAttributes(intent, rights, data.attributes ?? {}, faults)
  readRelationships(model, intent, rights, data.relationships ?? {}, told.localIds, faults)
  return intent
}

function readId(intent: Intent, data: Record<string, unknown>, localIds: LocalIds, faults: Faults): void {
  const { pointer } = intent
  const local = typeof data.lid === 'string' ? localIds.get(data.lid) : undefined
  // "new" is what the client calls a row that has no id yet (SPEC section 3).
  const given = data.id === undefined || data.id === 'new' ? (local?.id ?? '') : data.id
  if (typeof given !== 'string' || (given !== '' && !uuidForm.test(given))) {
    faults.add('invalid', `${pointer}/id`, 'Tunnisteen (id) on oltava UUID.')
    return
  }
  if (intent.op === 'add') intent.id = given || randomUUID()
  else if (intent.id === '' && given === '') faults.add('invalid', `${pointer}/id`, 'Muutettavan rivin tunniste (id) puuttuu.')
  else if (intent.id === '') intent.id = given
  else if (given !== intent.id) faults.add('bad_request', `${pointer}/id`, 'Tunniste (id) on eri kuin osoitteessa.')
}

function readAttributes(intent: Intent, rights: Rights, attributes: unknown, faults: Faults): void {
  const { resource, op, pointer } = intent
  if (!isObject(attributes)) {
    faults.add('invalid', `${pointer}/attributes`, 'Kenttien (attributes) on oltava olio.')
    return
  }
  for (const [name, input] of Object.entries(attributes)) {
    const at = `${pointer}/attributes/${name}`
    const reference = resource.referenceAttributes.get(name)
    if (!visible(rights, resource, name)) faults.add('invalid', at, `Tuntematon kenttä: ${name}.`)
    else if (name === 'vid') {
      if (op === 'update' && typeof input === 'number' && Number.isInteger(input)) intent.vid = input
      else if (op === 'update' && input !== null) faults.add('invalid', at, 'Version (vid) on oltava kokonaisluku.')
    } else if (serverKept.has(name) || Object.hasOwn(resource.entity.aliases ?? {}, name)) continue
    else if (reference) setReference(intent, rights, reference, input === '' ? null : input, at, faults)
    else setField(intent, rights, name, input, at, faults)
  }
}

const nameField = (resource: Resource): Field => ({
  kind: 'text',
  label: 'Nimi',
  default: resource.entity.nameDefault ?? '',
  max: 255,
  required: resource.entity.nameRequired ?? false,
})
const statusField: Field = { kind: 'flag', label: 'Julkaistu', default: true }

function setField(intent: Intent, rights: Rights, name: string, input: unknown, at: string, faults: Faults): void {
  const field = name === 'name' ? nameField(intent.resource) : name === 'status' ? statusField : fieldOf(intent.resource, name)
  if (!field) {
    faults.add('invalid', at, `Tuntematon kenttä: ${name}.`)
    return
  }
  if (field.readOnly) {
    intent.echoed[name] = input
    return
  }
  const parsed = parseField(field, input)
  if ('fault' in parsed) {
    faults.add('invalid', at, parsed.fault)
    return
  }
  const value = name === 'status' ? (parsed.value ? 1 : 0) : parsed.value
  if (writable(intent, rights, name)) intent.values[name] = value
  else intent.echoed[name] = value
}

/** Whether the roles may write the field in this verb. Unpublishing is part of deleting; only those who see unpublished rows publish. */
function writable(intent: Intent, rights: Rights, name: string): boolean {
  const reach = rights.reach(intent.resource.name)
  if (name === 'status') return rights.unpublished
  const cell = intent.op === 'add' ? reach.create : reach.update
  return !cell?.only || cell.only.includes(name)
}

function setReference(intent: Intent, rights: Rights, name: string, id: unknown, at: string, faults: Faults): void {
  const relation = relationOf(intent.resource, name)
  if (id !== null && !(typeof id === 'string' && uuidForm.test(id))) {
    faults.add('invalid', at, 'Viittauksen on oltava UUID tai null.')
    return
  }
  if (relation?.kind === 'one' && relation.readOnly) intent.echoed[name] = id
  else if (!writable(intent, rights, name)) intent.echoed[name] = id
  else if (intent.values[name] !== undefined && intent.values[name] !== id)
    faults.add('invalid', at, 'Sama viittaus on annettu kahdesti eri arvoisena.')
  else intent.values[name] = id
}

function readRelationships(model: Model, intent: Intent, rights: Rights, relationships: unknown, localIds: LocalIds, faults: Faults): void {
  const { resource, pointer } = intent
  if (!isObject(relationships)) {
    faults.add('invalid', `${pointer}/relationships`, 'Suhteiden (relationships) on oltava olio.')
    return
  }
  for (const [name, given] of Object.entries(relationships)) {
    const at = `${pointer}/relationships/${name}`
    const relation = relationOf(resource, name)
    if (!relation || !visible(rights, resource, name)) faults.add('invalid', at, `Tuntematon suhde: ${name}.`)
    else if (!isObject(given) || given.data === undefined) faults.add('invalid', at, 'Suhteesta puuttuu data.')
    else readLinkage(model, intent, rights, { name, relation, how: 'replace', data: given.data, at }, localIds, faults)
  }
}

type Linkage = { name: string; relation: Relation; how: How; data: unknown; at: string }

function readLinkage(
  model: Model,
  intent: Intent,
  rights: Rights,
  { name, relation, how, data, at }: Linkage,
  localIds: LocalIds,
  faults: Faults,
): void {
  const dataAt = intent.place ?? `${at}/data`
  if (relation.kind === 'one') {
    const found = data === null ? null : identify(model, relation, data, localIds, dataAt, faults)
    if (found !== undefined) setReference(intent, rights, name, found?.id ?? null, at, faults)
    return
  }
  if (!Array.isArray(data)) {
    faults.add('invalid', dataAt, 'Suhteen datan on oltava luettelo.')
    return
  }
  const found = data.flatMap(
    (item: unknown, index: number) => identify(model, relation, item, localIds, `${dataAt}/${index}`, faults) ?? [],
  )
  const ids = [...new Set(found.map(({ id }) => id))]
  if (relation.kind === 'inverse') intent.linked[name] = { how, rows: found }
  else {
    const mayWrite = !relation.readOnly && writable(intent, rights, name)
    if (how !== 'replace') intent.members = { [name]: { how, ids, mayWrite } }
    else if (mayWrite) intent.values[name] = ids
    else intent.echoed[name] = ids
  }
}

/**
 * Reads what is to become of one relation of a stored row: the body of a relationship's own address, or an atomic
 * operation whose `ref` names the relation.
 */
export function readRelationship(
  model: Model,
  rights: Rights,
  resource: Resource,
  document: Readonly<Record<string, unknown>>,
  told: { relation: string; how: How; id: string; pointer: string; localIds: LocalIds },
  faults: Faults,
): Intent {
  const { relation: name, how, id, pointer, localIds } = told
  const { data, meta } = document
  const at = `${pointer}/data`
  const intent: Intent = {
    op: 'update',
    resource,
    id,
    values: {},
    echoed: {},
    linked: {},
    vid: vidOf(meta),
    reason: '',
    pointer,
    place: at,
  }
  const relation = relationOf(resource, name)
  intent.reason = reasonOf(meta, pointer, faults)
  if (!relation || !visible(rights, resource, name)) faults.add('not_found', pointer, `Tuntematon suhde: ${name}.`)
  else if (data === undefined) faults.add('bad_request', at, 'Pyynnöstä puuttuu data.')
  else if (relation.kind === 'one' && how !== 'replace')
    faults.add('method_not_allowed', pointer, 'Suhteessa on enintään yksi rivi: sen voi vain vaihtaa.')
  else readLinkage(model, intent, rights, { name, relation, how, data, at }, localIds, faults)
  return intent
}

/** The version that was edited, where the body has no attributes to tell it (`meta.vid`). */
export const vidOf = (meta: unknown): number | null => (isObject(meta) && typeof meta.vid === 'number' ? meta.vid : null)

/** The intent to remove a row. */
export function readRemoval(resource: Resource, id: string, meta: unknown, pointer: string, faults: Faults): Intent {
  const reason = reasonOf(meta, pointer, faults)
  return { op: 'remove', resource, id, values: {}, echoed: {}, linked: {}, vid: vidOf(meta), reason, pointer }
}

/** A resource identifier; undefined when it is faulty. */
function identify(
  model: Model,
  relation: Relation,
  item: unknown,
  localIds: LocalIds,
  at: string,
  faults: Faults,
): { type: string; id: string } | undefined {
  const types = (relation.kind === 'inverse' ? relation.to : [relation.to]).map((name) => resourceNamed(model, name).type)
  if (!isObject(item) || typeof item.type !== 'string' || !types.includes(item.type)) {
    faults.add('invalid', at, `Viittauksen tyypin pitäisi olla ${types.join(' tai ')}.`)
    return undefined
  }
  const id = typeof item.lid === 'string' ? localIds.get(item.lid)?.id : item.id
  if (typeof id === 'string' && uuidForm.test(id)) return { type: item.type, id }
  faults.add('invalid', at, typeof item.lid === 'string' ? `Tuntematon lid: ${item.lid}.` : 'Viittauksen tunnisteen (id) on oltava UUID.')
  return undefined
}
