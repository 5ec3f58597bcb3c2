import { addDays, firstValidMoment, startOfDay } from '#domain/values/time/time.ts'
import { settings } from '#web/session/settings.ts'

/** How many days ahead what expires is shown: those of the first reminder (rules/notifications.md#expiry-reminders). */
export const soonDays = (): number => Math.max(0, ...settings().reminderDays)

/** The end of what has expired or soon will. */
export const soonUntil = (now: number): number => addDays(startOfDay(now), soonDays())

/** The condition on a day: it has passed, or soon will. */
export const isSoon = (now: number) => ({ operator: 'BETWEEN', value: [firstValidMoment, soonUntil(now)] }) as const
