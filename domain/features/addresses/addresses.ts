import { z } from 'zod'
import { type AddressKind, addressKindNames, addressKinds } from '../../entities/address/address.label.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idQuery } from '../../model/query/id-query.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'

const roles = ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito'] as const

const selection = {
  bundle: z.enum(addressKindNames, `Tuntematon osoitelaji (bundle). Lajit: ${addressKindNames.join(', ')}.`).default('postiosoite'),
  /** Only addresses for this use (`nouto`, `laskutus`…). */
  tyyppi: z.string().max(50).optional(),
  /** The customer. Defaults to a customer's own, and to all for administrators. Customers may not request another customer's. */
  asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
}
const usedFor = ({ bundle, tyyppi }: { bundle: AddressKind; tyyppi?: string | undefined }): boolean =>
  tyyppi === undefined || Object.hasOwn(addressKinds[bundle].uses, tyyppi)
const unused = { error: 'Tuntematon tyyppi tälle osoitelajille.', path: ['tyyppi'] }

const searchText = z
  .string()
  .max(200, 'Haku (search) on enintään 200 merkkiä.')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Haussa (search) on merkkejä, joita ei voi hakea.')
  .default('')

const address = {
  bundle: z.enum(addressKindNames),
  /** The address on one line. */
  label: z.string(),
  name: z.string(),
  tyyppi: z.array(z.string()),
  /** Present if the kind of address has them. */
  field_osoite_1: z.string().optional(),
  field_osoite_2: z.string().optional(),
  field_postinumero: z.string().optional(),
  field_postitoimipaikka: z.string().optional(),
  field_maa: z.string().optional(),
  puhelin: z.string().optional(),
  field_sahkopostiosoite: z.string().optional(),
  field_verkkolaskuosoite: z.string().optional(),
  field_valittaja: z.string().optional(),
  oletus: z.boolean().optional(),
  lat: z.number().nullable().optional(),
  lng: z.number().nullable().optional(),
  /** The coordinates are those of the postal code, not of the address. */
  sijainti_arvio: z.boolean().optional(),
}

/** Saved addresses of one kind, by name: for pickers. */
export const addressesCall = defineCall({
  method: 'GET',
  path: '/api/osoite',
  roles,
  input: z.strictObject({ ...selection, ids: idQuery('ids', 250).optional(), ...pageOf({ usual: 50, max: 250 }) }).refine(usedFor, unused),
  output: listOf(z.strictObject({ id: z.uuid(), ...address })),
})
export type SavedAddress = OutputOf<typeof addressesCall>['data'][number]

const suggestion = z.strictObject({
  /** '' for a place that is not a saved address. */
  id: z.union([z.uuid(), z.literal('')]),
  /** `aiemmat`: a street or town that occurs in saved addresses. A street has no postal code, which depends on the house number. */
  lahde: z.enum(['tallennettu', 'karttapalvelu', 'aiemmat', 'postinumerot']),
  /** Like `sijainti_arvio`, for any source of the coordinates. */
  arvio: z.boolean(),
  ...address,
})
export type AddressSuggestion = z.output<typeof suggestion>

/**
 * Suggestions for typed text from our own data: saved addresses first, then streets that occur in them, postal codes, and towns that occur in
 * them without a known postal code (rules/addresses.md#suggestions). Makes no request to the map provider.
 */
export const addressSuggestionsCall = defineCall({
  method: 'GET',
  path: '/api/autocomplete/osoite',
  roles,
  input: z.strictObject({ ...selection, search: searchText }).refine(usedFor, unused),
  output: listOf(suggestion),
})

/**
 * Suggestions for typed text from the map provider; postal codes when there is no provider or it does not answer. Separate from
 * `/api/autocomplete/osoite`, so that a slow provider does not delay our own suggestions. Nothing is stored.
 */
export const providerSuggestionsCall = defineCall({
  method: 'POST',
  path: '/api/here_autocomplete',
  roles,
  secret: 'answer',
  input: z.strictObject({ search: searchText }),
  output: listOf(suggestion),
})
