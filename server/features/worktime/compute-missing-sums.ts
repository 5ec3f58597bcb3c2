import { RequestFault } from '#domain/errors.ts'
import type { Context } from '#server/context.ts'
import { system, updateRow } from '#server/entities/engine.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { recordsWithoutSums } from './queries.ts'

/** Records of one transaction, whose drivers it locks. */
const computedAtOnce = 50
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Computes the sums of unchecked records that were stored before the server computed them: their kinds of work do not add up to their duration. A save
 * without values runs the rules again. A record that cannot be saved does not keep back the others.
 */
export async function computeMissingSums({ pool, engine }: Pick<Context, 'pool' | 'engine'>): Promise<void> {
  const failures: unknown[] = []
  const compute = async (ids: readonly string[]): Promise<void> => {
    const changes = ids.map((id) => updateRow('tyovuoro_kirjaus', id, {}, { reason: 'Summat laskettu työtehtävistä' }))
    try {
      await inTransaction(pool, (client) => engine.save(system, changes, { client }))
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      if (ids.length === 1) failures.push(new Error(`Record ${ids[0]}`, { cause: error }))
      else for (const id of ids) await compute([id])
    }
  }
  for (let after = firstId; ; ) {
    const ids = await recordsWithoutSums(pool, { after, limit: computedAtOnce })
    const last = ids.at(-1)
    if (last === undefined) break
    await compute(ids)
    after = last
  }
  if (failures.length > 0) throw new AggregateError(failures, `The sums of ${failures.length} records were not computed`)
}
