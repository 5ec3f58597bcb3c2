import type { MissingForSending } from '#domain/features/invoicing/plan-invoices.ts'

type Target = { to: '/tilaus/$id' | '/asiakas/$id'; hash: string; where: string }
/** The billing day of a route is waited for; the others are settings of the company and of the server. */
type OfSettings = 'laskutuspaiva' | 'laskuttajan_verkkolaskuosoite' | 'verokanta'

/** Where each detail of an order or of its customer is given. */
export const missingTargets: Readonly<Record<Exclude<MissingForSending, OfSettings>, Target>> = {
  hinta: { to: '/tilaus/$id', hash: 'hinta', where: 'tilauksella' },
  laskutusosoite: { to: '/tilaus/$id', hash: 'laskutus', where: 'tilauksella' },
  y_tunnus: { to: '/asiakas/$id', hash: '', where: 'asiakkaan tiedoissa' },
  ryhma: { to: '/tilaus/$id', hash: 'ryhma', where: 'tilauksella' },
  talenom_asiakasnumero: { to: '/asiakas/$id', hash: '', where: 'asiakkaan tiedoissa' },
  verkkolaskuosoite: { to: '/tilaus/$id', hash: 'laskutus', where: 'tilauksella' },
  maksuehto: { to: '/asiakas/$id', hash: '', where: 'asiakkaan tiedoissa' },
}
