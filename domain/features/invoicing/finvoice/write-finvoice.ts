import XMLBuilder from 'fast-xml-builder'
import { quantityAndPrice, quantityDecimals } from '../charged-work.ts'
import { invoiceEmissions, rowEmissions } from '../invoice-emissions.ts'
import type { InvoiceLine, OutgoingInvoice } from '../outgoing-invoice.ts'
import { virtualBarcode } from '../payment/virtual-barcode.ts'
import { buyerOf, paymentOf, sellerOf, transmissionOf } from './finvoice-parties.ts'
import { cutTo, joinedWithin, plainLine } from './finvoice-text.ts'
import { amount, date, percent, quantity, unitPrice, type Xml, type XmlElement } from './finvoice-values.ts'

const builder = new XMLBuilder({ attributeNamePrefix: '@', ignoreAttributes: false, suppressBooleanAttributes: false, format: true })

/** What an invoice lacks for a Finvoice file, as a Finnish sentence; null when it can be written. */
export function finvoiceFault({ number, reference, seller, buyer, lines }: OutgoingInvoice): string | null {
  if (plainLine(seller.name) === '') return 'Yrityksen nimi puuttuu asetuksista.'
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(seller.iban.replace(/\s/g, ''))) return 'Yrityksen tilinumero (IBAN) puuttuu asetuksista.'
  if (seller.bic !== '' && !/^[A-Z0-9]{8}([A-Z0-9]{3})?$/.test(seller.bic))
    return 'Yrityksen pankin BIC-tunnus ei kelpaa. Tarkista asetukset.'
  if (plainLine(buyer.name) === '') return 'Laskun saajan nimi puuttuu.'
  if (plainLine(number) === '' || [...number].length > 20) return 'Laskun numerossa on 1–20 merkkiä.'
  if (reference !== '' && !/^\d{2,20}$/.test(reference)) return 'Laskun viitenumero ei kelpaa.'
  return lines.length === 0 ? 'Laskulla ei ole rivejä.' : null
}

/**
 * An invoice as a Finvoice 3.0 file (rules/integrations.md#finvoice): XML whose bytes are UTF-8, as it declares. The same invoice gives
 * the same text. Texts that are too long for the schema are cut. Throws when `finvoiceFault` finds something.
 */
export function writeFinvoice(invoice: OutgoingInvoice): string {
  const fault = finvoiceFault(invoice)
  if (fault !== null) throw new Error(fault)
  const document: XmlElement = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Finvoice: {
      '@Version': '3.0',
      MessageTransmissionDetails: transmissionOf(invoice),
      ...sellerOf(invoice),
      ...buyerOf(invoice),
      DeliveryDetails: deliveryOf(invoice),
      InvoiceDetails: detailsOf(invoice),
      VirtualBankBarcode: virtualBarcode(invoice) ?? undefined,
      InvoiceRow: invoice.lines.map((line, index) => rowOf(line, index, invoice)),
      EpiDetails: paymentOf(invoice),
    },
  }
  return builder.build(withoutEmpty(document))
}

/** The builder would write an element for an undefined value. */
function withoutEmpty(xml: Xml): Xml {
  if (typeof xml !== 'object') return xml
  if (Array.isArray(xml)) return xml.map(withoutEmpty)
  return Object.fromEntries(Object.entries(xml).flatMap(([name, value]) => (value === undefined ? [] : [[name, withoutEmpty(value)]])))
}

/** The days of delivery, and the waybills where they fit. */
function deliveryOf({ lines }: OutgoingInvoice): XmlElement {
  const days = lines.map(({ deliveredAt }) => deliveredAt)
  const [first, last] = [Math.min(...days), Math.max(...days)].map(date)
  const isOneDay = JSON.stringify(first) === JSON.stringify(last)
  const waybills = new Set(lines.flatMap(({ waybill }) => (waybill === '' ? [] : [waybill])))
  return {
    DeliveryDate: isOneDay ? first : undefined,
    DeliveryPeriodDetails: isOneDay ? undefined : { StartDate: first, EndDate: last },
    WaybillIdentifier: waybills.size === 0 ? undefined : joinedWithin(70, [...waybills]) || undefined,
  }
}

