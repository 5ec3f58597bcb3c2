// Apart from the reading of what people type, which the first loads do without.
const hour = 60

/** Minutes from midnight as `6.30`. */
export const writeTimeOfDay = (minutes: number): string => `${Math.floor(minutes / hour)}.${String(minutes % hour).padStart(2, '0')}`

/** Minutes as `8 h 05 min` or `45 min`; '' for none. */
export function writeDuration(minutes: number): string {
  if (minutes === 0) return ''
  const [hours, rest] = [Math.floor(minutes / hour), minutes % hour]
  return hours > 0 ? `${hours} h ${String(rest).padStart(2, '0')} min` : `${rest} min`
}
