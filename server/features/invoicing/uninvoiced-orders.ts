import type { Pool } from 'pg'
import type { z } from 'zod'
import { billingKindOf } from '#domain/entities/order/order.billing.ts'
import { missingForInvoice } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { UninvoicedOrder, uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { registry } from '#domain/model/registry.ts'
import { readUninvoiced, type UninvoicedRow } from './queries.ts'

type Input = z.output<typeof uninvoicedOrdersCall.input>
export async function uninvoicedOrders(pool: Pool, input: Input): Promise<{ data: UninvoicedOrder[]; meta: { count: number } }> {
  const { orders, count } = await readUninvoiced(pool, input.tilausIds ?? null, {
    limit: input['page[limit]'],
    offset: input['page[offset]'],
  })
  return { data: orders.map(rowOf), meta: { count } }
}

const rowOf = (found: UninvoicedRow): UninvoicedOrder => ({
  id: found.id,
  tunniste: `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`,
  tilausnro: found.tilausnro,
  asiakas: { id: found.asiakas_id, name: found.asiakas_name, y_tunnus: found.y_tunnus },
  timestamp_toimitettu: found.timestamp_toimitettu,
  hinta: found.hinta,
  ryhma: found.ryhma && groupOf(found.ryhma),
  laskutustapa: billingKindOf(found),
  puuttuu: missingForInvoice(found, { tyyppi: found.asiakas_tyyppi, y_tunnus: found.y_tunnus }, found.ryhma),
  lahetyksia: found.lahetyksia,
  tuntitoita: found.tuntitoita,
  kolli: found.kolli,
  paino: found.paino,
  viitteet: found.viitteet,
})

const groupOf = ({ id, vid, nro, hinta }: NonNullable<UninvoicedRow['ryhma']>): NonNullable<UninvoicedOrder['ryhma']> => ({
  id,
  vid,
  tunniste: `${registry.tilaus_ryhma.tunniste.prefix}-${nro}`,
  hinta,
})
