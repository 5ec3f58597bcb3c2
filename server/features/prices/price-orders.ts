import { addressLocation } from '#domain/entities/address/address.location.ts'
import type { OrderLines } from '#domain/entities/order/order.rules.ts'
import { priceOf, type SavedPoint } from '#domain/features/prices/price-of-order.ts'
import { calculationOf, type PriceValues, priceValues } from '#domain/features/prices/price-values.ts'
import { isRepriced, isUnpriced, requestOf } from '#domain/features/prices/repricing.ts'
import type { Row } from '#domain/model/registry.ts'
import type { Conclude, Conclusion, RowWithLines, StoredRow } from '#server/entities/engine.ts'
import { readPricingData } from './queries.ts'

type Order = RowWithLines<Row<'tilaus'>, OrderLines>

/**
 * Prices the orders of a save that have no typed price, when data that their price depends on has changed or they have no price yet
 * (rules/prices.md#repricing).
 */
export const priceOrders: Conclude<Row<'tilaus'>, OrderLines> = async (runner, wholes, { viewer, now, rowOf }) => {
  const requests = wholes
    .map((whole) => ({ whole, isChanged: isRepriced(whole.root, whole.lines) }))
    .filter(({ whole, isChanged }) => isChanged || isUnpriced(whole.root))
    .map(({ whole, isChanged }) => ({ whole, isChanged, order: whole.root.after, request: requestOf(whole.root.after, whole.lines) }))
  if (requests.length === 0) return { set: [], made: [] }
  const known = await readPricingData(
    runner,
    requests.map(({ request }) => request),
  )
  const addresses = { get: (id: string) => pointOf(rowOf('postiosoite', id)) ?? known.addresses.get(id) }
  const set: Conclusion['set'][number][] = []
  const made: Conclusion['made'][number][] = []
  for (const { whole, isChanged, order, request } of requests) {
    const price = priceOf(request, { ...known, addresses })
    // There is still no price: nothing to store, and no calculation to log.
    if (!isChanged && !(price.found && price.hinta > 0)) continue
    set.push(...changesOf(whole, priceValues(request, price)))
    if (price.found)
      made.push({
        entity: 'hintalaskuri_log',
        values: { aika: now, kayttaja: viewer?.userId ?? null, ...calculationOf(order, price) },
      })
  }
  return { set, made }
}

/** The point of an address that is saved along with the order. */
function pointOf(row: StoredRow | undefined): SavedPoint | null {
  const { lat, lng, field_maa, field_postinumero } = addressLocation.optional().parse(row) ?? { lat: null, lng: null }
  return lat === null || lng === null ? null : { lat, lng, maa: field_maa, postinro: field_postinumero }
}

function changesOf({ root, lines }: Order, { tilaus, lahetykset, tuntituotteet }: PriceValues): Conclusion['set'][number][] {
  const priced = new Map([...lahetykset, ...tuntituotteet])
  return [
    { of: root, values: tilaus },
    ...Object.values(lines).flatMap((some) =>
      some.flatMap((of) => {
        const values = priced.get(of.after.id)
        return values ? [{ of, values }] : []
      }),
    ),
  ]
}
