import { daysBetween, formatDate } from '../../values/time/helsinki-clock.ts'
import { addDays, dayOf, startOfDay } from '../../values/time/time.ts'

/** Days before the last day of validity; the company can set others (rules/notifications.md#expiry-reminders). */
export const defaultReminderDays = [7, 30, 60] as const

/** The messages of reminders to the driver and to administrators. `subject` is the driver's name or the car's registration number, `day` the last day. */
export const expiryTexts = {
  ammattipatevyys: {
    driver: (_name: string, day: string) => `Ammattipätevyytesi on voimassa ${day} asti. Uusi se ajoissa.`,
    administrators: (subject: string, day: string) => `${subject}: ammattipätevyys on voimassa ${day} asti.`,
  },
  digipiirturikortti: {
    driver: (_name: string, day: string) => `Digipiirturikorttisi on voimassa ${day} asti. Uusi se ajoissa.`,
    administrators: (subject: string, day: string) => `${subject}: digipiirturikortti on voimassa ${day} asti.`,
  },
  katsastus: {
    driver: (car: string, day: string) => `Autosi ${car} on katsastettava viimeistään ${day}.`,
    administrators: (car: string, day: string) => `Auto ${car} on katsastettava viimeistään ${day}.`,
  },
} as const satisfies Record<string, Record<'driver' | 'administrators', (subject: string, day: string) => string>>
type ExpiryKind = keyof typeof expiryTexts

/** `id` is that of the driver or the car; `day` is the last day of validity; `drivers` are the users who get a reminder besides administrators. */
export type Expiry = { kind: ExpiryKind; id: string; subject: string; day: number; drivers: readonly string[] }
type Reminder = { key: string; to: 'drivers' | 'administrators'; message: string; start: number; end: number; drivers: readonly string[] }

export const reminderPrefix = 'vanhenee:'
const keyOf = ({ kind, id, day }: Expiry): string => `${reminderPrefix}${kind}:${id}:${dayOf(day)}:`
/** Whether the key is that of a reminder for this expiry. After a renewal the day differs, so that earlier reminders no longer match. */
export const isReminderOf = (key: string, expiry: Expiry): boolean => key.startsWith(keyOf(expiry))

/**
 * The reminders that are due: those of the nearest of `reminderDays` (days before the last day, the setting `muistutuspaivat`). Each is shown until the
 * next one starts, the last one until the end of the last day. None earlier than the first reminder or after the last day. A reminder that was missed,
 * because the server was down, is created by the next run.
 */
export function dueReminders(expiry: Expiry, { now, reminderDays }: { now: number; reminderDays: readonly number[] }): Reminder[] {
  const { kind, day, subject, drivers } = expiry
  const left = daysBetween(now, day)
  const farthestFirst = reminderDays.toSorted((a, b) => b - a)
  const days = farthestFirst.findLast((days) => left <= days)
  if (left < 0 || days === undefined) return []
  const next = farthestFirst.find((count) => count < days)
  const shown = { start: now, end: addDays(startOfDay(day), next === undefined ? 1 : -next), drivers }
  const { driver, administrators } = expiryTexts[kind]
  const key = `${keyOf(expiry)}${days}`
  const toAdministrators: Reminder = { ...shown, key: `${key}:y`, to: 'administrators', message: administrators(subject, formatDate(day)) }
  const toDrivers: Reminder = { ...shown, key, to: 'drivers', message: driver(subject, formatDate(day)) }
  return drivers.length > 0 ? [toDrivers, toAdministrators] : [toAdministrators]
}
