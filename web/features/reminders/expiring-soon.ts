import { addDays, firstValidMoment, startOfDay } from '#domain/values/time/time.ts'
import { settings, useSettings } from '#web/session/settings.ts'

const daysOf = ({ reminderDays }: { reminderDays: readonly number[] }): number => Math.max(0, ...reminderDays)

/** How many days ahead what expires is shown: those of the first reminder (rules/notifications.md#expiry-reminders). */
export const useSoonDays = (): number => daysOf(useSettings())

/** The end of what has expired or soon will. */
export const soonUntil = (now: number, days = daysOf(settings())): number => addDays(startOfDay(now), days)

/** The condition on a day: it has passed, or soon will. */
export const isSoon = (now: number, days?: number) => ({ operator: 'BETWEEN', value: [firstValidMoment, soonUntil(now, days)] }) as const
