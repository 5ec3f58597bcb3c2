import { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import type { BillingFields } from '#domain/entities/order/order.billing.ts'
import { windowAt, windowText } from '#domain/entities/shipment/shipment.times.ts'
import { productTypes } from '#domain/values/limits.ts'
import { ends } from '#domain/values/place/place.ts'
import { amountText } from '#web/features/orders/amount-text.ts'
import { numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatDate, formatEuros, formatKilos, formatMoment, plural } from '../../kit/format.ts'
import { billingLine } from './billing/billing-line.ts'
import { endLabels } from './order-check.ts'
import type { ComparedOrder, LinePlaces } from './order-content.ts'
import { jobRowOf } from './order-values.ts'
import { addressLine, contactLine } from './places/place-suggestions.ts'
import type { Place } from './places/place-values.ts'
import { knownWindows, type TypedWindows } from './timing/order-notes.ts'

const labels: Record<keyof ComparedOrder, string> = {
  nouto: 'Nouto',
  toimitus: 'Toimitus',
  rows: 'Tavarat',
  jobs: 'Lisätyöt',
  toivottu_toimitus: 'Toivottu toimitus',
  ajat: 'Kellonajat',
  luvattu_aika: 'Luvattu aika',
  viite: 'Viite',
  viesti: 'Viesti kuljettajalle',
  laskutus: 'Laskutus',
  hinta: 'Hinta',
}
export const conflictLabel = (field: keyof ComparedOrder): string => labels[field]

const placeText = (place: Place): string => [place.nimi, addressLine(place), contactLine(place)].filter(Boolean).join(', ')
/** Each place once, even when several shipments go there. */
const placesText = (places: LinePlaces): string => [...new Set(Object.values(places).map(placeText))].join('; ') || '–'
const rowText = (row: ComparedOrder['rows'][number]): string =>
  [
    plural(numberOf(row.maara), 'kpl', 'kpl'),
    row.kuvaus || productTypes[row.tyyppi],
    `${row.pituus} × ${row.leveys} × ${row.korkeus} cm`,
    formatKilos(numberOf(row.paino)),
    ...(row.palveluaika ? [`${row.palveluaika} min`] : []),
  ].join(' ')

const jobText = (job: ComparedOrder['jobs'][number]): string =>
  [job.selite || hourlyKinds[job.tyyppi], amountText(jobRowOf(job))].filter(Boolean).join(' ')

/** `Nouto ti 24.11. klo 10.00–12.00; Toimitus ennen klo 16.00`, with the days. */
const windowsText = (typed: TypedWindows): string =>
  ends
    .map((end) => [endLabels[end], windowText(windowAt(end, knownWindows(typed)), 0)])
    .flatMap(([name, text]) => (text === '' ? [] : [`${name} ${text}`]))
    .join('; ') || '–'

/** A part of the order as text, for choosing between two versions. */
export function showContent(field: keyof ComparedOrder, value: unknown): string {
  switch (field) {
    case 'nouto':
    case 'toimitus':
      return placesText(value as LinePlaces)
    case 'rows':
      return (value as ComparedOrder['rows']).map(rowText).join('; ')
    case 'jobs':
      return (value as ComparedOrder['jobs']).map(jobText).join('; ') || '–'
    case 'toivottu_toimitus':
      return typeof value === 'number' ? formatDate(value) || '–' : String(value)
    case 'luvattu_aika':
      return typeof value === 'number' ? formatMoment(value) || '–' : String(value)
    case 'ajat':
      return windowsText(value as TypedWindows)
    case 'laskutus':
      return billingLine(value as BillingFields)
    case 'hinta':
      return numberOf(value as TypedNumber) > 0 ? formatEuros(numberOf(value as TypedNumber)) : '–'
    case 'viite':
    case 'viesti':
      return String(value) || '–'
  }
}
