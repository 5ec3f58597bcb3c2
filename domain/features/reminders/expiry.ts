import { daysBetween, formatDate } from '../../values/time/helsinki-clock.ts'
import { addDays, dayOf, startOfDay } from '../../values/time/time.ts'

/** Days before the day until the company sets others (rules/notifications.md#expiry-reminders). */
export const defaultReminderDays = [7, 30, 60] as const

/** What expires: a driver's papers, whose day is the last one, and a car's inspection. In the words of a reminder to the driver and to administrators. */
export const expiryTexts = {
  ammattipatevyys: {
    own: (_whose: string, day: string) => `Ammattipätevyytesi on voimassa ${day} asti. Uusi se ajoissa.`,
    office: (whose: string, day: string) => `${whose}: ammattipätevyys on voimassa ${day} asti.`,
  },
  digipiirturikortti: {
    own: (_whose: string, day: string) => `Digipiirturikorttisi on voimassa ${day} asti. Uusi se ajoissa.`,
    office: (whose: string, day: string) => `${whose}: digipiirturikortti on voimassa ${day} asti.`,
  },
  katsastus: {
    own: (car: string, day: string) => `Autosi ${car} on katsastettava viimeistään ${day}.`,
    office: (car: string, day: string) => `Auto ${car} on katsastettava viimeistään ${day}.`,
  },
} as const satisfies Record<string, Record<'own' | 'office', (whose: string, day: string) => string>>
type ExpiryKind = keyof typeof expiryTexts

/** `id` is the driver's or the car's; `drivers` are reminded themselves. */
export type Expiring = { kind: ExpiryKind; id: string; whose: string; day: number; drivers: readonly string[] }
type Reminder = { key: string; to: 'drivers' | 'administrators'; message: string; start: number; end: number; drivers: readonly string[] }

/** Keys of reminders begin with it. */
export const reminderPrefix = 'vanhenee:'
const keyOf = ({ kind, id, day }: Expiring): string => `${reminderPrefix}${kind}:${id}:${dayOf(day)}:`
/** Whether the reminder is of what expires on that very day: of a paper that has been renewed it is not. */
export const isReminderOf = (key: string, expiring: Expiring): boolean => key.startsWith(keyOf(expiring))

/**
 * The reminders that are due: those of the nearest of `reminderDays` (days before the day, the setting `muistutuspaivat`), each shown until the next
 * one begins, the last one until the end of the day itself. None before the first and after the day. After a missed night the next run makes them.
 */
export function dueReminders(expiring: Expiring, { now, reminderDays }: { now: number; reminderDays: readonly number[] }): Reminder[] {
  const { kind, day, whose, drivers } = expiring
  const left = daysBetween(now, day)
  const farthestFirst = reminderDays.toSorted((a, b) => b - a)
  const days = farthestFirst.findLast((days) => left <= days)
  if (left < 0 || days === undefined) return []
  const next = farthestFirst.find((later) => later < days)
  const shown = { start: now, end: addDays(startOfDay(day), next === undefined ? 1 : -next), drivers }
  const { own, office } = expiryTexts[kind]
  const key = `${keyOf(expiring)}${days}`
  const ofAdministrators: Reminder = { ...shown, key: `${key}:y`, to: 'administrators', message: office(whose, formatDate(day)) }
  const ofDrivers: Reminder = { ...shown, key, to: 'drivers', message: own(whose, formatDate(day)) }
  return drivers.length > 0 ? [ofDrivers, ofAdministrators] : [ofAdministrators]
}
