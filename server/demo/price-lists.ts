import type { PriceList } from '#domain/price/price-list.ts'
import { type PriceKnowledge, priceOf, type SavedPoint } from '#domain/price/price-of-order.ts'
import { calculationOf, priceValues } from '#domain/price/price-values.ts'
import { isRepriced, requestOf } from '#domain/price/repricing.ts'
import { addDays } from '#domain/values/time.ts'
import type { Book, Deed } from './book.ts'
import { type Company, hourlyTypePrices } from './company.ts'
import type { Conclude } from './order-life.ts'
import { towns } from './places.ts'

const general = {
  perusmaksu: 18,
  hinta_kg: 0.04,
  hinta_rullakko: 3.5,
  hinta_paketti: 1.2,
  hinta_lavapaikka: 9,
  hinta_km: 0.55,
  minimihinta: 35,
  polttoainelisa_prosentti: 7.5,
}
const agreed = { ...general, perusmaksu: 15, hinta_km: 0.5, minimihinta: 30, polttoainelisa_prosentti: 6 }

/** The default list, and those agreed with the first two customers. */
export function addPriceLists(book: Book, { customers }: Company, today: number, deed: Deed): PriceList[] {
  const begins = addDays(today, -380)
  return [
    book.add('hinnasto', { name: 'Perushinnasto', ...general, voimassa_alkaen: begins }, deed),
    ...customers.slice(0, 2).map(({ row }) => {
      const own = { name: `Sopimushinnat, ${row.name}`, asiakas: row.id, voimassa_alkaen: addDays(begins, 60) }
      return book.add('hinnasto', { ...agreed, ...own }, deed)
    }),
  ]
}

const codes = new Map(towns.map(({ code, lat, lng }) => [`FI-${code}`, { lat, lng }]))
const types = new Map<string, (typeof hourlyTypePrices)[number]>(hourlyTypePrices.map((type) => [type.id, type]))

/** All that the house knows of prices, as the server looks it up (server/prices/price-knowledge.ts). */
function knowledgeOf({ customers }: Company, lists: readonly PriceList[]): PriceKnowledge {
  const addresses = new Map<string, SavedPoint>()
  for (const { pickups, deliveries } of customers)
    for (const { address } of [...pickups, ...deliveries]) {
      const { id, lat, lng, field_maa: maa, field_postinumero: postinro } = address
      if (lat !== null && lng !== null) addresses.set(id, { lat, lng, maa, postinro })
    }
  const hourly = customers.flatMap(({ hourlyPrices }) =>
    hourlyPrices.flatMap(({ asiakas, tuntituote_tyyppi, ...own }) =>
      asiakas && tuntituote_tyyppi ? [{ ...own, asiakas, tuntituote_tyyppi }] : [],
    ),
  )
  return { lists, addresses, codes, types, agreed: hourly }
}

/** The price of an order by the list, with its row of the log, whenever what it follows from has changed (decision 29). */
export function pricingByList(book: Book, company: Company, lists: readonly PriceList[]): Conclude {
  const known = knowledgeOf(company, lists)
  return (before, after, lines, deed) => {
    if (!isRepriced({ before, after }, lines)) return null
    const request = requestOf({ asiakas: after.asiakas, created: deed.at }, lines)
    const price = priceOf(request, known)
    if (price.found) book.add('hintalaskuri_log', { aika: deed.at, kayttaja: deed.by, ...calculationOf(after, price) }, deed)
    const { tilaus, lahetykset, tuntituotteet } = priceValues(request, price)
    return { tilaus, lahetys: ({ id }) => lahetykset.get(id) ?? null, tuntituote: ({ id }) => tuntituotteet.get(id) ?? null }
  }
}
