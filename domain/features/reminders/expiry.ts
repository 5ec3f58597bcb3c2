import type { Role } from '../../access/roles.ts'
import { fillPlaceholders } from '../../values/placeholders.ts'
import { daysBetween, formatDate } from '../../values/time/helsinki-clock.ts'
import { addDays, dayOf, startOfDay } from '../../values/time/time.ts'
import type { ExpiryKind, ExpiryTexts } from '../settings/expiry-defaults.ts'

type Driver = { id: string; number: number }
/** `id` is that of the driver or the car; `day` is the last day of validity; `drivers` are the users who get a reminder besides the roles. */
export type Expiry = { kind: ExpiryKind; id: string; subject: string; day: number; drivers: readonly Driver[] }
/** `to` is a driver's id, or roles. */
type Reminder = { key: string; to: string | readonly Role[]; message: string; start: number; end: number }

/** Maintenance staff take cars to inspection; drivers' papers are only for administrators. */
const remindedRoles: Readonly<Record<ExpiryKind, readonly Role[]>> = {
  ammattipatevyys: ['yllapito'],
  digipiirturikortti: ['yllapito'],
  katsastus: ['yllapito', 'huolto'],
}

export const reminderPrefix = 'vanhenee:'

type Options = { now: number; reminderDays: readonly number[]; texts: ExpiryTexts }

/**
 * The reminders that are due, one for each driver and one for the roles: those of the nearest of `reminderDays` (days before the last day, the setting
 * `muistutuspaivat`). Each is shown until the next one starts, the last one until the end of the last day. None earlier than the first reminder or after
 * the last day. A reminder that was missed, because the server was down, is created by the next run.
 */
export function dueReminders(expiry: Expiry, { now, reminderDays, texts }: Options): Reminder[] {
  const { kind, id, day, subject, drivers } = expiry
  const left = daysBetween(now, day)
  const farthestFirst = reminderDays.toSorted((a, b) => b - a)
  const days = farthestFirst.findLast((days) => left <= days)
  if (left < 0 || days === undefined) return []
  const next = farthestFirst.find((count) => count < days)
  const shown = { start: now, end: addDays(startOfDay(day), next === undefined ? 1 : -next) }
  const { driver, administrators } = texts[kind]
  const values = { nimi: subject, pvm: formatDate(day) }
  const key = `${reminderPrefix}${kind}:${id}:${dayOf(day)}:${days}`
  return [
    // The driver's number, as two ids do not fit in a key.
    ...drivers.map((one): Reminder => ({ ...shown, key: `${key}:${one.number}`, to: one.id, message: fillPlaceholders(driver, values) })),
    { ...shown, key: `${key}:y`, to: remindedRoles[kind], message: fillPlaceholders(administrators, values) },
  ]
}
