import { dueReminders, isReminderOf } from '#domain/features/reminders/expiry.ts'
import { expiryTextsOf } from '#domain/features/settings/message-texts.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, type RowChange, system, updateRow } from '#server/entities/engine.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { existingKeys, expiriesBetween, shownReminders } from './queries.ts'

/** Drivers with a published shift on a car within this many days are reminded of its inspection too. */
const shiftDays = 14
const savedAtOnce = 100

/**
 * Creates the notifications for papers and inspections that expire soon, each once, and hides those for renewed ones
 * (rules/notifications.md#expiry-reminders). Idempotent.
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
  const existing = await existingKeys(
    pool,
    due.map(({ key }) => key),
  )
  const made = due
    .filter(({ key }) => !existing.has(key))
    .map(({ key, to, message, start, end, drivers }): RowChange => {
      const reader =
        to === 'drivers'
          ? { tyyppi: 'PERSONAL' as const, henkilot: [...drivers] }
          : { tyyppi: 'GLOBAL' as const, roles: ['yllapito' as const] }
      return addRow('notification', { key, message, start, end, ...reader })
    })
  const shown = await shownReminders(pool, { now })
  const hidden = shown
    .filter(({ key }) => !expiries.some((one) => isReminderOf(key, one)))
    .map(({ id }) => updateRow('notification', id, { disabled: true }, { reason: 'Voimassaolo on uusittu.' }))
  for (const changes of inParts([...made, ...hidden], savedAtOnce)) await engine.save(system, changes)
}
