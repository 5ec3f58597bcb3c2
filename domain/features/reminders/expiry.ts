import { fillPlaceholders } from '../../values/placeholders.ts'
import { daysBetween, formatDate } from '../../values/time/helsinki-clock.ts'
import { addDays, dayOf, startOfDay } from '../../values/time/time.ts'
import type { ExpiryKind, ExpiryTexts } from '../settings/expiry-defaults.ts'

/** `id` is that of the driver or the car; `day` is the last day of validity; `drivers` are the users who get a reminder besides administrators. */
export type Expiry = { kind: ExpiryKind; id: string; subject: string; day: number; drivers: readonly string[] }
type Reminder = { key: string; to: 'drivers' | 'administrators'; message: string; start: number; end: number; drivers: readonly string[] }

export const reminderPrefix = 'vanhenee:'
const keyOf = ({ kind, id, day }: Expiry): string => `${reminderPrefix}${kind}:${id}:${dayOf(day)}:`
/** Whether the key is that of a reminder for this expiry. After a renewal the day differs, so that earlier reminders no longer match. */
export const isReminderOf = (key: string, expiry: Expiry): boolean => key.startsWith(keyOf(expiry))

type Options = { now: number; reminderDays: readonly number[]; texts: ExpiryTexts }

/**
 * The reminders that are due: those of the nearest of `reminderDays` (days before the last day, the setting `muistutuspaivat`). Each is shown until the
 * next one starts, the last one until the end of the last day. None earlier than the first reminder or after the last day. A reminder that was missed,
 * because the server was down, is created by the next run.
 */
export function dueReminders(expiry: Expiry, { now, reminderDays, texts }: Options): Reminder[] {
  const { kind, day, subject, drivers } = expiry
  const left = daysBetween(now, day)
  const farthestFirst = reminderDays.toSorted((a, b) => b - a)
  const days = farthestFirst.findLast((days) => left <= days)
  if (left < 0 || days === undefined) return []
  const next = farthestFirst.find((count) => count < days)
  const shown = { start: now, end: addDays(startOfDay(day), next === undefined ? 1 : -next), drivers }
  const { driver, administrators } = texts[kind]
  const values = { nimi: subject, pvm: formatDate(day) }
  const key = `${keyOf(expiry)}${days}`
  const toAdministrators: Reminder = { ...shown, key: `${key}:y`, to: 'administrators', message: fillPlaceholders(administrators, values) }
  const toDrivers: Reminder = { ...shown, key, to: 'drivers', message: fillPlaceholders(driver, values) }
  return drivers.length > 0 ? [toDrivers, toAdministrators] : [toAdministrators]
}
