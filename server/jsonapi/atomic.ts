import { randomUUID } from 'node:crypto'
import { RequestFault } from '#domain/errors.ts'
import { Faults, type Intent, isObject, type LocalIds, readIntent, reasonOf, uuidForm } from './intents.ts'
import type { Model, Resource, Rights } from './model.ts'

const mostOperations = 1000
const knownMembers = new Set(['op', 'ref', 'data', 'meta'])
// Only text is repeated to the sender: turning anything else into text may fail.
const named = (value: unknown): string => (typeof value === 'string' ? `: ${value.slice(0, 100)}` : '')

/** Reads the body of `POST /jsonapi/operations` (JSON:API Atomic Operations). Throws RequestFault with every fault found. */
export function readOperations(model: Model, rights: Rights, body: unknown): Intent[] {
  const operations = isObject(body) ? body['atomic:operations'] : undefined
  if (!Array.isArray(operations) || operations.length === 0)
    throw new RequestFault({ kind: 'bad_request', pointer: '/atomic:operations', detail: 'Pyynnöstä puuttuu atomic:operations.' })
  if (operations.length > mostOperations)
    throw new RequestFault({ kind: 'bad_request', pointer: '/atomic:operations', detail: `Operaatioita on enintään ${mostOperations}.` })
  const faults = new Faults()
  const localIds = collectLocalIds(operations, faults)
  const intents = operations.flatMap((operation: unknown, index) => readOperation(model, rights, operation, index, localIds, faults) ?? [])
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

function readOperation(model: Model, rights: Rights, operation: unknown, index: number, localIds: LocalIds, faults: Faults): Intent | null {
  const at = `/atomic:operations/${index}`
  if (!isObject(operation)) {
    faults.add('bad_request', at, 'Operaation on oltava olio.')
    return null
  }
  for (const key of Object.keys(operation)) if (!knownMembers.has(key)) faults.add('invalid', `${at}/${key}`, `Tuntematon jäsen: ${key}.`)
  if (operation.op === 'add' || operation.op === 'update') {
    const type = isObject(operation.data) ? operation.data.type : undefined
    const resource = resourceOf(model, type)
    if (!resource) {
      faults.add('invalid', `${at}/data/type`, `Tuntematon tyyppi${named(type)}.`)
      return null
    }
    return readIntent(
      model,
      rights,
      resource,
      operation.data,
      { op: operation.op, id: targetId(operation, localIds), pointer: `${at}/data`, localIds },
      faults,
    )
  }
  if (operation.op !== 'remove') {
    faults.add('bad_request', `${at}/op`, `Tuntematon operaatio${named(operation.op)}.`)
    return null
  }
  const resource = resourceOf(model, isObject(operation.ref) ? operation.ref.type : undefined)
  const id = targetId(operation, localIds)
  if (!resource || !id) {
    faults.add('bad_request', `${at}/ref`, 'Poistettava rivi (ref: type ja id) puuttuu.')
    return null
  }
  const meta = isObject(operation.meta) ? operation.meta : {}
  return {
    op: 'remove',
    resource,
    id,
    values: {},
    echoed: {},
    linked: {},
    vid: typeof meta.vid === 'number' ? meta.vid : null,
    reason: reasonOf(meta, at, faults),
    pointer: at,
  }
}

const resourceOf = (model: Model, type: unknown): Resource | undefined => (typeof type === 'string' ? model.byType.get(type) : undefined)

/** The id that `ref` names; null when there is no ref or it is faulty (then the data's own id counts, or is found missing). */
function targetId(operation: Record<string, unknown>, localIds: LocalIds): string | null {
  if (!isObject(operation.ref)) return null
  const id = typeof operation.ref.lid === 'string' ? localIds.get(operation.ref.lid)?.id : operation.ref.id
  return typeof id === 'string' && uuidForm.test(id) ? id : null
}
