import type { FeatureName } from '#domain/model/features.ts'
import type { Row } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { system } from '#server/entities/engine.ts'
import { makeOrders } from './make-orders.ts'
import { type OrderSchedule, orderChanges } from './order-changes.ts'
import { activeIds, type ScheduleRelation } from './queries.ts'

type Ahead<N extends ScheduleRelation> = {
  feature: FeatureName
  /** In the plural, for the message of a failed run. */
  label: string
  schedule: OrderSchedule<Row<N>> & { relation: N }
}

/** Makes the orders of routes or recurring jobs for the coming days that have none yet (decision 69). */
export const makeOrdersAhead = <N extends ScheduleRelation>({ pool, engine, clock }: Context, ahead: Ahead<N>): Promise<void> => {
  const { feature, label, schedule } = ahead
  return makeOrders(
    { pool, engine, clock },
    {
      feature,
      label,
      activeIds: (runner, page) => activeIds(runner, schedule.relation, page),
      missingOrders: async (client, ids) => {
        const found = await engine.load(system, schedule.relation, ids, { lock: true, runner: client })
        return orderChanges(client, { schedule, rows: found.map(({ row }) => row) }, { now: clock(), follows: false })
      },
    },
  )
}
