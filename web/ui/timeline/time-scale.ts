/** The part of time that a timeline shows; unix seconds. */
export type TimeScale = { from: number; to: number }

/** Where a moment lies: 0 at the start of the scale, 1 at its end. Time passes evenly, also where clocks are changed. */
export const shareOf = ({ from, to }: TimeScale, at: number): number => (to > from ? (at - from) / (to - from) : 0)

/** The whole minute at a share of the scale. */
export const momentAt = ({ from, to }: TimeScale, share: number): number => Math.round((from + share * (to - from)) / 60) * 60

const hour = 3600
const steps = [1, 2, 3, 6, 12]

/** The full hours of the scale, so few that at most `max` are drawn. */
export function fullHours({ from, to }: TimeScale, max: number): number[] {
  const hours = (to - from) / hour
  const step = (steps.find((each) => hours / each <= max) ?? 24) * hour
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step)
}

/** How far the keys of a slider move a border: minutes, or null for another key. */
export function keyMinutes(key: string, shift: boolean): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return shift ? 5 : 1
  if (key === 'ArrowLeft' || key === 'ArrowDown') return shift ? -5 : -1
  if (key === 'PageUp') return 5
  return key === 'PageDown' ? -5 : null
}
