import type { Tuntituote } from '#domain/entities/hourly/hourly.entity.ts'
import { cloneHourly, cloneOrder, cloneShipment } from '#domain/entities/order/order.clone.ts'
import { fillFromProduct, lockedSizes } from '#domain/entities/order/order.rows.ts'
import type { Lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import type { End } from '#domain/values/place/place.ts'
import { type GoodsValues, goodsOfRow, type OrderValues, typedGoods, valuesOf } from './order-values.ts'
import type { Suggestion } from './places/place-suggestions.ts'
import type { PlaceValues } from './places/place-values.ts'

type Source = {
  order: Parameters<typeof cloneOrder>[0]
  shipments: readonly (Parameters<typeof cloneShipment>[0] & Pick<Lahetys, 'id' | 'tila' | 'drupal_internal__id'>)[]
  jobs: readonly (Parameters<typeof cloneHourly>[0] & Pick<Tuntituote, 'tila' | 'drupal_internal__id'>)[]
}

type Options = {
  /** The id of one shipment to copy; without it all that is not cancelled is copied, or all of a wholly cancelled order. */
  only: string | undefined
  /** The current products and saved addresses: those of the old order may have been removed. */
  products: readonly (Parameters<typeof fillFromProduct>[1] & Parameters<typeof lockedSizes>[0])[]
  places: Readonly<Record<End, readonly Suggestion[]>>
  /** Whether a product's locked sizes apply to this person (rules/products.md#locked-sizes: customers). */
  locks: boolean
  now: number
  newId: () => string
}

const live = <L extends { tila: string }>(lines: readonly L[]): L[] => lines.filter(({ tila }) => tila !== 'peruutettu')

/** The form of a new order with the content of an old one (rules/orders.md#copying), without prices, drivers and images. */
export function clonedOrder({ order, shipments, jobs }: Source, options: Options): OrderValues {
  const { only, now, newId } = options
  const cancelled = live([...shipments, ...jobs]).length === 0
  const chosen = only === undefined ? (cancelled ? shipments : live(shipments)) : shipments.filter(({ id }) => id === only)
  const work = only === undefined ? (cancelled ? jobs : live(jobs)) : []
  const asNew = <L extends { drupal_internal__id: number }>({ drupal_internal__id }: L) => ({ id: newId(), vid: 0, drupal_internal__id })
  const copied = work.map((job) => ({ ...cloneHourly(job, now), ...asNew(job) }))
  const copy = valuesOf(
    { ...cloneOrder(order), id: newId(), vid: 0, created: 0, hinta: 0, hinta_kasin: false },
    chosen.map((shipment) => ({ ...cloneShipment(shipment, now), palveluaika: 0, luvattu_aika: 0, ...asNew(shipment) })),
    copied,
    newId,
  )
  return {
    ...copy,
    nouto: copy.nouto.map((place) => knownPlace(place, options.places.nouto)),
    toimitus: copy.toimitus.map((place) => knownPlace(place, options.places.toimitus)),
    rows: copy.rows.map((row) => knownGoods(row, options)),
    jobs: copy.jobs.map((job) => ({ ...job, terms: termsOf(copied.find(({ id }) => id === job.id)) })),
    saved: null,
  }
}

const termsOf = (job: Pick<Tuntituote, 'minimilaskutus' | 'tuntituote_instanssi'> | undefined) =>
  job ? { minimilaskutus: job.minimilaskutus, tuntituote_instanssi: job.tuntituote_instanssi } : null

/** The texts stay; a reference to a removed address or contact is dropped. */
function knownPlace(place: PlaceValues, saved: readonly Suggestion[]): PlaceValues {
  const found = saved.find((suggestion) => place.osoite !== null && suggestion.place.osoite === place.osoite)?.place
  const contact = found?.yhteyshenkilo === place.yhteyshenkilo ? place.yhteyshenkilo : null
  return { ...place, osoite: found?.osoite ?? null, yhteyshenkilo: contact }
}

/** The same for a product; where its sizes are locked, the copy gets its current sizes. */
function knownGoods(row: GoodsValues, { products, locks }: Options): GoodsValues {
  const product = products.find(({ id }) => id === row.tuote)
  if (!product) return { ...row, tuote: null }
  const locked = locks ? lockedSizes(product) : []
  if (locked.length === 0) return row
  const filled = typedGoods(fillFromProduct(goodsOfRow(row), product))
  const sizes = locked.map((size) => (size === 'yksikkopaino' ? 'paino' : size))
  return { ...row, ...Object.fromEntries(sizes.map((size) => [size, filled[size]])) }
}
