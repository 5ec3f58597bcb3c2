import { z } from 'zod'
import { keyOf } from '../../values/key-of.ts'
import { hourlyKinds } from '../hourly/hourly.entity.ts'

/** The kinds of steps in a calculation, in their order within a line. */
export const priceSteps = {
  perusmaksu: 'Perusmaksu',
  km: 'Matka',
  kg: 'Paino',
  rullakko: 'Rullakot',
  paketti: 'Paketit',
  lavapaikka: 'Lavapaikat',
  minimihinta: 'Korotus minimihintaan',
  polttoainelisa: 'Polttoainelisä',
  aika: 'Tuntityö, aika',
  matka: 'Tuntityö, matka',
  maara: 'Tuntityö, määrä',
} as const

/**
 * One step: `maara` times `hinta` (a percentage for the fuel surcharge, the minimum price itself for the minimum), and the amount in euros
 * that it adds. `rivi` is the number of its line, from 1.
 */
export const priceStep = z.strictObject({
  rivi: z.int().min(1),
  laji: keyOf(priceSteps),
  maara: z.number(),
  hinta: z.number(),
  summa: z.number(),
})
export type PriceStep = z.output<typeof priceStep>

const amount = z.number().min(0)
const ofShipment = z.strictObject({
  id: z.uuid(),
  laji: z.literal('lahetys'),
  /** By road, whole kilometres; 0 when unknown and the list does not charge for distance. */
  km: amount,
  kg: amount,
  rullakko: amount,
  paketti: amount,
  lavapaikka: amount,
})
const ofJob = z.strictObject({
  id: z.uuid(),
  laji: z.literal('tuntityo'),
  tyyppi: keyOf(hourlyKinds),
  /** The charged minutes, kilometres or pieces. */
  maara: amount,
})
/** The data that a price was calculated from, one row for each line. */
export const priceInputs = z.strictObject({
  /** A midnight in Helsinki: the day whose price list applies. */
  paiva: z.int().min(0),
  rivit: z.array(z.discriminatedUnion('laji', [ofShipment, ofJob])),
})
export type PriceInputs = z.output<typeof priceInputs>

/** Why no price could be calculated. */
export const missingPriceReasons = {
  hinnasto: 'Tilauksen päivälle ei ole hinnastoa.',
  matka: 'Matkan pituutta ei tunneta: noudon tai toimituksen postinumeron sijainti puuttuu.',
  tuntihinta: 'Tuntityön tyypillä ei ole hintaa.',
  rivit: 'Tilauksella ei ole hinnoiteltavia rivejä.',
  raja: 'Laskettu hinta on liian suuri.',
} as const
export type MissingPriceReason = keyof typeof missingPriceReasons
