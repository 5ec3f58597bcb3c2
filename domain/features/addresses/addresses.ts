import { z } from 'zod'
import { type AddressKind, addressKindNames, addressKinds } from '../../entities/address/address.label.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idQuery } from '../../model/id-query.ts'
import { pageOf } from '../../model/page-input.ts'
import { listOf } from '../../model/query/list-of.ts'

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
  /** '' where it is saved nowhere. */
  id: z.union([z.uuid(), z.literal('')]),
  /** `aiemmat`: a street or a town of saved addresses; its postal code is left out where another house number may have another one. */
  lahde: z.enum(['tallennettu', 'karttapalvelu', 'aiemmat', 'postinumerot']),
  /** As `sijainti_arvio`, whatever the source of the coordinates. */
  arvio: z.boolean(),
  ...address,
})
export type AddressSuggestion = z.output<typeof suggestion>

/**
 * What our own data has of what somebody has typed: saved addresses first, then streets of them, postal codes, and towns that have none
 * (rules/addresses.md#suggestions). Answered without asking anybody outside.
 */
export const addressSuggestionsCall = defineCall({
  method: 'GET',
  path: '/api/autocomplete/osoite',
  roles,
  input: z.strictObject({ ...selection, search: searchText }).refine(usedFor, unused),
  output: listOf(suggestion),
})

/**
 * What the map provider knows of what somebody has typed; without a provider, and while it does not answer, the postal codes. The client
 * asks it beside `/api/autocomplete/osoite`, whose answer does not wait for the provider. Nothing is stored.
 */
export const providerSuggestionsCall = defineCall({
  method: 'POST',
  path: '/api/here_autocomplete',
  roles,
  secret: 'answer',
  input: z.strictObject({ search: searchText }),
  output: listOf(suggestion),
})
