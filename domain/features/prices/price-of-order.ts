import type { Tuntituote } from '../../entities/hourly/hourly.entity.ts'
import type { MissingPriceReason, PriceInputs, PriceStep } from '../../entities/price/price.steps.ts'
import type { Lahetys } from '../../entities/shipment/shipment.entity.ts'
import { fromCents, maxEuros, toCents } from '../../values/money.ts'
import { estimateRoad, type Point, wholeKilometres } from '../../values/place/distance.ts'
import { postalKey } from '../../values/place/postal-key.ts'
import { listFor, type PriceList } from './price-list.ts'

/** The fields of a shipment that determine its price. */
export const shipmentBasis = [
  'nouto_maa',
  'nouto_postinro',
  'nouto_osoite',
  'toimitus_maa',
  'toimitus_postinro',
  'toimitus_osoite',
  'tyyppi',
  'maara',
  'paino',
  'varauma',
] as const satisfies readonly (keyof Lahetys)[]
/** The fields of an hourly job that determine its price. */
export const jobBasis = [
  'tyyppi',
  'aika',
  'matka',
  'maara',
  'minimilaskutus',
  'tuntituote_tyyppi',
  'tuntituote_instanssi',
  'sovittu_hinta',
  'aloitusaika',
  'lopetusaika',
] as const satisfies readonly (keyof Tuntituote)[]

export type PricedShipment = Pick<Lahetys, 'id' | (typeof shipmentBasis)[number]>
export type PricedJob = Pick<Tuntituote, 'id' | (typeof jobBasis)[number]>
/** The order to price: a stored one, or one that is being typed. */
export type PriceRequest = {
  /** Null when no customer has been chosen yet: the default list applies. */
  asiakas: string | null
  /** The order's day, a midnight in Helsinki. */
  paiva: number
  shipments: readonly PricedShipment[]
  jobs: readonly PricedJob[]
}

export type UnitPrices = { hinta_h: number; hinta_km: number; hinta_kpl: number }
export type AgreedPrices = UnitPrices & { id: string; drupal_internal__id: number; asiakas: string; tuntituote_tyyppi: string }
export type SavedPoint = Point & { maa: string; postinro: string }
/** The data that prices are calculated from. */
export type PricingData = {
  lists: readonly PriceList[]
  /** Saved addresses by their ids, and postal codes by `postalKey`. */
  addresses: { get: (id: string) => SavedPoint | undefined }
  codes: { get: (key: string) => Point | undefined }
  /** The unit prices of hourly types by id, and those agreed with customers. */
  types: { get: (id: string) => UnitPrices | undefined }
  agreed: readonly AgreedPrices[]
}

/** `lines`: the price of each shipment, then of each job; `units`: the unit price of each job. Euros. */
export type Price =
  | { found: false; reason: MissingPriceReason }
  | {
      found: true
      hinta: number
      lines: readonly number[]
      units: readonly number[]
      list: PriceList | null
      steps: readonly PriceStep[]
      inputs: PriceInputs
    }

type Input = PriceInputs['rivit'][number]
type ShipmentInput = Extract<Input, { laji: 'lahetys' }>
type JobInput = Extract<Input, { laji: 'tuntityo' }>
type Step = Omit<PriceStep, 'rivi'>

/** Whole cents × whole hundredths ÷ `parts`. Half a cent is rounded up, in each step, so that the steps add up to the price. */
const share = (cents: number, hundredths: number, parts = 100): number => Math.round((cents * hundredths) / parts)
const hundredthsOf = (amount: number): number => Math.round(amount * 100)
const step = (laji: Step['laji'], maara: number, hinta: number, cents: number): Step => ({ laji, maara, hinta, summa: fromCents(cents) })
const centsOf = (steps: readonly Step[]): number => steps.reduce((sum, { summa }) => sum + toCents(summa), 0)

/**
 * Price of a shipment = max(minimihinta, perusmaksu + km × hinta_km + kg × hinta_kg + pieces by type) × (1 + fuel surcharge)
 * (rules/prices.md#calculation), as steps that add up to it. Steps of 0 € are left out.
 */
export function shipmentSteps(list: PriceList, input: Omit<ShipmentInput, 'id' | 'laji'>): Step[] {
  const charged = [
    ['perusmaksu', 1, list.perusmaksu],
    ['km', input.km, list.hinta_km],
    ['kg', input.kg, list.hinta_kg],
    ['rullakko', input.rullakko, list.hinta_rullakko],
    ['paketti', input.paketti, list.hinta_paketti],
    ['lavapaikka', input.lavapaikka, list.hinta_lavapaikka],
  ] as const
  const steps = charged.map(([laji, maara, hinta]) => step(laji, maara, hinta, share(toCents(hinta), hundredthsOf(maara))))
  steps.push(step('minimihinta', 1, list.minimihinta, Math.max(0, toCents(list.minimihinta) - centsOf(steps))))
  const before = centsOf(steps)
  const percent = list.polttoainelisa_prosentti
  steps.push(step('polttoainelisa', percent, fromCents(before), share(before, hundredthsOf(percent), 10_000)))
  return steps.filter(({ summa }) => summa > 0)
}

const unitPriceNames = { aika: 'hinta_h', matka: 'hinta_km', maara: 'hinta_kpl' } as const
const minutesOfHour = 60

