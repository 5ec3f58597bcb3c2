import { randomUUID } from 'node:crypto'
import type { Field } from '#domain/model/define-field.ts'
import { parseField } from '#domain/model/validation.ts'
import { uuidForm } from '#domain/values/uuid.ts'
import { type Resource, relationOf } from '../../model.ts'
import { visible } from '../../read/query.ts'
import type { Faults } from './faults.ts'
import type { Intent, RelationChange } from './intent.ts'
import { isObject, type Reading, readAttributes, setReference } from './read-fields.ts'
import { type BodyReading, readLinkage, readRelationships } from './read-linkage.ts'

const knownMembers = new Set(['type', 'id', 'lid', 'attributes', 'relationships', 'links', 'meta'])

const reasonField: Field = { kind: 'area', label: 'Syy', default: '', max: 1000 }

/** The reason of the change (`meta.syy`), trimmed. */
function reasonOf(meta: unknown, pointer: string, faults: Faults): string {
  if (!isObject(meta) || meta.syy === undefined || meta.syy === null) return ''
  const parsed = parseField(reasonField, meta.syy)
  if ('value' in parsed && typeof parsed.value === 'string') return parsed.value
  faults.add('invalid', `${pointer}/meta/syy`, 'Syy on tekstiä, enintään 1000 merkkiä.')
  return ''
}

/** Reads a resource object of a POST or PATCH (or of an atomic add or update). Faults are collected, not thrown. */
export function readIntent(
  reading: BodyReading,
  resource: Resource,
  { op, id, pointer, data }: { op: 'add' | 'update'; id: string | null; pointer: string; data: unknown },
): Intent {
  const { faults } = reading
  const intent: Intent = { op, resource, id: id ?? '', values: {}, readOnlyValues: {}, linked: {}, vid: null, reason: '', pointer }
  if (!isObject(data)) {
    faults.add('bad_request', pointer, 'Pyynnöstä puuttuu data.')
    return intent
  }
  for (const key of Object.keys(data)) if (!knownMembers.has(key)) faults.add('invalid', `${pointer}/${key}`, `Tuntematon jäsen: ${key}.`)
  if (data.type !== resource.type) faults.add('conflict', `${pointer}/type`, `Tyypin pitäisi olla ${resource.type}.`)
  intent.reason = reasonOf(data.meta, pointer, faults)
  readId(reading, intent, data)
  readAttributes(reading, intent, data.attributes ?? {})
  readRelationships(reading, intent, data.relationships ?? {})
  return intent
}

/** Reads the values that a person entered, as `readIntent` reads a resource object. `values` is by field, and for relations has ids. */
export function readInput(reading: Reading, intent: Intent, values: Readonly<Record<string, unknown>>): void {
  const { rights, faults } = reading
  const { resource, pointer } = intent
  for (const [name, input] of Object.entries(values)) {
    const relation = relationOf(resource, name)
    const at = `${pointer}/relationships/${name}`
    if (!relation) readAttributes(reading, intent, { [name]: input })
    else if (!visible(rights, resource, name)) faults.add('invalid', at, `Tuntematon suhde: ${name}.`)
    else if (relation.kind === 'one') setReference(reading, intent, { name, id: input, at })
    else faults.add('invalid', at, `Suhdetta ei voi muuttaa tässä: ${name}.`)
  }
}

function readId({ localIds, faults }: BodyReading, intent: Intent, data: Record<string, unknown>): void {
  const { pointer } = intent
  const local = typeof data.lid === 'string' ? localIds.get(data.lid) : undefined
  // Clients send the id "new" for a row that has no id yet (rules/http-api.md#identifiers).
  const id = data.id === undefined || data.id === 'new' ? (local?.id ?? '') : data.id
  if (typeof id !== 'string' || (id !== '' && !uuidForm.test(id))) {
    faults.add('invalid', `${pointer}/id`, 'Tunnisteen (id) on oltava UUID.')
    return
  }
  if (intent.op === 'add') intent.id = id || randomUUID()
  else if (intent.id === '' && id === '') faults.add('invalid', `${pointer}/id`, 'Muutettavan rivin tunniste (id) puuttuu.')
  else if (intent.id === '') intent.id = id
  else if (id !== intent.id) faults.add('bad_request', `${pointer}/id`, 'Tunniste (id) on eri kuin osoitteessa.')
}

/**
 * Reads the change of one relation of a stored row: the body of a request to the relationship's address, or an atomic
 * operation whose `ref` names the relation.
 */
export function readRelationship(
  reading: BodyReading,
  resource: Resource,
  change: { relation: string; how: RelationChange; id: string; pointer: string; document: Readonly<Record<string, unknown>> },
): Intent {
  const { relation: name, how, id, pointer, document } = change
  const { data, meta } = document
  const { rights, faults } = reading
  const at = `${pointer}/data`
  const intent: Intent = {
    op: 'update',
    resource,
    id,
    values: {},
    readOnlyValues: {},
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
  else readLinkage(reading, intent, { name, relation, how, data, at })
  return intent
}

/** The version that was edited, for a body without attributes (`meta.vid`). */
const vidOf = (meta: unknown): number | null => (isObject(meta) && typeof meta.vid === 'number' ? meta.vid : null)

/** The intent to remove a row. */
export function readRemoval(
  faults: Faults,
  resource: Resource,
  { id, meta, pointer }: { id: string; meta: unknown; pointer: string },
): Intent {
  const reason = reasonOf(meta, pointer, faults)
  return { op: 'remove', resource, id, values: {}, readOnlyValues: {}, linked: {}, vid: vidOf(meta), reason, pointer }
}
