import { randomUUID } from 'node:crypto'
import type { Field } from '#domain/define-field.ts'
import { type Fault, type FaultKind, RequestFault } from '#domain/errors.ts'
import { parseField } from '#domain/validate.ts'
import { fieldOf, type Model, type Relation, type Resource, type Rights, relationOf, resourceNamed } from './model.ts'
import { visible } from './query.ts'

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
  linked: Record<string, { type: string; id: string }[]>
  /** The version that was edited; null when not told. */
  vid: number | null
  reason: string
  /** Where in the request's body the row stands. */
  pointer: string
}

export const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids of rows made in the same request, by their local id. */
export type LocalIds = ReadonlyMap<string, { type: string; id: string }>

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
    else if (relation.kind === 'one') {
      const found = given.data === null ? null : identify(model, relation, given.data, localIds, `${at}/data`, faults)
      if (found !== undefined) setReference(intent, rights, name, found?.id ?? null, at, faults)
    } else if (!Array.isArray(given.data)) faults.add('invalid', `${at}/data`, 'Suhteen datan on oltava luettelo.')
    else {
      const found = given.data.flatMap(
        (item: unknown, index: number) => identify(model, relation, item, localIds, `${at}/data/${index}`, faults) ?? [],
      )
      if (relation.kind === 'inverse') intent.linked[name] = found
      else if (relation.readOnly || !writable(intent, rights, name)) intent.echoed[name] = found.map(({ id }) => id)
      else intent.values[name] = [...new Set(found.map(({ id }) => id))]
    }
  }
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
