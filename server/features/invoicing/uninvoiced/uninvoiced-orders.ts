import type { Pool } from 'pg'
import type { z } from 'zod'
import { billingKindOf } from '#domain/entities/order/order.billing.ts'
import { firstBillingDay, waitingSince } from '#domain/entities/route/route.calendar.ts'
import { missingForInvoice } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { UninvoicedOrder, uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { registry } from '#domain/model/registry.ts'
import { readUninvoiced, type UninvoicedRow } from './queries.ts'

type Input = z.output<typeof uninvoicedOrdersCall.input>
export async function uninvoicedOrders(
  pool: Pool,
  { tilausIds, sort, 'page[limit]': limit, 'page[offset]': offset, operation: _, ...filter }: Input,
  now: number,
): Promise<{ data: UninvoicedOrder[]; meta: { count: number } }> {
  const { orders, count } = await readUninvoiced(pool, { filter, sort, ids: tilausIds ?? null, limit, offset, now })
  return { data: orders.map((order) => uninvoicedOrder(order, now)), meta: { count } }
}

export const uninvoicedOrder = (found: UninvoicedRow, now: number): UninvoicedOrder => ({
  id: found.id,
  vid: found.vid,
  tunniste: `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`,
  tilausnro: found.tilausnro,
  tyyppi: found.tyyppi,
  asiakas: { id: found.asiakas_id, name: found.asiakas_name, y_tunnus: found.y_tunnus },
  timestamp_toimitettu: found.timestamp_toimitettu,
  toivottu_toimitus: found.toivottu_toimitus,
  hinta: found.hinta,
  hinta_kasin: found.hinta_kasin,
  ryhma: groupOf(found),
  laskutustapa: billingKindOf(found),
  puuttuu: missingForInvoice(
    { ...found, odottaa: found.timestamp_toimitettu >= waitingSince(now, found.laskutuspaivat ?? []) },
    { tyyppi: found.asiakas_tyyppi, y_tunnus: found.y_tunnus },
    found.ryhma,
  ),
  laskutettavissa: firstBillingDay(found.timestamp_toimitettu, found.laskutuspaivat ?? []),
  lahetyksia: found.lahetyksia,
  tuntitoita: found.tuntitoita,
  kolli: found.kolli,
  paino: found.paino,
  viitteet: found.viitteet,
  nouto: found.nouto,
  toimitus: found.toimitus,
  tuntityo: found.tuntityo,
  lasku: invoiceOf(found),
})

function invoiceOf({ lasku }: UninvoicedRow): UninvoicedOrder['lasku'] {
  if (lasku === null) return null
  const { numero, ...invoice } = lasku
  return { ...invoice, tunniste: `${registry.lasku.tunniste.prefix}-${numero}` }
}

function groupOf({ ryhma, jarjestys, rivilla }: UninvoicedRow): UninvoicedOrder['ryhma'] {
  if (ryhma === null) return null
  const { id, vid, nro, hinta } = ryhma
  return { id, vid, tunniste: `${registry.tilaus_ryhma.tunniste.prefix}-${nro}`, hinta, jarjestys, tilauksia: rivilla }
}
