import { dueReminders } from '#domain/features/reminders/expiry.ts'
import { expiryTextsOf } from '#domain/features/settings/message-texts.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, type RowChange, system, updateRow } from '#server/entities/engine.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { type ExistingReminder, existingReminders, expiriesBetween, shownReminders } from './queries.ts'

/** Drivers with a published shift on a car within this many days are reminded of its inspection too. */
const shiftDays = 14
const savedAtOnce = 100

/** Whether the system has hidden or ended the reminder, which is due again. What an administrator has hidden, changed or removed stays so. */
const isDueAgain = ({ status, bySystem, disabled, end }: ExistingReminder, due: { end: number }): boolean =>
  status === 1 && bySystem && (disabled || end !== due.end)

/**
 * Creates the notifications for papers and inspections that expire soon, each once, hides those that are not due any more, and shows them again
 * when they are (rules/notifications.md#expiry-reminders). Idempotent.
 */
export async function remindOfExpiry({ pool, engine, clock }: Pick<Context, 'pool' | 'engine' | 'clock'>): Promise<void> {
  const now = clock()
  const today = startOfDay(now)
  const { values: settings } = await storedSettings(pool)
  const reminderDays = settings.muistutuspaivat
  const texts = expiryTextsOf(settings)
  // Days are stored as moments, so the span includes the whole last day.
  const span = { from: today, to: addDays(today, Math.max(0, ...reminderDays) + 1) - 1, today, shiftsUntil: addDays(today, shiftDays) }
  const expiries = await expiriesBetween(pool, span)
  const due = expiries.flatMap((one) => dueReminders(one, { now, reminderDays, texts }))
  const keys = new Set(due.map(({ key }) => key))
  const existing = await existingReminders(pool, [...keys])
  const changed = due.flatMap(({ key, to, message, start, end }): RowChange[] => {
    const known = existing.get(key)
    if (!known) {
      const readers =
        typeof to === 'string' ? { tyyppi: 'PERSONAL' as const, henkilot: [to] } : { tyyppi: 'GLOBAL' as const, roles: [...to] }
      return [addRow('notification', { key, message, start, end, ...readers })]
    }
    if (!isDueAgain(known, { end })) return []
    return [updateRow('notification', known.id, { message, start, end, disabled: false }, { reason: 'Muistutus on taas ajankohtainen.' })]
  })
  const shown = await shownReminders(pool, { now })
  const hidden = shown
    .filter(({ key }) => !keys.has(key))
    .map(({ id }) => updateRow('notification', id, { disabled: true }, { reason: 'Muistutus ei ole enää ajankohtainen.' }))
  for (const changes of inParts([...changed, ...hidden], savedAtOnce)) await engine.save(system, changes)
}
