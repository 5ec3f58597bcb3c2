import type { EmissionEstimate } from '#domain/features/emissions/estimate.ts'
import type { WaybillInput, WaybillShipment } from '#domain/features/waybills/document.ts'
import { orderWaybillNumber, shipmentWaybillNumber } from '#domain/features/waybills/number.ts'
import { registry } from '#domain/model/registry.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { documentEmissions } from '../emissions/estimate-orders.ts'
import { ordersToDraw, shipmentsToDraw } from './queries.ts'

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

type ShipmentRow = Awaited<ReturnType<typeof shipmentsToDraw>>[number]

/** Everything that the waybills of orders contain, by the order's id. The caller has checked that the viewer may read them. */
export async function readWaybills(
  runner: Queryable,
  orders: readonly string[],
  { carrier, publicUrl }: Carrier,
): Promise<Map<string, WaybillSource>> {
  const found = await ordersToDraw(runner, { ids: orders })
  const lines = await shipmentsToDraw(runner, { ids: orders })
  const emissions = await documentEmissions(runner, orders)
  const shipments = Map.groupBy(lines, ({ tilaus_id }) => tilaus_id)
  return new Map(
    found.map(({ id, tilausnro, numero, laskutus_nimi, asiakas_id }) => {
      const rows = shipments.get(id) ?? []
      const source: WaybillSource = {
        tilaus: {
          id,
          tunniste: `${registry.tilaus.tunniste.prefix}-${tilausnro}`,
          rahtikirjanro: orderWaybillNumber(numero),
          laskutus_nimi,
        },
        shipments: rows.map((row) => shipmentOf(row, emissions?.ofShipment(row.id) ?? null)),
        carrier,
        // The place of issue of a waybill is where the goods are handed over.
        place: rows.find(({ tila }) => tila !== 'peruutettu')?.nouto_postitmp ?? '',
        publicUrl,
        asiakas: asiakas_id,
      }
      return [id, source]
    }),
  )
}

function shipmentOf(
  { id, tilaus_id: _order, numero, tyyppi, tuotteen_nimi, nimenselvennys, kuitattu, kuittaus_id, ...row }: ShipmentRow,
  paastot: EmissionEstimate | null,
): WaybillSource['shipments'][number] {
  return {
    id,
    shipment: { ...row, rahtikirjanro: shipmentWaybillNumber(numero), tuote: { name: tuotteen_nimi, tyyppi }, paastot },
    signed: kuitattu === null ? null : { nimenselvennys: nimenselvennys ?? '', aika: kuitattu, signature: kuittaus_id },
  }
}
