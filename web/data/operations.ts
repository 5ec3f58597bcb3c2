import type { EntityName } from '#domain/model/registry.ts'
import { registry } from '#domain/model/registry.ts'
import { callJson, type Passed } from './request.ts'
import { type AllFields, type Document, type Part, readResource, readRow, type Values, writeResource } from './row.ts'

export type Operation =
  | { op: 'add'; data: Document }
  | { op: 'update'; data: Document }
  | { op: 'remove'; ref: { type: string; id: string } }

/** `id` is the client's (`newId`), so that the other operations of the same save can refer to the row. */
export const add = <N extends EntityName>(name: N, values: Values<N> & { id: string }): Operation => ({
  op: 'add',
  data: writeResource(name, values),
})
export const update = <N extends EntityName>(
  name: N,
  version: { id: string; vid: number },
  changes: Values<N>,
  reason = '',
): Operation => ({
  op: 'update',
  data: writeResource(name, { ...changes, id: version.id, vid: version.vid }, reason),
})
export const drop = (name: EntityName, id: string): Operation => ({ op: 'remove', ref: { type: registry[name].type, id } })

const contentType = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"'

/** The results in the order of the operations; null for a removal. */
export type Results = {
  row: <N extends EntityName>(name: N, index: number) => Part<N, AllFields> | null
}

/**
 * Saves several rows in one transaction (rules/http-api.md#atomic-saves). `saveKeyOf` gives the key, the same over retries of one
 * save, so that a lost answer does not create the order twice.
 */
export async function operations(list: readonly Operation[], idempotencyKey: string, options: Passed = {}): Promise<Results> {
  return callJson('/jsonapi/operations', resultsOf, {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': contentType, Accept: contentType, 'Idempotency-Key': idempotencyKey },
    body: { 'atomic:operations': list },
  })
}

function resultsOf(answer: unknown): Results {
  const results =
    typeof answer === 'object' && answer !== null && 'atomic:results' in answer && Array.isArray(answer['atomic:results'])
      ? answer['atomic:results']
      : []
  return {
    row: <N extends EntityName>(name: N, index: number) => {
      const result: unknown = results[index]
      const data = typeof result === 'object' && result !== null && 'data' in result ? result.data : null
      return data ? readRow<N, AllFields>(name, readResource(data)) : null
    },
  }
}
