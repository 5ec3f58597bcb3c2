import type { PriceList } from '#domain/price/price-list.ts'
import type { AgreedPrices, PriceKnowledge, PriceRequest, SavedPoint, UnitPrices } from '#domain/price/price-of-order.ts'
import type { Point } from '#domain/values/distance.ts'
import { postalKey } from '#domain/values/postal-key.ts'
import type { Runner } from '../jsonapi/read.ts'

type Found = {
  lista: PriceList
  osoite: SavedPoint & { id: string }
  koodi: Point & { koodi: string }
  tyyppi: UnitPrices & { id: string }
  sopimus: AgreedPrices
}

// Without a list that holds there is nothing to ask of places: then it is one look into two small indexes.
const statement = `WITH listat AS MATERIALIZED (
    SELECT id, drupal_internal__id, name, asiakas_id AS asiakas, voimassa_alkaen, perusmaksu, hinta_kg, hinta_rullakko, hinta_paketti,
      hinta_lavapaikka, hinta_km, minimihinta, polttoainelisa_prosentti
    FROM hinnasto WHERE status = 1 AND voimassa_alkaen <= $2 AND (asiakas_id IS NULL OR asiakas_id = ANY($1::uuid[])))
  SELECT 'lista' AS mika, to_jsonb(l) AS tieto FROM listat l
  UNION ALL
  SELECT 'osoite', jsonb_build_object('id', id, 'maa', field_maa, 'postinro', field_postinumero, 'lat', lat, 'lng', lng)
    FROM postiosoite WHERE EXISTS (SELECT FROM listat) AND id = ANY($3::uuid[]) AND lat IS NOT NULL AND lng IS NOT NULL
  UNION ALL
  SELECT 'koodi', to_jsonb(p) FROM (
    SELECT DISTINCT ON (p.maa, p.postinumero) k.koodi, p.lat, p.lng
    FROM unnest($4::text[]) k (koodi) JOIN postinumero p ON p.maa = left(k.koodi, 2) AND p.postinumero = substr(k.koodi, 4)
    WHERE EXISTS (SELECT FROM listat) ORDER BY p.maa, p.postinumero, p.paikka) p
  UNION ALL
  SELECT 'tyyppi', jsonb_build_object('id', id, 'hinta_h', hinta_h, 'hinta_km', hinta_km, 'hinta_kpl', hinta_kpl)
    FROM tuntituote_tyyppi WHERE id = ANY($5::uuid[])
  UNION ALL
  SELECT 'sopimus', jsonb_build_object('id', id, 'drupal_internal__id', drupal_internal__id, 'asiakas', asiakas_id,
      'tuntituote_tyyppi', tuntituote_tyyppi_id, 'hinta_h', hinta_h, 'hinta_km', hinta_km, 'hinta_kpl', hinta_kpl)
    FROM tuntituote_instanssi WHERE status = 1 AND $6 AND asiakas_id = ANY($1::uuid[])`

type Row = { [K in keyof Found]: { mika: K; tieto: Found[K] } }[keyof Found]

/** All that the prices of these need, in one statement. */
export async function priceKnowledge(runner: Runner, requests: readonly PriceRequest[]): Promise<PriceKnowledge> {
  const shipments = requests.flatMap((request) => request.shipments)
  const jobs = requests.flatMap((request) => request.jobs)
  const codes = shipments.flatMap((one) => [
    postalKey(one.nouto_maa, one.nouto_postinro),
    postalKey(one.toimitus_maa, one.toimitus_postinro),
  ])
  const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))]
  const { rows } = await runner.query<Row>({
    name: 'price-knowledge',
    text: statement,
    values: [
      distinct(requests.map(({ asiakas }) => asiakas)),
      Math.max(...requests.map(({ paiva }) => paiva)),
      distinct(shipments.flatMap((one) => [one.nouto_osoite, one.toimitus_osoite])),
      distinct(codes),
      distinct(jobs.map(({ tuntituote_tyyppi }) => tuntituote_tyyppi)),
      jobs.length > 0,
    ],
  })
  const lists: PriceList[] = []
  const agreed: AgreedPrices[] = []
  const addresses = new Map<string, SavedPoint>()
  const points = new Map<string, Point>()
  const types = new Map<string, UnitPrices>()
  for (const row of rows) {
    if (row.mika === 'lista') lists.push(row.tieto)
    else if (row.mika === 'osoite') addresses.set(row.tieto.id, row.tieto)
    else if (row.mika === 'koodi') points.set(row.tieto.koodi, row.tieto)
    else if (row.mika === 'tyyppi') types.set(row.tieto.id, row.tieto)
    else agreed.push(row.tieto)
  }
  return { lists, agreed, addresses, codes: points, types }
}
