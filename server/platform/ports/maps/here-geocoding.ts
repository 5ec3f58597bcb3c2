// https://www.here.com/docs/category/geocoding-search-v7
import { z } from 'zod'
import type { Geocoder, SoughtAddress } from './geocoding.ts'
import { type HereOptions, hereCall } from './here-call.ts'

const service = 'https://geocode.search.hereapi.com/v1/geocode'

/** The country codes of addresses by HERE's alpha-3 codes. */
const countryCodes = new Map([
  ['FI', 'FIN'],
  ['EE', 'EST'],
  ['LV', 'LVA'],
  ['LT', 'LTU'],
  ['SE', 'SWE'],
  ['NO', 'NOR'],
  ['RU', 'RUS'],
])

const answerShape = z.object({
  items: z.array(
    z.object({
      resultType: z.string(),
      address: z.object({ postalCode: z.string().optional(), city: z.string().optional() }),
      position: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
      scoring: z.object({ queryScore: z.number() }).optional(),
    }),
  ),
})
type Item = z.output<typeof answerShape>['items'][number]

/** HERE also answers with the nearest match that it knows. A match with a lower score is another address. */
const leastScore = 0.9

const isSame = (a: string, b: string): boolean => a.trim().toLocaleLowerCase('fi') === b.trim().toLocaleLowerCase('fi')

/** Whether the result is the address itself, rather than its street or the same street in another town. */
function isOf({ postalCode, town }: SoughtAddress, { resultType, address, scoring }: Item): boolean {
  if (resultType !== 'houseNumber' || (scoring?.queryScore ?? 0) < leastScore) return false
  return postalCode === '' ? isSame(address.city ?? '', town) : address.postalCode === postalCode
}

/** HERE's geocoding (rules/integrations.md#maps). */
export function hereGeocoder(options: HereOptions): Geocoder {
  const call = hereCall(service, options)
  return {
    async locate(sought) {
      const country = countryCodes.get(sought.country)
      if (!country) return null
      const q = [sought.street, `${sought.postalCode} ${sought.town}`.trim()].join(', ')
      const { items } = await call({ q, in: `countryCode:${country}`, limit: '1' }, answerShape)
      return items.find((item) => isOf(sought, item))?.position ?? null
    },
  }
}
