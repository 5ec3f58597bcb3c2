import type { Settings } from '../settings/settings.ts'

/** What the company's settings may lack for an invoice, with the sentence shown. */
export const missingSellerLabels = {
  nimi: 'Yrityksen nimi puuttuu',
  y_tunnus: 'Yrityksen Y-tunnus puuttuu',
  iban: 'Yrityksen tilinumero (IBAN) puuttuu',
} as const
export type MissingSellerDetail = keyof typeof missingSellerLabels

export type Seller = { nimi: string; y_tunnus: string } & Pick<Settings, 'yritys_iban'>

/** An invoice names its seller (arvonlisäverolaki 209 e §), and nobody can pay one without an account. */
export function missingOfSeller({ nimi, y_tunnus, yritys_iban }: Seller): MissingSellerDetail[] {
  const missing: Record<MissingSellerDetail, boolean> = { nimi: nimi === '', y_tunnus: y_tunnus === '', iban: yritys_iban === '' }
  return (Object.keys(missing) as MissingSellerDetail[]).filter((detail) => missing[detail])
}
