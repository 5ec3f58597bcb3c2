import type { hinnasto } from '../../entities/price/price.entity.ts'
import type { RowOf } from '../../model/define-entity.ts'

export type PriceList = Pick<
  RowOf<typeof hinnasto>,
  | 'id'
  | 'drupal_internal__id'
  | 'name'
  | 'asiakas'
  | 'voimassa_alkaen'
  | 'perusmaksu'
  | 'hinta_kg'
  | 'hinta_rullakko'
  | 'hinta_paketti'
  | 'hinta_lavapaikka'
  | 'hinta_km'
  | 'minimihinta'
  | 'polttoainelisa_prosentti'
>

/**
 * The list that applies on a day (rules/prices.md#price-lists): the customer's own before the default one; of several the latest one that
 * has started, and of two that start on one day the one created later. Null when none has started.
 */
export function listFor(lists: readonly PriceList[], asiakas: string | null, day: number): PriceList | null {
  const begun = lists.filter((list) => list.voimassa_alkaen <= day && (list.asiakas === null || list.asiakas === asiakas))
  const [first] = begun.sort(
    (a, b) =>
      Number(b.asiakas !== null) - Number(a.asiakas !== null) ||
      b.voimassa_alkaen - a.voimassa_alkaen ||
      b.drupal_internal__id - a.drupal_internal__id,
  )
  return first ?? null
}
