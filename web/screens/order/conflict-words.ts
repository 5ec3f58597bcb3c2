import { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import type { BillingFields } from '#domain/entities/order/order.billing.ts'
import { productTypes } from '#domain/values/limits.ts'
import { amountText } from '../../kit/amount-text.ts'
import { formatDate, formatEuros, formatKilos, plural } from '../../kit/format.ts'
import { numberOf, type Typed } from '../../kit/typed.ts'
import { billingLine } from './billing-line.ts'
import { type GoodsValues, type JobValues, jobRowOf, type OrderContent, type PlaceValues } from './order-values.ts'
import { addressLine, contactLine } from './place-suggestions.ts'

const labels: Record<keyof OrderContent, string> = {
  nouto: 'Nouto',
  toimitus: 'Toimitus',
  rows: 'Tavarat',
  jobs: 'Lisätyöt',
  toivottu_toimitus: 'Toivottu toimitus',
  viite: 'Viite',
  viesti: 'Viesti kuljettajalle',
  laskutus: 'Laskutus',
  hinta: 'Hinta',
}
export const conflictLabel = (field: keyof OrderContent): string => labels[field]

const placeText = (place: PlaceValues): string => [place.nimi, addressLine(place), contactLine(place)].filter(Boolean).join(', ')
const rowText = (row: GoodsValues): string =>
  [
    plural(numberOf(row.maara), 'kpl', 'kpl'),
    row.kuvaus || productTypes[row.tyyppi],
    `${row.pituus} × ${row.leveys} × ${row.korkeus} cm`,
    formatKilos(numberOf(row.paino)),
  ].join(' ')

const jobText = (job: JobValues): string => [job.selite || hourlyKinds[job.tyyppi], amountText(jobRowOf(job))].filter(Boolean).join(' ')

/** A part of the order as people read it, for choosing between two versions. */
export function showContent(field: keyof OrderContent, value: unknown): string {
  switch (field) {
    case 'nouto':
    case 'toimitus':
      return placeText(value as PlaceValues)
    case 'rows':
      return (value as GoodsValues[]).map(rowText).join('; ')
    case 'jobs':
      return (value as JobValues[]).map(jobText).join('; ') || '–'
    case 'toivottu_toimitus':
      return typeof value === 'number' ? formatDate(value) || '–' : String(value)
    case 'laskutus':
      return billingLine(value as BillingFields)
    case 'hinta':
      return numberOf(value as Typed) > 0 ? formatEuros(numberOf(value as Typed)) : '–'
    case 'viite':
    case 'viesti':
      return String(value) || '–'
  }
}
