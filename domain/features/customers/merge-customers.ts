import { z } from 'zod'
import type { Asiakas } from '../../entities/customer/customer.entity.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

const id = (name: string) => z.uuid(`Asiakkaan tunniste (${name}) on UUID.`).toLowerCase()
const pair = z.strictObject({ sailyva: id('sailyva'), poistuva: id('poistuva') })
const areDifferent = ({ sailyva, poistuva }: z.output<typeof pair>): boolean => sailyva !== poistuva
const sameCustomer = { error: 'Valitse kaksi eri asiakasta.', path: ['poistuva'] }

/** The number of rows that refer to the customer to be removed, by entity and relation of the registry. Removed rows count too. */
const movedRows = z.array(z.strictObject({ entiteetti: z.string(), suhde: z.string(), maara: z.number() }))
export type MovedRows = z.output<typeof movedRows>[number]

/** Fields of the remaining customer that a merge may fill in from the other one. */
export const mergedFields = [
  'y_tunnus',
  'talenom_asiakasnumero',
  'lisatiedot',
  'kayntiosoite',
  'nouto_osoite',
  'vuokrattava_hyllypaikka_fin_hinta',
  'vuokrattava_hyllypaikka_eur_hinta',
  'vuokrattava_tila_hinta',
] as const satisfies readonly (keyof Asiakas)[]
type MergedField = (typeof mergedFields)[number]

/** Fields whose value of the removed customer may be lost; its addresses move to the remaining one. */
export const losableFields = [
  'tyyppi',
  'y_tunnus',
  'talenom_asiakasnumero',
  'lisatiedot',
  'maksuehto',
  'maksuehto_sovittu',
  'saa_jattaa',
  'toimitusviesti_email',
  'tilausvahvistus_email',
  'myohastymisviesti_email',
  'vuokrattava_hyllypaikka_fin_hinta',
  'vuokrattava_hyllypaikka_eur_hinta',
  'vuokrattava_tila_hinta',
] as const satisfies readonly (keyof Asiakas)[]

/** Prices of the removed customer that are removed when the remaining one has its own: all price lists, and hourly prices of the same type. */
export const supersededEntities = ['hinnasto', 'tuntituote_instanssi'] as const

const customer = z.strictObject({ id: z.uuid(), vid: z.number(), tunniste: z.string(), name: z.string(), y_tunnus: z.string() })

/** What a merge of two customers would change; stores nothing. `sailyva` remains, `poistuva` is removed. */
export const mergePreviewCall = defineCall({
  method: 'GET',
  path: '/api/asiakas/yhdistys',
  roles: ['yllapito'],
  input: pair.refine(areDifferent, sameCustomer),
  output: z.strictObject({
    sailyva: customer,
    poistuva: customer,
    siirtyy: movedRows,
    /** Of the moved rows, prices that are removed because the remaining customer has its own. */
    poistuu: z.array(z.strictObject({ entiteetti: z.literal(supersededEntities), maara: z.number() })),
    taydentyy: z.array(z.literal(mergedFields)),
    /** The values of the removed customer that are lost. */
    haviaa: z.array(z.strictObject({ kentta: z.literal(losableFields), arvo: z.union([z.string(), z.number(), z.boolean()]) })),
  }),
})
export type MergePreview = OutputOf<typeof mergePreviewCall>

/** Merges two customers: every reference to `poistuva` is changed to `sailyva`. Cannot be undone (rules/customers.md#merging). */
export const mergeCustomersCall = defineCall({
  method: 'POST',
  path: '/api/asiakas/yhdista',
  roles: ['yllapito'],
  input: pair
    .extend({
      /** The versions in the preview; 409 when newer ones have been stored. */
      sailyva_vid: z.int('Version (sailyva_vid) on oltava kokonaisluku.'),
      poistuva_vid: z.int('Version (poistuva_vid) on oltava kokonaisluku.'),
    })
    .refine(areDifferent, sameCustomer),
  output: z.strictObject({ success: z.literal(true), id: z.uuid(), siirtyi: movedRows }),
})

/** The limit of a text area, in characters (rules/values.md#text). */
const maxNotes = 10_000

/** The values that the remaining customer takes from the removed one: only for empty fields, except that notes and pickup addresses are joined. */
export function mergedValues(remaining: Asiakas, removed: Asiakas): Partial<Pick<Asiakas, MergedField>> {
  const values = {
    y_tunnus: remaining.y_tunnus || removed.y_tunnus,
    talenom_asiakasnumero: remaining.talenom_asiakasnumero || removed.talenom_asiakasnumero,
    lisatiedot: joinedNotes(remaining.lisatiedot, removed.lisatiedot),
    kayntiosoite: remaining.kayntiosoite ?? removed.kayntiosoite,
    nouto_osoite: [...new Set([...remaining.nouto_osoite, ...removed.nouto_osoite])],
    vuokrattava_hyllypaikka_fin_hinta: remaining.vuokrattava_hyllypaikka_fin_hinta || removed.vuokrattava_hyllypaikka_fin_hinta,
    vuokrattava_hyllypaikka_eur_hinta: remaining.vuokrattava_hyllypaikka_eur_hinta || removed.vuokrattava_hyllypaikka_eur_hinta,
    vuokrattava_tila_hinta: remaining.vuokrattava_tila_hinta || removed.vuokrattava_tila_hinta,
  } satisfies Pick<Asiakas, MergedField>
  const isNew = (field: MergedField): boolean => JSON.stringify(values[field]) !== JSON.stringify(remaining[field])
  return Object.fromEntries(mergedFields.filter(isNew).map((field) => [field, values[field]]))
}

/** The values of the removed customer that the remaining one, which has other values, does not take over. */
export function lostValues(remaining: Asiakas, removed: Asiakas): MergePreview['haviaa'] {
  const merged: Asiakas = { ...remaining, ...mergedValues(remaining, removed) }
  const isLost = (field: (typeof losableFields)[number]): boolean => {
    if (field === 'lisatiedot') return !merged.lisatiedot.includes(removed.lisatiedot)
    // Numbers and texts that are not set are not lost. A flag and a payment term of 0 days are set.
    if (removed[field] === '' || (removed[field] === 0 && field !== 'maksuehto')) return false
    return removed[field] !== merged[field]
  }
  return losableFields.filter(isLost).map((kentta) => ({ kentta, arvo: removed[kentta] }))
}

/** Notes that do not fit are left out; they remain in the history of the removed customer. */
function joinedNotes(remaining: string, removed: string): string {
  if (remaining.includes(removed)) return remaining
  const both = remaining === '' ? removed : `${remaining}\n${removed}`
  return both.length <= maxNotes ? both : remaining
}
