import type { FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { type ChangeRowsResult, changeRowsCall } from '#domain/features/orders/change-rows.ts'
import type { Context } from '#server/context.ts'
import { inputRow } from '#server/entities/engine.ts'
import { countRefusedRows, kindOf, messageOf } from '#server/http/operation-result.ts'
import { idempotentRequestOf, storeOnce } from '#server/platform/idempotency-keys.ts'
import { fairQueue } from '#server/platform/workers/fair-queue.ts'
import { pointerOf, saveEach } from './save-each.ts'

type Input = z.output<typeof changeRowsCall.input>
type RowsChange = Input['changes'][number]
type Chunk = { first: number; changes: RowsChange[] }

/** Rows in one transaction: more would delay other requests of this server, and users who work with the locked rows. */
const maxChunkRows = 250

/** Chunks of several calls take turns, as each uses a connection of the pool. */
const inQueue = fairQueue({ maxRunning: 3, maxRunningPerSource: 1 })

/**
 * Saves the changes chunk by chunk (rules/http-api.md#changes-of-many-rows). The results of a chunk are stored under the request's
 * Idempotency-Key in the transaction that stores its rows: after a lost response or a crash, a retry gets the results of stored
 * chunks and continues with the rest.
 */
export async function changeRows(
  context: Context,
  { changes, syy }: Input,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
): Promise<{ success: true; results: ChangeRowsResult[] }> {
  const { pool, clock } = context
  const idempotent = idempotentRequestOf(request, viewer)
  const results: ChangeRowsResult[] = []
  for (const { first, changes: some } of chunksOf(changes)) {
    // The key of a request cannot contain a space, so these keys are never equal to one.
    const key = idempotent && { ...idempotent, key: `${idempotent.key} ${first}` }
    const saving = { context, viewer, reason: syy, log: request.log }
    const answer = await inQueue({ id: viewer.userId }, () =>
      storeOnce(pool, key, clock(), async (client) => {
        const body = JSON.stringify(await saveChunk({ ...saving, client }, first, some))
        return { status: 200, location: null, body }
      }),
    )
    const found = resultsIn(answer.body)
    countRefusedRows(
      request,
      found.flatMap((result) => (result.success ? [] : [result.code])),
    )
    results.push(...found)
  }
  return { success: true, results }
}

const { results: storedResults } = changeRowsCall.output.shape
const resultsIn = (text: string): ChangeRowsResult[] => storedResults.parse(JSON.parse(text))

/** A change is never split, also when it has more rows than a chunk. */
function chunksOf(changes: readonly RowsChange[]): Chunk[] {
  const chunks: Chunk[] = []
  let rows = 0
  for (const [index, change] of changes.entries()) {
    const last = chunks.at(-1)
    if (last && rows + change.rows.length <= maxChunkRows) {
      last.changes.push(change)
      rows += change.rows.length
    } else {
      chunks.push({ first: index, changes: [change] })
      rows = change.rows.length
    }
  }
  return chunks
}

type Saving = { context: Context; viewer: Viewer; reason: string; log: FastifyRequest['log']; client: PoolClient }

async function saveChunk(
  { context, viewer, reason, log, client }: Saving,
  first: number,
  changes: readonly RowsChange[],
): Promise<ChangeRowsResult[]> {
  const sets = changes.map(({ id, rows }, at) => {
    const options = { reason, pointer: pointerOf(first + at) }
    const own = rows.map(({ entityType, id: rowId, vid, values }) => inputRow('update', entityType, rowId, values, { ...options, vid }))
    return { id, index: first + at, changes: own }
  })
  const faults = await saveEach(context, sets, { viewer, log, client })
  const versions = await storedVersions({ context, viewer, client }, changes)
  return changes.map(({ id, rows }): ChangeRowsResult => {
    const stored = rows.flatMap((row) => {
      const vid = versions.get(row.id)
      return vid === undefined ? [] : [{ id: row.id, vid }]
    })
    const fault = faults.get(id) ?? null
    if (fault === null) return { id, success: true, rows: stored }
    return { id, success: false, code: kindOf(fault), message: messageOf(fault), rows: stored }
  })
}

/** The stored versions of those rows that the viewer may read. */
async function storedVersions(
  { context, viewer, client }: Pick<Saving, 'context' | 'viewer' | 'client'>,
  changes: readonly RowsChange[],
): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  const byEntity = Map.groupBy(
    changes.flatMap(({ rows }) => rows),
    ({ entityType }) => entityType,
  )
  for (const [entity, rows] of byEntity) {
    const ids = rows.map(({ id }) => id)
    for (const { row, mayRead } of await context.engine.load(viewer, entity, ids, { runner: client }))
      if (mayRead) versions.set(row.id, row.vid)
  }
  return versions
}
