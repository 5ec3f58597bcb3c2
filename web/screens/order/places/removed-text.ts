import { lazily } from '#domain/values/lazily.ts'
import type { End } from '#domain/values/place/place.ts'
import { plural } from '#web/kit/format.ts'
import { placeName } from '../order-check.ts'
import type { OrderContent } from '../order-values.ts'
import { linesAt, placesOnlyOf } from './order-places.ts'

const joined = lazily(() => new Intl.ListFormat('fi'))

const placesGone = (values: OrderContent, ids: ReadonlySet<string>): string[] =>
  placesOnlyOf(values, ids).map(({ end, position }) => placeName(values, end, position))

/** `Tavararivi 1 ja Toimitus 1 poistettu`: a row is removed with the places that only it uses. */
export const rowRemovedText = (values: OrderContent, position: number): string =>
  `${joined().format([`Tavararivi ${position + 1}`, ...placesGone(values, new Set([values.rows[position]?.id ?? '']))])} poistettu`

/** `Nouto 2 ja 1 rivi poistettu`: a pickup is removed with its rows, which are in another section of the form. */
export function placeRemovedText(values: OrderContent, end: End, key: string): string {
  const lines = linesAt(values, end, key)
  const rows = end === 'nouto' ? [plural(lines.size, 'rivi', 'riviä')] : []
  return `${joined().format([...placesGone(values, lines), ...rows])} poistettu`
}
