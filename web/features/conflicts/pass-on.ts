import type { DriverAction } from '#domain/entities/conflict/driver-action.ts'
import { reportConflictCall } from '#domain/features/conflicts/conflict-calls.ts'
import { callApi } from '#web/data/api-call.ts'
import type { OutboxItem } from '#web/data/device/outbox.ts'
import { type CallFault, lateRefusalText } from '#web/data/fault.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { Passed } from '#web/data/request.ts'

/** Hands the rejected action of an outbox item to the dispatcher (rules/deliveries.md#conflicts). Throws a CallFault when that is not stored. */
export async function passOn(
  { id, at, offset, label }: OutboxItem,
  { refusal, toimi }: { refusal: CallFault; toimi: DriverAction },
  options: Passed,
): Promise<void> {
  const text = { kuvaus: label.slice(0, 255), syy: lateRefusalText(refusal).slice(0, 1000) }
  const times = { laitteen_aika: at, laitteen_ero: offset ?? 0 }
  await callApi(reportConflictCall, { id, ...text, ...times, toimi }, { ...options, idempotencyKey: `${id}.ristiriita` })
  void rereadAfterChange('ristiriita')
}
