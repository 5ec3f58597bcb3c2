import type { EntityName } from '../../model/registry.ts'
import { addressTypes, billingTypes } from './address.entity.ts'

/** The four kinds of saved address, each with its identifying fields and its possible uses. */
export const addressKinds = {
  postiosoite: { fields: ['name', 'field_osoite_1', 'field_postinumero', 'field_postitoimipaikka'], uses: addressTypes },
  laskutusosoite_posti: { fields: ['name', 'field_osoite_1', 'field_postinumero', 'field_postitoimipaikka'], uses: billingTypes },
  laskutusosoite_email: { fields: ['name', 'field_sahkopostiosoite'], uses: billingTypes },
  laskutusosoite_verkkolasku: { fields: ['name', 'field_verkkolaskuosoite', 'field_valittaja'], uses: billingTypes },
} as const satisfies { [N in EntityName]?: { fields: readonly string[]; uses: Readonly<Record<string, string>> } }
export type AddressKind = keyof typeof addressKinds
export const addressKindNames = Object.keys(addressKinds) as AddressKind[]

type Named = Partial<Record<(typeof addressKinds)[AddressKind]['fields'][number], string>>

/** An address on one line, for pickers. */
export function addressLabel(address: Named): string {
  const town = `${address.field_postinumero ?? ''} ${address.field_postitoimipaikka ?? ''}`.trim()
  const operator = address.field_valittaja && `(${address.field_valittaja})`
  const electronic = `${address.field_verkkolaskuosoite ?? ''} ${operator ?? ''}`.trim()
  return [address.name, address.field_osoite_1, town, address.field_sahkopostiosoite, electronic].filter(Boolean).join(', ')
}
