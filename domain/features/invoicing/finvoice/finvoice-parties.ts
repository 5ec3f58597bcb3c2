import type { InvoiceParty, OutgoingInvoice } from '../outgoing-invoice.ts'
import { canBeRouted } from '../providers/e-invoice-routing.ts'
import { atLeastTwo, cutTo, linesOf, plainLine } from './finvoice-text.ts'
import { amount, date, identifier, type XmlElement } from './finvoice-values.ts'

/** An OVT identifier: 0037 and a Y-tunnus without its dash, and a suffix of the company's. */
const ovt = /^0037\d{8}[A-Z0-9]{0,5}$/
const ovtScheme = '0216'

const electronicAddress = (address: string): XmlElement => identifier(address, ovt.test(address) ? { '@SchemeID': ovtScheme } : {})

/** From and to which address an operator carries the invoice; undefined when an end has no e-invoice address. */
export function transmissionOf({ id, channel, invoiceDay, seller, buyer }: OutgoingInvoice): XmlElement | undefined {
  if (channel !== 'verkkolasku' || !canBeRouted(seller) || !canBeRouted(buyer)) return undefined
  return {
    MessageSenderDetails: { FromIdentifier: electronicAddress(seller.eInvoiceAddress), FromIntermediator: seller.operator },
    MessageReceiverDetails: { ToIdentifier: electronicAddress(buyer.eInvoiceAddress), ToIntermediator: buyer.operator },
    MessageDetails: {
      MessageIdentifier: cutTo(48, id),
      // The invoice's own day, so that the same invoice always gives the same bytes.
      MessageTimeStamp: new Date(invoiceDay * 1000).toISOString().replace('.000Z', 'Z'),
    },
  }
}

/** The VAT number of a company with a Finnish Y-tunnus. */
function taxCode({ businessId, country }: InvoiceParty): string | undefined {
  const [, number, check] = /^(\d{7})-?(\d)$/.exec(businessId) ?? []
  if (number && country === 'FI') return `FI${number}${check}`
  return /^[A-Z]{2}[A-Z0-9+*]{2,}$/.test(businessId) ? cutTo(35, businessId) : undefined
}

/** The address of a party, its elements named after the role. The schema wants a street, a town and a postal code, or no address. */
function addressOf(role: 'Seller' | 'Buyer', party: InvoiceParty): XmlElement | undefined {
  const town = atLeastTwo(cutTo(35, party.town))
  const code = atLeastTwo(cutTo(35, party.postalCode))
  if (town === undefined || code === undefined) return undefined
  const streets = [...linesOf(party.street, { width: 35, limit: 2 }), ...linesOf(party.street2, { width: 35, limit: 2 })].slice(0, 3)
  return {
    [`${role}StreetName`]: streets.length === 0 ? town : streets.map(atLeastTwo),
    [`${role}TownName`]: town,
    [`${role}PostCodeIdentifier`]: code,
    CountryCode: /^[A-Z]{2}$/.test(party.country) ? party.country : undefined,
  }
}

function partyOf(role: 'Seller' | 'Buyer', party: InvoiceParty): XmlElement {
  return {
    [`${role}PartyIdentifier`]: party.businessId === '' ? undefined : cutTo(35, party.businessId),
    [`${role}OrganisationName`]: linesOf(party.name, { width: 70, limit: 2 }).map(atLeastTwo),
    [`${role}OrganisationTaxCode`]: taxCode(party),
    [`${role}PostalAddressDetails`]: addressOf(role, party),
  }
}

function communicationOf(role: 'Seller' | 'Buyer', { phone, email }: InvoiceParty): XmlElement | undefined {
  if (phone === '' && plainLine(email) === '') return undefined
  return {
    [`${role}PhoneNumberIdentifier`]: phone === '' ? undefined : cutTo(35, phone),
    // A part of an address would be another address.
    [`${role}EmailaddressIdentifier`]: email === '' || plainLine(email).length > 70 ? undefined : plainLine(email),
  }
}

const unitNumber = ({ eInvoiceAddress }: InvoiceParty): string | undefined =>
  eInvoiceAddress === '' ? undefined : cutTo(35, eInvoiceAddress)

const iban = (account: string): XmlElement => identifier(account.replace(/\s/g, ''), { '@IdentificationSchemeName': 'IBAN' })
const bic = (code: string): XmlElement => identifier(code, { '@IdentificationSchemeName': 'BIC' })

export const sellerOf = ({ seller }: OutgoingInvoice): XmlElement => ({
  SellerPartyDetails: partyOf('Seller', seller),
  SellerOrganisationUnitNumber: unitNumber(seller),
  SellerCommunicationDetails: communicationOf('Seller', seller),
  SellerInformationDetails:
    seller.bic === ''
      ? undefined
      : {
          SellerAccountDetails: {
            SellerAccountID: iban(seller.iban),
            SellerBic: bic(seller.bic),
          },
        },
})

export const buyerOf = ({ buyer }: OutgoingInvoice): XmlElement => ({
  BuyerPartyDetails: partyOf('Buyer', buyer),
  BuyerOrganisationUnitNumber: unitNumber(buyer),
  BuyerCommunicationDetails: communicationOf('Buyer', buyer),
})

/** What the payer's bank needs. */
export const paymentOf = ({ invoiceDay, dueDay, reference, seller, totalCents }: OutgoingInvoice): XmlElement => ({
  EpiIdentificationDetails: { EpiDate: date(invoiceDay), EpiReference: reference },
  EpiPartyDetails: {
    EpiBfiPartyDetails: seller.bic === '' ? '' : { EpiBfiIdentifier: bic(seller.bic) },
    EpiBeneficiaryPartyDetails: {
      EpiNameAddressDetails: atLeastTwo(cutTo(35, seller.name)),
      EpiAccountID: iban(seller.iban),
    },
  },
  EpiPaymentInstructionDetails: {
    EpiRemittanceInfoIdentifier: reference === '' ? undefined : identifier(reference, { '@IdentificationSchemeName': 'SPY' }),
    EpiInstructedAmount: amount(totalCents),
    EpiCharge: identifier('SHA', { '@ChargeOption': 'SHA' }),
    EpiDateOptionDate: date(dueDay),
  },
})
