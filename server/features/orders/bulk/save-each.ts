import type { FastifyBaseLogger } from 'fastify'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Context } from '#server/context.ts'
import type { RowChange } from '#server/entities/engine.ts'
import { faultOfRow } from '#server/http/operation-result.ts'
import { inSavepoint, inTransaction, isWorthRepeating } from '#server/platform/database/transaction.ts'

/** The changes for one id, the call's `index`th: stored together or not at all. */
export type ChangeSet = { id: string; index: number; changes: readonly RowChange[] }
/** By id: why nothing of it was stored; null when all of it was. */
export type SetFaults = ReadonlyMap<string, RequestFault | null>

type Saving = {
  viewer: Viewer
  log: FastifyBaseLogger
  /** The caller's transaction; without one, a new transaction is used. */
  client?: PoolClient
}

/** The pointer to the changes of a set in the request; a fault's pointer begins with it. */
export const pointerOf = (index: number): string => `/changes/${index}`
const indexIn = (pointer = ''): number => Number(/^\/changes\/(\d+)(?:\/|$)/.exec(pointer)?.[1] ?? Number.NaN)

// A save reports all faults of a stage together, and has three stages.
const maxRounds = 4

/**
 * Saves the sets that can be saved, in one transaction (decision 57). It first saves all together, and repeats that without the sets that
 * the faults name, so that a batch without faults costs one save and a mixed one a few. If faults remain, each set is saved by itself.
 */
export async function saveEach(context: Context, sets: readonly ChangeSet[], { client, ...saving }: Saving): Promise<SetFaults> {
  if (client) return saveSets(context, sets, { ...saving, client })
  return inTransaction(context.pool, (own) => saveSets(context, sets, { ...saving, client: own }))
}

async function saveSets(
  { engine }: Context,
  sets: readonly ChangeSet[],
  { viewer, log, client }: Saving & { client: PoolClient },
): Promise<SetFaults> {
  const found = new Map<string, RequestFault | null>()
  /** Why these sets cannot be saved together; null when they are saved. */
  const save = async (some: readonly ChangeSet[]): Promise<unknown> => {
    const changes = some.flatMap((set) => set.changes)
    try {
      await inSavepoint(client, () => engine.save(viewer, changes, { client }))
      return null
    } catch (error) {
      if (isWorthRepeating(error)) throw error
      return error
    }
  }
  let left = sets
  for (let round = 0; round < maxRounds && left.length > 0; round++) {
    const error = await save(left)
    const faults = error === null ? new Map<number, RequestFault>() : faultsByIndex(error)
    if (faults === null) break
    for (const { id, index } of left) if (error === null || faults.has(index)) found.set(id, faults.get(index) ?? null)
    left = left.filter(({ id }) => !found.has(id))
  }
  // In the order of ids, so that two calls for the same rows lock them in the same order.
  for (const set of left.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const error = await save([set])
    found.set(set.id, error === null ? null : faultOfRow(error, log))
  }
  return found
}

/** The faults of each set; null when the error does not say which sets it is about. */
function faultsByIndex(error: unknown): Map<number, RequestFault> | null {
  if (!(error instanceof RequestFault)) return null
  const byIndex = Map.groupBy(error.faults, ({ pointer }) => indexIn(pointer))
  return byIndex.has(Number.NaN) ? null : new Map([...byIndex].map(([index, faults]) => [index, new RequestFault(faults)]))
}
