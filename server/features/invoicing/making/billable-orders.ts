import { waitingSince } from '#domain/entities/route/route.calendar.ts'
import type { InvoiceProviderName } from '#domain/features/invoicing/outgoing-invoice.ts'
import type { BillableOrder } from '#domain/features/invoicing/plan-invoices.ts'
import type { ProviderLimits, Receiver } from '#domain/features/invoicing/providers/missing-for-provider.ts'
import type { Settings } from '#domain/features/settings/settings.ts'
import { orderWaybillNumber } from '#domain/features/waybills/number.ts'
import { registry } from '#domain/model/registry.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { type BillableRow, billableOrders } from '../invoices/queries.ts'

/** What the planning of invoices reads of the orders. */
export const readBillable = async (runner: Queryable, ids: readonly string[], now: number): Promise<BillableOrder[]> =>
  (await billableOrders(runner, ids)).map((order) => orderOf(order, now))

/** Who is to take the invoices, and from which e-invoice address they leave. */
export const receiverOf = (name: InvoiceProviderName, limits: ProviderLimits, settings: Settings): Receiver => ({
  ...{ name, limits },
  seller: { eInvoiceAddress: settings.yritys_verkkolaskuosoite, operator: settings.yritys_valittaja },
})

function orderOf(found: BillableRow, now: number): BillableOrder {
  const { tilausnro, nro, shipmentReferences, jobReferences, tuntityot, from, to, ryhma, asiakas, laskutuspaivat, ...order } = found
  if (!asiakas) throw new Error(`Order ${order.id} has no customer`)
  return {
    ...order,
    asiakas,
    tuntityot: tuntityot ?? [],
    odottaa: order.timestamp_toimitettu >= waitingSince(now, laskutuspaivat ?? []),
    tunniste: `${registry.tilaus.tunniste.prefix}-${tilausnro}`,
    rahtikirja: order.lahetyksia === 0 ? '' : orderWaybillNumber(nro),
    viitteet: [...new Set([...shipmentReferences, ...jobReferences])],
    from: from ?? '',
    to: to ?? '',
    ryhma: ryhma && {
      id: ryhma.id,
      tunniste: `${registry.tilaus_ryhma.tunniste.prefix}-${ryhma.nro}`,
      hinta: ryhma.hinta,
      kesken: ryhma.kesken,
    },
  }
}
