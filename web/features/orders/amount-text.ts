import type { Row } from '#domain/model/registry.ts'
import { formatMinutes, formatNumber } from '#web/kit/format.ts'

/** The amount of hourly work in its unit: `1 h 30 min`, `12,5 km`, `4 kpl`; empty when it has not been recorded. */
export function amountText({ tyyppi, aika, matka, maara }: Pick<Row<'tuntituote'>, 'tyyppi' | 'aika' | 'matka' | 'maara'>): string {
  if (tyyppi === 'aika') return aika > 0 ? formatMinutes(aika) : ''
  if (tyyppi === 'matka') return matka > 0 ? `${formatNumber(matka)}\u00a0km` : ''
  return maara > 0 ? `${formatNumber(maara)}\u00a0kpl` : ''
}
