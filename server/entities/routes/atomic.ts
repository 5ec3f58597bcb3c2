import { randomUUID } from 'node:crypto'
import { RequestFault } from '#domain/errors.ts'
import { maxOperations } from '#domain/model/atomic-operations.ts'
import { uuidForm } from '#domain/values/uuid.ts'
import type { Model, Resource, Rights } from '../model.ts'
import { Faults, maxFaults } from '../write/intents/faults.ts'
import type { Intent, LocalIds } from '../write/intents/intent.ts'
import { isObject } from '../write/intents/read-fields.ts'
import { readIntent, readRelationship, readRemoval } from '../write/intents/read-intent.ts'
import type { BodyReading } from '../write/intents/read-linkage.ts'
import { requireVid } from '../write/versions.ts'

const knownMembers = new Set(['op', 'ref', 'href', 'data', 'meta'])
// Only text is repeated in the answer: converting other values to text may throw.
const named = (value: unknown): string => (typeof value === 'string' ? `: ${value.slice(0, 100)}` : '')

/** Reads the body of `POST /jsonapi/operations` (JSON:API Atomic Operations). Throws RequestFault with every fault found. */
export function readOperations(model: Model, rights: Rights, body: unknown): Intent[] {
  const operations = isObject(body) ? body['atomic:operations'] : undefined
  if (!Array.isArray(operations) || operations.length === 0)
    throw new RequestFault({ kind: 'bad_request', pointer: '/atomic:operations', detail: 'Pyynnöstä puuttuu atomic:operations.' })
  if (operations.length > maxOperations)
    throw new RequestFault({ kind: 'bad_request', pointer: '/atomic:operations', detail: `Operaatioita on enintään ${maxOperations}.` })
  const faults = new Faults(maxFaults)
  const localIds = collectLocalIds(operations, faults)
  const intents = operations.flatMap(
    (operation: unknown, index) => readOperation({ model, rights, localIds, faults }, operation, index) ?? [],
  )
  faults.throwIfAny()
  return intents
}

function collectLocalIds(operations: readonly unknown[], faults: Faults): LocalIds {
  const localIds = new Map<string, { type: string; id: string }>()
  operations.forEach((operation, index) => {
    if (!isObject(operation) || operation.op !== 'add' || !isObject(operation.data) || typeof operation.data.lid !== 'string') return
    const { lid, type, id } = operation.data
    if (localIds.has(lid)) faults.add('invalid', `/atomic:operations/${index}/data/lid`, `Sama lid on annettu kahdesti: ${lid}.`)
    localIds.set(lid, { type: typeof type === 'string' ? type : '', id: typeof id === 'string' && uuidForm.test(id) ? id : randomUUID() })
  })
  return localIds
}

function readOperation(reading: BodyReading, operation: unknown, index: number): Intent | null {
  const { model, faults } = reading
  const at = `/atomic:operations/${index}`
  if (!isObject(operation)) {
    faults.add('bad_request', at, 'Operaation on oltava olio.')
    return null
  }
  for (const key of Object.keys(operation)) if (!knownMembers.has(key)) faults.add('invalid', `${at}/${key}`, `Tuntematon jäsen: ${key}.`)
  const { op, data, meta } = operation
  if (op !== 'add' && op !== 'update' && op !== 'remove') {
    faults.add('bad_request', `${at}/op`, `Tuntematon operaatio${named(op)}.`)
    return null
  }
  const target = targetOf(reading, operation, at)
  if (target === undefined) return null
  if (target?.relation) {
    const change = { relation: target.relation, how: hows[op], id: target.id ?? '', pointer: at, document: { data, meta } }
    const intent = readRelationship(reading, target.resource, change)
    return op === 'update' ? requireVid(intent) : intent
  }
  if (op === 'remove') {
    if (target?.id) return readRemoval(faults, target.resource, { id: target.id, meta, pointer: at })
    faults.add('bad_request', `${at}/ref`, 'Poistettava rivi (ref: type ja id) puuttuu.')
    return null
  }
  const type = isObject(data) ? data.type : undefined
  const resource = resourceOf(model, type)
  if (!resource) {
    faults.add('invalid', `${at}/data/type`, `Tuntematon tyyppi${named(type)}.`)
    return null
  }
  if (target && target.resource !== resource) faults.add('conflict', `${at}/data/type`, `Tyypin pitäisi olla ${target.resource.type}.`)
  if (op === 'add' && target?.id) faults.add('bad_request', at, 'Lisättävällä rivillä ei voi olla kohdetta.')
  const id = op === 'update' ? (target?.id ?? null) : null
  const intent = readIntent(reading, resource, { op, id, pointer: `${at}/data`, data })
  return op === 'update' ? requireVid(intent) : intent
}

const hows = { add: 'add', update: 'replace', remove: 'remove' } as const

const resourceOf = (model: Model, type: unknown): Resource | undefined => (typeof type === 'string' ? model.byType.get(type) : undefined)

/** The target of an operation; a collection has no id. */
type Target = { resource: Resource; id: string | null; relation: string | null }

/** Null when the operation names no target; undefined when the target is faulty. */
function targetOf({ model, localIds, faults }: BodyReading, { ref, href }: Record<string, unknown>, at: string): Target | null | undefined {
  if (ref === undefined && href === undefined) return null
  if (ref !== undefined && href !== undefined) {
    faults.add('bad_request', at, 'Anna kohteeksi joko ref tai href.')
    return undefined
  }
  const target = ref === undefined ? targetOfHref(model, href) : targetOfRef(model, ref, localIds)
  if (target) return target
  faults.add('bad_request', ref === undefined ? `${at}/href` : `${at}/ref`, 'Operaation kohdetta ei löydy: anna rivin type ja id.')
  return undefined
}

function targetOfRef(model: Model, ref: unknown, localIds: LocalIds): Target | null {
  if (!isObject(ref)) return null
  const { type, lid, relationship } = ref
  const resource = resourceOf(model, type)
  const id = typeof lid === 'string' ? localIds.get(lid)?.id : ref.id
  if (!resource || typeof id !== 'string' || !uuidForm.test(id)) return null
  if (relationship !== undefined && (typeof relationship !== 'string' || relationship === '')) return null
  return { resource, id, relation: relationship ?? null }
}

const hrefForm = /^(\/jsonapi\/[^/]+\/[^/]+)(?:\/([^/]+)(?:\/relationships\/([^/]+))?)?$/

function targetOfHref(model: Model, href: unknown): Target | null {
  const path = typeof href === 'string' && URL.canParse(href, 'http://here') ? new URL(href, 'http://here').pathname : ''
  const [, collection = '', id = null, relation = null] = hrefForm.exec(path) ?? []
  const resource = model.byPath.get(collection)
  return resource && (id === null || uuidForm.test(id)) ? { resource, id, relation } : null
}
