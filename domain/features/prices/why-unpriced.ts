import { z } from 'zod'
import { type MissingPriceReason, missingPriceReasons } from '../../entities/price/price.steps.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listFor, type PriceList } from './price-list.ts'
import { type PriceRequest, type PricingData, pointOf, priceOf, unitPriceOf } from './price-of-order.ts'

/** Why an order has no price: those of a calculation that fails, and those of one that comes to 0 €. */
export const unpricedReasons = {
  ...missingPriceReasons,
  koko: 'Tavaroiden määrä tai paino puuttuu, ja hinnasto veloittaa niiden mukaan.',
  nolla: 'Hinnastossa ei ole hintaa näille tavaroille.',
  maara: 'Tuntityön matka tai määrä puuttuu.',
} as const satisfies Record<MissingPriceReason, string> & Record<string, string>
export type UnpricedReason = keyof typeof unpricedReasons

/** What somebody corrects, so that the order gets a price: a row of a register, or a line of the order by its number from 1. */
export type Unpriced = {
  puute: UnpricedReason
  kohde: { entiteetti: 'hinnasto' | 'tuntituote_tyyppi'; id: string } | null
  rivi: number
  paikka: '' | 'nouto' | 'toimitus'
}

const unpriced = (puute: UnpricedReason, more: Partial<Unpriced> = {}): Unpriced => ({ puute, kohde: null, rivi: 0, paikka: '', ...more })

function missingPlace({ shipments }: PriceRequest, known: PricingData): Unpriced {
  const places = shipments.map((line) => ({
    nouto: pointOf(line.nouto_maa, line.nouto_postinro, line.nouto_osoite, known),
    toimitus: pointOf(line.toimitus_maa, line.toimitus_postinro, line.toimitus_osoite, known),
  }))
  const index = places.findIndex(({ nouto, toimitus }) => !nouto || !toimitus)
  return unpriced('matka', { rivi: index + 1, paikka: places[index]?.nouto ? 'toimitus' : 'nouto' })
}

function missingHourlyPrice({ asiakas, shipments, jobs }: PriceRequest, known: PricingData): Unpriced {
  const index = jobs.findIndex((job) => unitPriceOf(job, asiakas, known) === 0)
  const type = jobs[index]?.tuntituote_tyyppi
  return unpriced('tuntihinta', {
    rivi: shipments.length + index + 1,
    kohde: type ? { entiteetti: 'tuntituote_tyyppi', id: type } : null,
  })
}

const chargesForGoods = ({ hinta_kg, hinta_rullakko, hinta_paketti, hinta_lavapaikka }: PriceList): boolean =>
  hinta_kg + hinta_rullakko + hinta_paketti + hinta_lavapaikka > 0

/** Why a calculation came to 0 €. */
function whyFree({ asiakas, paiva, shipments, jobs }: PriceRequest, known: PricingData): Unpriced {
  const job = jobs.findIndex((one) => one.tyyppi !== 'aika' && one[one.tyyppi] === 0)
  const list = shipments.length > 0 ? listFor(known.lists, asiakas, paiva) : null
  if (!list) return unpriced('maara', { rivi: Math.max(job, 0) + 1 })
  const kohde = { entiteetti: 'hinnasto', id: list.id } as const
  const empty = shipments.findIndex(({ maara, paino }) => maara === 0 || (paino === 0 && list.hinta_kg > 0))
  return chargesForGoods(list) && empty >= 0 ? unpriced('koko', { rivi: empty + 1 }) : unpriced('nolla', { rivi: 1, kohde })
}

/** Why the calculator gives the order no price, and what is to be corrected; null when it has one (rules/prices.md#orders-without-a-price). */
export function whyUnpriced(request: PriceRequest, known: PricingData): Unpriced | null {
  const price = priceOf(request, known)
  if (price.found) return price.hinta > 0 ? null : whyFree(request, known)
  switch (price.reason) {
    case 'matka':
      return missingPlace(request, known)
    case 'tuntihinta':
      return missingHourlyPrice(request, known)
    default:
      return unpriced(price.reason)
  }
}

/** Why a stored order has no price, for those who correct it. */
export const whyUnpricedCall = defineCall({
  method: 'GET',
  path: '/api/hintalaskuri/puute',
  roles: ['yllapito'],
  input: z.strictObject({ tilaus_id: z.uuid('Tunniste (tilaus_id) on UUID.').toLowerCase() }),
  output: z.strictObject({
    /** '' when the calculator would give the order a price, or it has one. */
    puute: z.enum(['', ...(Object.keys(unpricedReasons) as UnpricedReason[])]),
    kohde: z.strictObject({ entiteetti: z.enum(['hinnasto', 'tuntituote_tyyppi']), id: z.uuid() }).nullable(),
    rivi: z.number(),
    paikka: z.enum(['', 'nouto', 'toimitus']),
  }),
})
export type UnpricedAnswer = OutputOf<typeof whyUnpricedCall>
