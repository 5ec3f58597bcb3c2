import type { DayPlanner } from './day-planner.ts'
import { hereStopOrder, hereStopOrderService } from './here-stop-order.ts'
import type { RoadService } from './json-request.ts'
import { osrmRoads } from './osrm.ts'
import type { Roads } from './roads.ts'
import type { StopOrderService } from './stop-order.ts'
import { vroomStopOrder } from './vroom.ts'
import { vroomDayPlanner } from './vroom-day-plan.ts'

type Settings = {
  osrmUrl?: string | undefined
  stopOrder?: 'vroom' | 'here' | undefined
  dayPlan?: 'vroom' | undefined
  vroomUrl?: string | undefined
  hereApiKey?: string | undefined
}
type Options = Omit<RoadService, 'url'> & {
  /** For tests: a stub of HERE. */
  hereUrl?: string
}

/** What the operator has configured for routes; null where nothing is. */
export function openRoads(
  settings: Settings,
  { hereUrl = hereStopOrderService, ...options }: Options,
): {
  roads: Roads | null
  stopOrder: StopOrderService | null
  dayPlanner: DayPlanner | null
} {
  const { osrmUrl, stopOrder, dayPlan, vroomUrl, hereApiKey } = settings
  const orders = {
    vroom: () => (vroomUrl ? vroomStopOrder({ url: vroomUrl, ...options }) : null),
    here: () => (hereApiKey ? hereStopOrder({ url: hereUrl, apiKey: hereApiKey, ...options }) : null),
  }
  return {
    roads: osrmUrl ? osrmRoads({ url: osrmUrl, ...options }) : null,
    stopOrder: stopOrder ? orders[stopOrder]() : null,
    dayPlanner: dayPlan === 'vroom' && vroomUrl ? vroomDayPlanner({ url: vroomUrl, ...options }) : null,
  }
}
