import type { Pool } from 'pg'
import { registry } from '#domain/model/registry.ts'
import { modelOf, type Resource } from '../entities/model.ts'
import { isObject } from '../entities/write/intents/read-fields.ts'

const model = modelOf(registry)

/** The place of the version in a body: `attributes` of a row, `meta` of a relation. */
type Carrier = 'attributes' | 'meta'
type Edited = { resource: Resource; id: string; carrier: Carrier }

const rowPath = /^(\/jsonapi\/[^/?]+\/[^/?]+)\/([^/?]+)(\/relationships\/[^/?]+)?(?:\?|$)/

function editedAt(path: string): Edited | null {
  const [, collection = '', id = '', relation] = rowPath.exec(path) ?? []
  const resource = model.byPath.get(collection)
  return resource ? { resource, id, carrier: relation === undefined ? 'attributes' : 'meta' } : null
}

function editedBy({ ref, href, data }: Record<string, unknown>): Edited | null {
  if (typeof href === 'string') return editedAt(href)
  const named = isObject(ref) ? ref : data
  if (!isObject(named) || typeof named.type !== 'string' || typeof named.id !== 'string') return null
  const resource = model.byType.get(named.type)
  return resource ? { resource, id: named.id, carrier: isObject(ref) && ref.relationship ? 'meta' : 'attributes' } : null
}

async function storedVid(pool: Pool, { resource, id }: Edited): Promise<number | undefined> {
  const { rows } = await pool.query<{ vid: number }>(`SELECT vid::int AS vid FROM ${resource.table} WHERE id::text = $1`, [id])
  return rows[0]?.vid
}

async function withVid(pool: Pool, edited: Edited | null, document: Record<string, unknown>): Promise<Record<string, unknown>> {
  const holder = edited?.carrier === 'attributes' ? document.data : document
  if (!edited || !isObject(holder)) return document
  const attributes = holder[edited.carrier] ?? {}
  if (!isObject(attributes) || 'vid' in attributes) return document
  const vid = await storedVid(pool, edited)
  if (vid === undefined) return document
  const versioned = { ...holder, [edited.carrier]: { ...attributes, vid } }
  return edited.carrier === 'attributes' ? { ...document, data: versioned } : versioned
}

/**
 * The body of a change with the stored version added, unless the body names a version itself (`vid: null` is sent without one). So
 * tests of other things than versions need not read the row first.
 */
export async function withEditedVersion(
  pool: Pool,
  { method, url, body }: { method: string; url: string; body: unknown },
): Promise<unknown> {
  if (!isObject(body)) return body
  if (method === 'PATCH') return withVid(pool, editedAt(url), body)
  const list = url === '/jsonapi/operations' ? body['atomic:operations'] : undefined
  if (!Array.isArray(list)) return body
  const operations: unknown[] = []
  for (const operation of list)
    operations.push(isObject(operation) && operation.op === 'update' ? await withVid(pool, editedBy(operation), operation) : operation)
  return { ...body, 'atomic:operations': operations }
}
