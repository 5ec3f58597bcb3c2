import { daysBetween, formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'

/** `tänään 9.42`, `ma 23.11. 13.20`; '' for none. */
export function momentWords(at: number, now: number): string {
  if (at === 0) return ''
  return `${daysBetween(at, now) === 0 ? 'tänään' : formatDay(at)} ${formatTime(at)}`
}
