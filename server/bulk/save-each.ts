import type { FastifyBaseLogger } from 'fastify'
import type { OperationResults } from '#domain/calls/operation-results.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Intent } from '../jsonapi/intents.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { failedResult } from '../operation-result.ts'

/** What is to be done for the id that is number `index` of those asked: all of it or nothing. */
export type Deed = { id: string; index: number; intents: Intent[] }
type Result = OperationResults['results'][number]

/** Where a deed's intents stand in what was asked, so that faults tell whose they are. */
export const pointerOf = (index: number): string => `/ids/${index}`
const rowOf = (pointer = ''): number => Number(/^\/ids\/(\d+)(?:\/|$)/.exec(pointer)?.[1] ?? Number.NaN)

// A save tells all faults of a stage at once, and has three stages.
const mostRounds = 4

/**
 * Saves the deeds that may be done, each for itself, and tells of each how it went. All are tried in one transaction; what its
 * faults name is left out of the next try, so that a good batch costs one save and a mixed one a few. When that leads
 * nowhere, each deed has a transaction of its own.
 */
export async function saveEach(parts: JsonApi, viewer: Viewer, deeds: readonly Deed[], log: FastifyBaseLogger): Promise<Result[]> {
  const results = new Map<string, Result>()
  let left = deeds
  for (let round = 0; round < mostRounds && left.length > 0; round++) {
    const refusals = await tryAll(parts, viewer, left)
    if (refusals === null) break
    for (const { id, index } of left) {
      const faults = refusals.get(index)
      if (faults) results.set(id, failedResult(id, faults, log))
      else if (refusals.size === 0) results.set(id, { id, success: true })
    }
    left = left.filter(({ id }) => !results.has(id))
  }
  for (const { id, intents } of left) {
    try {
      await saveAll(parts, viewer, intents)
      results.set(id, { id, success: true })
    } catch (error) {
      results.set(id, failedResult(id, error, log))
    }
  }
  return deeds.flatMap(({ id }) => results.get(id) ?? [])
}

const saveAll = (parts: JsonApi, viewer: Viewer, intents: readonly Intent[]): Promise<unknown> =>
  inTransaction(parts.pool, (client) =>
    save({ model: parts.model, rules: parts.rules, runner: client, viewer, rights: parts.rightsOf(viewer), now: parts.clock() }, intents),
  )

/** Saves them all together: which ones were refused and why; none when all is stored, null when it does not tell. */
async function tryAll(parts: JsonApi, viewer: Viewer, deeds: readonly Deed[]): Promise<Map<number, RequestFault> | null> {
  try {
    await saveAll(
      parts,
      viewer,
      deeds.flatMap(({ intents }) => intents),
    )
    return new Map()
  } catch (error) {
    if (!(error instanceof RequestFault)) return null
    const byRow = Map.groupBy(error.faults, ({ pointer }) => rowOf(pointer))
    return byRow.has(Number.NaN) ? null : new Map([...byRow].map(([index, faults]) => [index, new RequestFault(faults)]))
  }
}
