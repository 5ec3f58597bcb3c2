import type { PoolClient } from 'pg'
import type { Lasku, Laskurivi } from '#domain/entities/invoice/invoice.entity.ts'
import type { Tilaus } from '#domain/entities/order/order.entity.ts'
import { sumsOf } from '#domain/features/invoicing/invoice-sums.ts'
import type { InvoiceLine, OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { referenceNumberOf } from '#domain/features/invoicing/payment/reference-number.ts'
import { registry } from '#domain/model/registry.ts'
import { toCents } from '#domain/values/money.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { system } from '#server/entities/engine.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { type DocumentEmissions, documentEmissions } from '../../emissions/estimate-orders.ts'
import { sharesInCents } from './invoice-values.ts'
import type { InvoicingParts } from './parts.ts'
import { storedContent } from './queries.ts'

type Building = InvoicingParts & { client: PoolClient }
const idsOf = (orders: readonly Tilaus[]): string[] => orders.map(({ id }) => id)
const tunnisteOf = ({ tilausnro }: Tilaus): string => `${registry.tilaus.tunniste.prefix}-${tilausnro}`

/** An invoice as it leaves today, with everything copied into it. `orders` are those of its rows, locked by the caller. */
export async function buildContent(building: Building, invoice: Lasku, orders: readonly Tilaus[]): Promise<OutgoingInvoice> {
  const { engine, client } = building
  const rows = await engine.load(system, 'laskurivi', [invoice.id], { by: 'lasku', runner: client })
  const lines = rows.map(({ row }) => row).toSorted((a, b) => a.rivinro - b.rivinro)
  const credited = invoice.hyvitettava === null ? null : await storedContent(client, invoice.hyvitettava)
  const invoiceDay = startOfDay(building.clock())
  const vat = sharesInCents(invoice.alv_erittely)
  const { netCents } = sumsOf(lines.map((line) => ({ netCents: toCents(line.veroton), vatPercent: line.alv_prosentti })))
  const emissions = invoice.laji === 'hyvitys' ? null : await documentEmissions(client, idsOf(orders))
  const sources = emissions?.ofOrders(idsOf(orders)).sources ?? []
  return {
    id: invoice.id,
    number: String(invoice.numero),
    kind: invoice.laji,
    credits: credited?.number ?? '',
    invoiceDay,
    dueDay: invoice.laji === 'hyvitys' ? invoiceDay : addDays(invoiceDay, invoice.maksuehto),
    // A credit note has no term of its own, but a provider requires one that it knows: that of the invoice.
    paymentTermDays: credited?.paymentTermDays ?? invoice.maksuehto,
    reference: referenceNumberOf(invoice.numero),
    channel: invoice.laskutustapa,
    message: credited ? invoice.syy : messageOf(orders, lines),
    seller: await sellerOf(building),
    // A credit note goes where its invoice went.
    buyer: credited?.buyer ?? (await buyerOf(building, invoice, orders)),
    lines: lines.map((line) => lineOf(line, orders, emissions)),
    vat,
    netCents,
    vatCents: toCents(invoice.alv),
    totalCents: toCents(invoice.yhteensa),
    ...(sources.length > 0 ? { emissionSources: sources } : {}),
  }
}

/** The messages of the orders; that of a rental's order is the name of its row already. */
function messageOf(orders: readonly Tilaus[], lines: readonly Laskurivi[]): string {
  const messages = new Set(orders.map(({ laskutus_viesti }) => laskutus_viesti.trim()))
  return [...messages].filter((message) => message !== '' && !lines.some(({ name }) => name === message)).join('\n')
}

function lineOf(line: Laskurivi, orders: readonly Tilaus[], emissions: DocumentEmissions): InvoiceLine {
  const sum = emissions?.ofOrders(line.tilaukset)
  return {
    name: line.name,
    orders: orders.filter(({ id }) => line.tilaukset.includes(id)).map(tunnisteOf),
    references: line.viitteet.split('\n').filter((reference) => reference !== ''),
    waybill: line.rahtikirja,
    deliveredAt: line.toimituspaiva,
    quantity: line.maara,
    unit: line.yksikko,
    unitPrice: line.yksikkohinta,
    netCents: toCents(line.veroton),
    vatPercent: line.alv_prosentti,
    ...(sum && sum.estimated > 0 && sum.missing === 0 ? { emissionGrams: sum.grams } : {}),
  }
}

async function sellerOf({ company, client }: Building): Promise<OutgoingInvoice['seller']> {
  const { nimi, y_tunnus, puhelin, sahkoposti, osoite } = await company()
  const { values } = await storedSettings(client)
  return {
    name: nimi,
    businessId: y_tunnus,
    street: values.yritys_katuosoite || osoite,
    street2: '',
    postalCode: values.yritys_postinumero,
    town: values.yritys_postitoimipaikka,
    country: 'FI',
    email: sahkoposti,
    phone: puhelin,
    eInvoiceAddress: values.yritys_verkkolaskuosoite,
    operator: values.yritys_valittaja,
    iban: values.yritys_iban,
    bic: values.yritys_bic,
  }
}

/** All orders of an invoice have the same billing address. */
async function buyerOf({ engine, client }: Building, { asiakas }: Lasku, orders: readonly Tilaus[]): Promise<OutgoingInvoice['buyer']> {
  const [found] = await engine.load(system, 'asiakas', asiakas === null ? [] : [asiakas], { runner: client })
  const [order] = orders
  if (!found || !order) throw new Error(`Customer ${asiakas} or the orders of its invoice are missing`)
  const { row: customer } = found
  return {
    name: order.laskutus_nimi || customer.name,
    businessId: customer.y_tunnus,
    street: order.laskutus_osoite1,
    street2: order.laskutus_osoite2,
    postalCode: order.laskutus_postinro,
    town: order.laskutus_postitmp,
    country: order.laskutus_maa,
    email: order.laskutus_email,
    phone: '',
    eInvoiceAddress: order.laskutus_verkkolaskuosoite,
    operator: order.laskutus_valittaja,
    customerId: `${registry.asiakas.tunniste.prefix}-${customer.drupal_internal__id}`,
    talenomNumber: customer.talenom_asiakasnumero,
  }
}
