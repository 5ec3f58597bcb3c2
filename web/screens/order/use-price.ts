import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { type PriceDraft, priceDraftCall } from '#domain/features/prices/price-draft.ts'
import { priceDay } from '#domain/features/prices/repricing.ts'
import { numberOf } from '#web/kit/form/typed-number.ts'
import { callApi } from '../../data/api-call.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { jobRowOf, type OrderValues, placeWith, totalsOf } from './order-values.ts'
import type { Place } from './places/place-values.ts'
import { dayOrNone } from './timing/order-notes.ts'

type PriceInput = z.input<typeof priceDraftCall.input>

/** Waits for a pause in typing before the price is requested (milliseconds). */
const pause = 400

const priceQuery = (input: PriceInput) =>
  queryOptions({
    queryKey: queryKeys.call(priceDraftCall.path, input),
    // A faulty value is reported at its field, and an order may be saved without a price.
    queryFn: ({ signal }) => callApi(priceDraftCall, input, { signal, quiet: [400, 403, 422, 429, 500, 502, 503] }),
    staleTime: 60_000,
    retry: false,
  })

const isKnown = ({ postinro }: Place): boolean => postinro.trim() !== ''

const textOf = (input: PriceInput | null): string | null => input && JSON.stringify(input)

/** The request for a price; null while the form lacks required values. */
function priceInputOf(values: OrderValues, asiakas: string): PriceInput | null {
  const { rows, jobs, saved } = values
  const wishes = [...rows, ...jobs].map(({ own }) => dayOrNone(own.toivottu_toimitus ?? values.toivottu_toimitus)).filter((day) => day > 0)
  const placed = rows.map((row) => ({ row, nouto: placeWith(values.nouto, row.nouto), toimitus: placeWith(values.toimitus, row.toimitus) }))
  if (rows.length + jobs.length === 0 || !placed.every(({ nouto, toimitus }) => isKnown(nouto) && isKnown(toimitus))) return null
  if (!rows.every(({ maara }) => numberOf(maara) > 0)) return null
  return {
    asiakas_id: asiakas,
    paiva: wishes.length > 0 || saved?.created ? priceDay(wishes, saved?.created ?? 0) : 0,
    lahetykset: placed.map(({ row, nouto, toimitus }) => ({
      nouto_maa: nouto.maa,
      nouto_postinro: nouto.postinro,
      nouto_osoite: nouto.osoite,
      toimitus_maa: toimitus.maa,
      toimitus_postinro: toimitus.postinro,
      toimitus_osoite: toimitus.osoite,
      tyyppi: row.tyyppi,
      maara: numberOf(row.maara),
      paino: totalsOf([row]).kilos,
      varauma: row.varauma,
    })),
    tuntituotteet: jobs.map((job) => {
      const { tyyppi, aika, matka, maara, tuntituote_tyyppi } = jobRowOf(job)
      const { terms } = job
      return { tyyppi, aika, matka, maara, tuntituote_tyyppi, ...terms }
    }),
  }
}

/** The order's calculated price: the stored one while nothing that affects it has been edited, else the price that a save would store. */
export type CalculatedPrice = { hinta: number; stored: true } | (PriceDraft & { stored: false })

/** Null while the price is unknown. A later change of the price list does not change a stored order. */
export function usePrice(values: OrderValues, asiakas: string, stored: OrderValues | null): CalculatedPrice | null {
  const saved = stored?.saved
  const isStored = stored !== null && saved?.hinta === 0 && textOf(priceInputOf(values, asiakas)) === textOf(priceInputOf(stored, asiakas))
  const input = isStored ? null : priceInputOf(values, asiakas)
  const [text] = useDebouncedValue(textOf(input), pause)
  const settled: PriceInput | null = text && JSON.parse(text)
  const { data } = useQuery({ ...priceQuery(settled ?? {}), enabled: settled !== null, placeholderData: keepPreviousData })
  const storedPrice: CalculatedPrice | null = saved?.hinta === 0 ? { hinta: saved.laskettu, stored: true } : null
  if (isStored) return storedPrice
  if (input === null) return null
  // The stored price is shown until the server has answered, since the buttons below would otherwise move under the pointer.
  return settled && data ? { ...data, stored: false } : storedPrice
}
