import { daysBetween, formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'

/** `tänään`, `ma 23.11.` */
export const dayWords = (at: number, now: number): string => (daysBetween(at, now) === 0 ? 'tänään' : formatDay(at))

/** `tänään 9.42`, `ma 23.11. 13.20`; '' for none. */
export const momentWords = (at: number, now: number): string => (at === 0 ? '' : `${dayWords(at, now)} ${formatTime(at)}`)
