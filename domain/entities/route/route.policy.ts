import { administratorsOnly } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

export const standingRoutePolicy: EntityPolicy<'reitti'> = administratorsOnly
