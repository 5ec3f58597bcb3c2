import type { Row } from '#domain/model/registry.ts'
import type { EntityHooks, Follow } from '#server/entities/engine.ts'
import { orderChanges } from '../scheduled-orders/order-changes.ts'
import { schedule } from './make-orders.ts'

/** The orders ahead follow a change of their route, in the same transaction (rules/recurring-hourly-jobs.md#edits). */
const followRoutes: Follow<Row<'reitti'>> = (runner, changes, { now }) =>
  orderChanges(runner, { schedule, rows: changes.map(({ after }) => after) }, { now, follows: true })

export const routeHooks: EntityHooks = { reitti: [{ follow: followRoutes }] }