/** Minutes × hinta_h / 60, kilometres × hinta_km or pieces × hinta_kpl (rules/prices.md#hourly-jobs). */
export function jobSteps({ tyyppi, maara }: Pick<JobInput, 'tyyppi' | 'maara'>, hinta: number): Step[] {
  const cents = share(toCents(hinta), hundredthsOf(maara), tyyppi === 'aika' ? minutesOfHour * 100 : 100)
  return cents > 0 ? [step(tyyppi, maara, hinta, cents)] : []
}

/** Started minutes from the recorded start to the recorded end of the work; 0 while either is unknown. */
const workedMinutes = ({ aloitusaika, lopetusaika }: Pick<PricedJob, 'aloitusaika' | 'lopetusaika'>): number =>
  aloitusaika > 0 && lopetusaika > aloitusaika ? Math.ceil((lopetusaika - aloitusaika) / 60) : 0

/** The charged amount of a job. A typed duration comes before the recorded one, and the minimum applies to time only. */
export function chargedOf(job: Omit<PricedJob, 'id' | 'tuntituote_tyyppi' | 'tuntituote_instanssi'>): number {
  if (job.tyyppi !== 'aika') return job[job.tyyppi]
  return Math.max(job.aika || workedMinutes(job), job.minimilaskutus)
}

/** The price of the recurring job, otherwise the one agreed with the customer, otherwise the type's; 0 when there is none. */
export function unitPriceOf(job: PricedJob, asiakas: string | null, { types, agreed }: PricingData): number {
  if (job.sovittu_hinta > 0) return job.sovittu_hinta
  const name = unitPriceNames[job.tyyppi]
  const own = agreed
    .filter((one) => one.asiakas === asiakas && (one.id === job.tuntituote_instanssi || one.tuntituote_tyyppi === job.tuntituote_tyyppi))
    .sort(
      (a, b) =>
        Number(b.id === job.tuntituote_instanssi) - Number(a.id === job.tuntituote_instanssi) ||
        b.drupal_internal__id - a.drupal_internal__id,
    )
  return own.find((one) => one[name] > 0)?.[name] ?? types.get(job.tuntituote_tyyppi ?? '')?.[name] ?? 0
}

/** The point of the saved address while its copied texts are unchanged, otherwise that of the postal code. */
export function pointOf(
  maa: string,
  postinro: string,
  osoite: string | null,
  { addresses, codes }: Pick<PricingData, 'addresses' | 'codes'>,
): Point | null {
  const key = postalKey(maa, postinro)
  const saved = addresses.get(osoite ?? '')
  return (saved && postalKey(saved.maa, saved.postinro) === key ? saved : codes.get(key)) ?? null
}

function kilometresOf(shipment: PricedShipment, known: PricingData): number | null {
  const from = pointOf(shipment.nouto_maa, shipment.nouto_postinro, shipment.nouto_osoite, known)
  const to = pointOf(shipment.toimitus_maa, shipment.toimitus_postinro, shipment.toimitus_osoite, known)
  return from && to ? wholeKilometres(estimateRoad(from, to)) : null
}

/** A reserved pallet place is charged as one, for any goods on it; otherwise pieces by their type. */
function piecesOf({ tyyppi, maara, varauma }: PricedShipment): Pick<ShipmentInput, 'rullakko' | 'paketti' | 'lavapaikka'> {
  const kind = varauma === 'lava' ? 'lavapaikka' : tyyppi
  return { rullakko: 0, paketti: 0, lavapaikka: 0, ...(kind === 'muu' ? {} : { [kind]: maara }) }
}

/** The price of an order: the sum of its shipments and hourly jobs. If any line has no price, the order has none. */
export function priceOf({ asiakas, paiva, shipments, jobs }: PriceRequest, known: PricingData): Price {
  const list = listFor(known.lists, asiakas, paiva)
  const rivit: Input[] = []
  const lines: Step[][] = []
  const units: number[] = []
  for (const shipment of shipments) {
    if (!list) return { found: false, reason: 'hinnasto' }
    const km = kilometresOf(shipment, known)
    if (km === null && list.hinta_km > 0) return { found: false, reason: 'matka' }
    const input = { id: shipment.id, laji: 'lahetys' as const, km: km ?? 0, kg: shipment.paino, ...piecesOf(shipment) }
    rivit.push(input)
    lines.push(shipmentSteps(list, input))
  }
  for (const job of jobs) {
    const unit = unitPriceOf(job, asiakas, known)
    if (unit === 0) return { found: false, reason: 'tuntihinta' }
    const input = { id: job.id, laji: 'tuntityo' as const, tyyppi: job.tyyppi, maara: chargedOf(job) }
    rivit.push(input)
    units.push(unit)
    lines.push(jobSteps(input, unit))
  }
  if (lines.length === 0) return { found: false, reason: 'rivit' }
  const cents = lines.map(centsOf)
  const hinta = fromCents(cents.reduce((sum, line) => sum + line, 0))
  if (hinta > maxEuros) return { found: false, reason: 'raja' }
  const steps = lines.flatMap((line, index) => line.map((one) => ({ rivi: index + 1, ...one })))
  return {
    found: true,
    hinta,
    lines: cents.map(fromCents),
    units,
    list: shipments.length > 0 ? list : null,
    steps,
    inputs: { paiva, rivit },
  }
}
