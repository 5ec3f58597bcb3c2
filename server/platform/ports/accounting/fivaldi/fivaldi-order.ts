import { quantityAndPrice } from '#domain/features/invoicing/charged-work.ts'
import { cutTo, joinedWithin, linesOf, plainLine } from '#domain/features/invoicing/finvoice/finvoice-text.ts'
import { invoiceEmissions, rowEmissions } from '#domain/features/invoicing/invoice-emissions.ts'
import type { InvoiceLine, InvoiceParty, OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { chosen, type FivaldiChoices, paymentTermOf, unitOf } from './fivaldi-choices.ts'

export type FivaldiChosen = {
  /** The product of each rate of VAT: the rate follows from its posting. */
  products: ReadonlyMap<number, string>
  /** '' takes the only one. */
  postingGroup: string
  deliveryMethod: string
}

/** dd.mm.yyyy */
export const fivaldiDay = (seconds: number): string => dayOf(seconds).split('-').toReversed().join('.')

const cut = (max: number, text: string): string | undefined => cutTo(max, text) || undefined

/** A name in the two fields that Fivaldi has for it: 40 characters and the rest. */
export function splitName(name: string): { first: string; second?: string } {
  const characters = [...plainLine(name)]
  const second = cutTo(40, characters.slice(40).join(''))
  return { first: characters.slice(0, 40).join('').trimEnd(), ...(second === '' ? {} : { second }) }
}

/** Our customer in Fivaldi's register: at most 30 characters. */
export const externalIdOf = (customerId: string): string => customerId.replaceAll('-', '').slice(0, 30)

const ovt = /^0037\d{8}[A-Z0-9]{0,5}$/

export function fivaldiCustomer(buyer: OutgoingInvoice['buyer']) {
  const { first, second } = splitName(buyer.name)
  return {
    customerName: first,
    customerName2: second,
    businessId: cut(30, buyer.businessId),
    email: plainLine(buyer.email).length > 80 ? undefined : cut(80, buyer.email),
    phoneNumber: cut(25, buyer.phone),
    externalId: externalIdOf(buyer.customerId),
    isCustomer: true,
    languageCode: 'FIN',
    currency: 'EUR',
    ovtIdentifier: ovt.test(buyer.eInvoiceAddress) ? buyer.eInvoiceAddress : undefined,
    finvoiceOtherIdentifier: ovt.test(buyer.eInvoiceAddress) ? undefined : cut(30, buyer.eInvoiceAddress),
    intermediatorCode: cut(30, buyer.operator),
    customerEntityAddressDTOS: addressesOf(buyer),
  }
}

/** The postal address and that of billing (types 01 and 03) are the same for us. */
function addressesOf({ street, street2, postalCode, town, country }: InvoiceParty): object[] {
  if (plainLine(`${street}${postalCode}${town}`) === '') return []
  const address = {
    streetAddress: cut(80, street),
    streetAddress2: cut(80, street2),
    postalCode: cut(10, postalCode),
    postalAddress: cut(80, town),
    countryCode: country || 'FI',
  }
  return [
    { addressType: '01', isMainAddress: true, ...address },
    { addressType: '03', isMainAddress: false, ...address },
  ]
}

type Ordered = { order: object } | { fault: string; mayBeNew: boolean }

/** The sales order of an invoice, or what is missing in Fivaldi. `mayBeNew`: somebody may have added it since the choices were read. */
export function fivaldiOrder(invoice: OutgoingInvoice, customerId: string, from: { choices: FivaldiChoices; set: FivaldiChosen }): Ordered {
  const { choices, set } = from
  const missing = (fault: string): Ordered => ({ fault, mayBeNew: true })
  const paymentTerm = paymentTermOf(choices, invoice.paymentTermDays)
  if (!paymentTerm) return missing(`Fivaldissa ei ole maksuehtoa ${invoice.paymentTermDays} pv. Lisää se Fivaldiin.`)
  const postingGroup = chosen(choices.postingGroups, set.postingGroup)
  if (!postingGroup) return missing('Fivaldin tiliöintiryhmää ei löydy. Tarkista FIVALDI_POSTING_GROUP.')
  const deliveryMethod = chosen(choices.deliveryMethods, set.deliveryMethod)
  if (!deliveryMethod && set.deliveryMethod !== '') return missing('Fivaldin toimitustapaa ei löydy. Tarkista FIVALDI_DELIVERY_METHOD.')
  const rows: object[] = []
  for (const line of invoice.lines) {
    const product = set.products.get(line.vatPercent)
    const rate = String(line.vatPercent).replace('.', ',')
    if (product === undefined)
      return { fault: `Verokannalle ${rate} % ei ole Fivaldin tuotetta. Tarkista FIVALDI_PRODUCTS.`, mayBeNew: false }
    const unit = unitOf(choices, line.unit)
    if (!unit) return missing(`Fivaldissa ei ole yksikköä ${line.unit}. Lisää se Fivaldiin.`)
    rows.push(rowOf(line, product, unit.id))
  }
  const references = [...new Set(invoice.lines.flatMap((line) => line.references))]
  const { first, second } = splitName(invoice.buyer.name)
  const streets = [...linesOf(invoice.buyer.street, { width: 35, limit: 2 }), ...linesOf(invoice.buyer.street2, { width: 35, limit: 2 })]
  const order = {
    customerId,
    externalOrderNumber: invoice.number,
    orderDate: fivaldiDay(invoice.invoiceDay),
    deliveryDate: fivaldiDay(Math.max(...invoice.lines.map(({ deliveredAt }) => deliveredAt))),
    currency: 'EUR',
    languageCode: 'FIN',
    paymentTermId: paymentTerm.id,
    postingGroupId: postingGroup.id,
    deliveryMethodId: deliveryMethod?.id,
    buyerReferenceIdentifier: joinedWithin(70, references) || undefined,
    invoiceReference: cut(80, `${invoice.kind === 'hyvitys' ? 'Hyvityslasku' : 'Lasku'} ${invoice.number}`),
    readyToInvoice: true,
    buyer: {
      buyerOrganisationName: first,
      buyerOrganisationName2: second,
      streetName: streets[0],
      streetName2: streets[1],
      postCodeIdentifier: cut(35, invoice.buyer.postalCode),
      townName: cut(35, invoice.buyer.town),
      countryCode: invoice.buyer.country || 'FI',
    },
    salesOrderRowDTOS: [...textRows([creditedIn(invoice), invoice.message]), ...rows, ...textRows([invoiceEmissions(invoice)])],
  }
  return { order }
}

const creditedIn = ({ kind, credits }: OutgoingInvoice): string => (kind === 'hyvitys' ? `Hyvityslasku laskulle ${credits}` : '')

const textRows = (texts: readonly string[]): object[] =>
  texts
    .map((words) => cutTo(512, words))
    .filter((words) => words !== '')
    .map((rowFreeText) => ({ textRow: true, rowFreeText }))

/** Fivaldi calculates the row from a price of six decimals: exact to the cent up to a quantity of ten thousand. */
const maxQuantity = 10_000

function rowOf(line: InvoiceLine, productCode: string, unitId: string): object {
  const { quantity, price } = quantityAndPrice(line, { quantity: 3, price: 6, maxQuantity })
  const details = [
    line.orders.length === 0 ? '' : `Tilaus ${line.orders.join(', ')}`,
    line.references.length === 0 ? '' : `Viite ${line.references.join(', ')}`,
    line.waybill === '' ? '' : `Rahtikirja ${line.waybill}`,
    `Toimitettu ${fivaldiDay(line.deliveredAt)}`,
    rowEmissions(line),
  ].filter((detail) => detail !== '')
  return {
    textRow: false,
    productCode,
    description: cutTo(80, line.name) || 'Kuljetus',
    quantity,
    unitId,
    unitPriceExcludingTax: price,
    discountRate: 0,
    rowFreeText: cut(512, details.join('; ')),
  }
}