const kinds = {
  lasku: { InvoiceTypeCode: 'INV01', InvoiceTypeCodeUN: '380', InvoiceTypeText: 'LASKU' },
  hyvitys: { InvoiceTypeCode: 'INV02', InvoiceTypeCodeUN: '381', InvoiceTypeText: 'HYVITYSLASKU' },
} as const

/** UNTDID 5305: the standard rate, reverse charge of a foreign buyer, or zero rated. */
function vatCode(rate: number, { buyer }: OutgoingInvoice): string {
  if (rate > 0) return 'S'
  return buyer.country === '' || buyer.country === 'FI' ? 'Z' : 'AE'
}

function detailsOf(invoice: OutgoingInvoice): XmlElement {
  const references = [...new Set(invoice.lines.flatMap((line) => line.references))]
  const texts = [invoice.message, invoiceEmissions(invoice)].map((text) => cutTo(512, text)).filter((text) => text !== '')
  return {
    ...kinds[invoice.kind],
    OriginCode: 'Original',
    InvoiceNumber: plainLine(invoice.number),
    InvoiceDate: date(invoice.invoiceDay),
    OriginalInvoiceNumber: invoice.credits === '' ? undefined : cutTo(20, invoice.credits),
    BuyerReferenceIdentifier: references.length === 1 ? cutTo(70, references[0] ?? '') || undefined : undefined,
    RowsTotalVatExcludedAmount: amount(invoice.netCents),
    InvoiceTotalVatExcludedAmount: amount(invoice.netCents),
    InvoiceTotalVatAmount: amount(invoice.vatCents),
    InvoiceTotalVatIncludedAmount: amount(invoice.totalCents),
    VatSpecificationDetails: invoice.vat.map((share) => {
      const code = vatCode(share.percent, invoice)
      return {
        VatBaseAmount: amount(share.netCents),
        VatRatePercent: percent(share.percent),
        VatCode: code,
        VatRateAmount: amount(share.vatCents),
        VatFreeText: code === 'AE' ? 'Käännetty verovelvollisuus' : undefined,
      }
    }),
    InvoiceFreeText: texts,
    PaymentTermsDetails: {
      PaymentTermsFreeText: `${invoice.paymentTermDays} päivää netto`,
      InvoiceDueDate: date(invoice.dueDay),
    },
  }
}

/** A unit price is positive also in a credit note, whose quantities are negative. */
function rowOf(line: InvoiceLine, index: number, invoice: OutgoingInvoice): XmlElement {
  const charged = quantityAndPrice(line, { quantity: quantityDecimals, price: 5 })
  const references = line.references.map(plainLine).filter((reference) => reference !== '')
  return {
    ArticleName: cutTo(100, line.name) || 'Kuljetus',
    InvoicedQuantity: quantity(charged.quantity, line.unit),
    UnitPriceAmount: unitPrice(charged.price, line.unit),
    RowIdentifier: joinedWithin(35, line.orders) || undefined,
    RowPositionIdentifier: String(index + 1),
    RowDeliveryDate: date(line.deliveredAt),
    RowBuyerReferenceIdentifier: joinedWithin(70, references) || undefined,
    RowDeliveryDetails: line.waybill === '' ? undefined : { RowWaybillIdentifier: cutTo(70, line.waybill) },
    RowFreeText: rowTexts(line, references),
    RowVatRatePercent: percent(line.vatPercent),
    RowVatCode: vatCode(line.vatPercent, invoice),
    RowVatExcludedAmount: amount(line.netCents),
  }
}

/** What a row's own fields have no room for, and its estimated emissions. */
function rowTexts(line: InvoiceLine, references: readonly string[]): string[] {
  const long = [
    { label: 'Tilaukset', texts: line.orders, width: 35 },
    { label: 'Viitteet', texts: references, width: 70 },
  ]
  const emissions = plainLine(rowEmissions(line))
  return [
    ...long.flatMap(({ label, texts, width }) => {
      const all = texts.map(plainLine).join(', ')
      return [...all].length > width ? [cutTo(512, `${label}: ${all}`)] : []
    }),
    ...(emissions === '' ? [] : [emissions]),
  ]
}
