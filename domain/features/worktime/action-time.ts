import type { Stamp } from '../../entities/worktime/recording.ts'
import type { ReviewReason } from '../../entities/worktime/task-types.ts'
import { wholeMinute } from '../../entities/worktime/worktime.rules.ts'

/** Seconds by which a clock may be ahead before its time counts as in the future. */
const tolerance = 120
/** Actions older than this have a wrong time: no device keeps them so long unsent. In seconds. */
export const oldestAction = 31 * 86_400

/** When a driver's action took place. */
export type ActionTime = {
  /** Unix seconds, floored to the minute, never in the future. */
  at: number
  /** Stored on a device first: what breaks a bound is flagged instead of refused (rules/worktime.md#bounds). */
  isQueued: boolean
  stamp: Stamp
  reasons: ReviewReason[]
}
export type ActionTimeFault = 'tulevaisuudessa' | 'liian_vanha'

/**
 * The time of an action: the device's time corrected by `offset`, the typed one, or now. A queued action cannot have happened after it arrived; when its
 * time is impossible, that of its arrival is the best known one.
 */
export function actionTime(
  { given, offset }: { given: number | undefined; offset: number | null | undefined },
  now: number,
): ActionTime | ActionTimeFault {
  const isQueued = offset !== undefined
  const claimed = (given ?? now) + (offset ?? 0)
  const isAhead = claimed > now + tolerance
  const isOld = claimed < now - oldestAction
  if (!isQueued && isAhead) return 'tulevaisuudessa'
  if (!isQueued && isOld) return 'liian_vanha'
  const at = wholeMinute(isAhead || isOld ? now : Math.min(claimed, now))
  const reasons: ReviewReason[] = [
    ...(isAhead ? (['tulevaisuudessa'] as const) : []),
    ...(isOld || offset === null ? (['kello'] as const) : []),
  ]
  const stamp = { aika: at, laitteen_aika: isQueued ? (given ?? 0) : 0, laitteen_ero: offset ?? null, saapui: now }
  return { at, isQueued, stamp, reasons }
}
