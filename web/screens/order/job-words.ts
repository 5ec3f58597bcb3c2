import type { JobRow } from '#domain/entities/order/order.jobs.ts'
import { formatMinutes } from '../../kit/format.ts'

const decimals = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 2 })

/** The kinds of hourly work are stored in small letters (SPEC section 3); on a screen they begin as names do. */
export const workName = (name: string): string => `${name.charAt(0).toLocaleUpperCase('fi')}${name.slice(1)}`

/** How much of it there is, by what it is charged by: `1 h 30 min`, `12 km`, `4 kpl`; empty when nobody has said. */
export function amountText({ tyyppi, aika, matka, maara }: Pick<JobRow, 'tyyppi' | 'aika' | 'matka' | 'maara'>): string {
  if (tyyppi === 'aika') return aika > 0 ? formatMinutes(aika) : ''
  if (tyyppi === 'matka') return matka > 0 ? `${decimals.format(matka)} km` : ''
  return maara > 0 ? `${decimals.format(maara)} kpl` : ''
}
