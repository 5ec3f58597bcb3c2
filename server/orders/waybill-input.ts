import { type Row, registry } from '#domain/registry.ts'
import type { WaybillInput, WaybillShipment } from '#domain/waybill/document.ts'
import { waybillNumber } from '#domain/waybill/number.ts'
import type { Runner } from '../jsonapi/read.ts'

/** Shipments' waybills and orders' summaries are numbered by their rows, each in a series of its own. */
const shipmentSeries = 10_000_000_000
const summarySeries = 20_000_000_000

/** A waybill's content before the pictures of signatures are read; `signature` is the file of one. */
export type WaybillSource = Omit<WaybillInput, 'lahetykset' | 'date'> & {
  shipments: readonly {
    id: string
    shipment: Omit<WaybillShipment, 'kuittaus'>
    signed: { nimenselvennys: string; aika: number; signature: string | null } | null
  }[]
  asiakas: string
}
export type Carrier = { carrier: WaybillInput['carrier']; publicUrl: string }

type OrderRow = { id: string; tilausnro: number; numero: number; laskutus_nimi: string; asiakas_id: string }
type ShipmentRow = {
  [F in keyof Omit<WaybillShipment, 'rahtikirjanro' | 'tuote' | 'kuittaus'>]: NonNullable<WaybillShipment[F]> | null
} & {
  id: string
  tilaus_id: string
  numero: number
  tila: string
  tyyppi: Row<'lahetys'>['tyyppi']
  tuotteen_nimi: string | null
  nimenselvennys: string | null
  kuitattu: number | null
  kuittaus_id: string | null
}

// A customer without a billing name pays under its own.
const orderText = `SELECT t.id, t.tilausnro::float8 AS tilausnro, t.drupal_internal__id::float8 AS numero, t.asiakas_id,
    coalesce(nullif(t.laskutus_nimi, ''), a.name) AS laskutus_nimi
  FROM tilaus t JOIN asiakas a ON a.id = t.asiakas_id WHERE t.id = ANY($1::uuid[])`

/**
 * The live shipments with what their relations say. Taken over: the first time that the goods were under way since they
 * last waited for pickup. A signature counts while the goods are delivered: an undone delivery has none.
 */
const shipmentsText = `SELECT l.id, l.tilaus_id, l.drupal_internal__id::float8 AS numero, l.name, l.tila, l.tyyppi, l.viite, l.viesti, l.kuvaus, l.maara,
    l.pituus, l.leveys, l.korkeus, nullif(l.yksikkopaino, 0)::float8 AS yksikkopaino, nullif(l.paino, 0)::float8 AS paino, l.varauma,
    l.toivottu_toimitus::float8 AS toivottu_toimitus, p.name AS tuotteen_nimi,
    coalesce(nullif(u.field_fullname, ''), u.name) AS kuljettaja, c.rekisterinumero,
    l.nouto_nimi, l.nouto_osoite1, l.nouto_osoite2, l.nouto_postinro, l.nouto_postitmp, l.nouto_maa,
    l.nouto_yhteyshenkilo_etunimi, l.nouto_yhteyshenkilo_sukunimi, l.nouto_yhteyshenkilo_puhelin,
    l.toimitus_nimi, l.toimitus_osoite1, l.toimitus_osoite2, l.toimitus_postinro, l.toimitus_postitmp, l.toimitus_maa,
    l.toimitus_yhteyshenkilo_etunimi, l.toimitus_yhteyshenkilo_sukunimi, l.toimitus_yhteyshenkilo_puhelin,
    noudettu.aika::float8 AS noudettu, k.nimenselvennys, k.kuitattu::float8 AS kuitattu, k.kuittaus_id
  FROM lahetys l
  LEFT JOIN tuote p ON p.id = l.tuote_id
  LEFT JOIN "user" u ON u.id = l.kuljettaja_id
  LEFT JOIN auto c ON c.id = l.auto_id
  LEFT JOIN LATERAL (
    SELECT min(r.aika) AS aika FROM revisio r
    WHERE r.rivi = l.id AND r.muutokset->'tila'->>1 IN ('kuljetuksessa', 'siirto', 'siirretty', 'toimitettu') AND l.tila <> 'odottaa_noutoa'
      AND NOT EXISTS (SELECT FROM revisio takaisin WHERE takaisin.rivi = l.id AND takaisin.vid > r.vid
        AND takaisin.muutokset->'tila'->>1 = 'odottaa_noutoa')) noudettu ON true
  LEFT JOIN LATERAL (
    SELECT v.nimenselvennys, coalesce(nullif(v.laitteen_aika, 0), v.created) AS kuitattu, v.kuittaus_id FROM v_o_kuittaus v
    WHERE v.lahetykset_ids @> ARRAY[l.id] AND v.status = 1 AND l.tila = 'toimitettu'
    ORDER BY v.created DESC, v.drupal_internal__id DESC LIMIT 1) k ON true
  WHERE l.tilaus_id = ANY($1::uuid[]) AND l.status = 1 ORDER BY l.drupal_internal__id`

/** Everything that the waybills of orders say, whoever asks: the caller has seen to it that they may read them. By the order's id. */
export async function readWaybills(
  runner: Runner,
  orders: readonly string[],
  { carrier, publicUrl }: Carrier,
): Promise<Map<string, WaybillSource>> {
  const found = await runner.query<OrderRow>({ name: 'waybill-orders', text: orderText, values: [orders] })
  const lines = await runner.query<ShipmentRow>({ name: 'waybill-shipments', text: shipmentsText, values: [orders] })
  const shipments = Map.groupBy(lines.rows, ({ tilaus_id }) => tilaus_id)
  return new Map(
    found.rows.map(({ id, tilausnro, numero, laskutus_nimi, asiakas_id }) => {
      const rows = shipments.get(id) ?? []
      const source: WaybillSource = {
        tilaus: {
          id,
          tunniste: `${registry.tilaus.tunniste.prefix}-${tilausnro}`,
          rahtikirjanro: waybillNumber(summarySeries + numero),
          laskutus_nimi,
        },
        shipments: rows.map(shipmentOf),
        carrier,
        // The goods' papers are made where the goods are given.
        place: rows.find(({ tila }) => tila !== 'peruutettu')?.nouto_postitmp ?? '',
        publicUrl,
        asiakas: asiakas_id,
      }
      return [id, source]
    }),
  )
}

function shipmentOf({
  id,
  tilaus_id: _order,
  numero,
  tyyppi,
  tuotteen_nimi,
  nimenselvennys,
  kuitattu,
  kuittaus_id,
  ...row
}: ShipmentRow): WaybillSource['shipments'][number] {
  return {
    id,
    shipment: { ...row, rahtikirjanro: waybillNumber(shipmentSeries + numero), tuote: { name: tuotteen_nimi, tyyppi } },
    signed: kuitattu === null ? null : { nimenselvennys: nimenselvennys ?? '', aika: kuitattu, signature: kuittaus_id },
  }
}
