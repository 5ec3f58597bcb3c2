import { z } from 'zod'
import type { Asiakas } from '../../entities/customer/customer.entity.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

const id = (name: string) => z.uuid(`Asiakkaan tunniste (${name}) on UUID.`).toLowerCase()
const pair = z.strictObject({ sailyva: id('sailyva'), poistuva: id('poistuva') })
const differ = ({ sailyva, poistuva }: z.output<typeof pair>): boolean => sailyva !== poistuva
const sameTwice = { error: 'Valitse kaksi eri asiakasta.', path: ['poistuva'] }

/** How many rows refer to the customer that goes, by entity and relation of the registry. Removed rows move too. */
const movedRows = z.array(z.strictObject({ entiteetti: z.string(), suhde: z.string(), maara: z.number() }))
export type MovedRows = z.output<typeof movedRows>[number]

/** The fields of the customer that stays that are completed by the other one's. */
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

const customer = z.strictObject({ id: z.uuid(), vid: z.number(), tunniste: z.string(), name: z.string(), y_tunnus: z.string() })

/** What a merge of two customers would move; stores nothing. */
export const mergePreviewCall = defineCall({
  method: 'GET',
  path: '/api/asiakas/yhdistys',
  roles: ['yllapito'],
  input: pair.refine(differ, sameTwice),
  output: z.strictObject({ sailyva: customer, poistuva: customer, siirtyy: movedRows, taydentyy: z.array(z.literal(mergedFields)) }),
})
export type MergePreview = OutputOf<typeof mergePreviewCall>

/** Merges two customers: what refers to the one that goes refers to the other from then on. It cannot be undone (rules/customers.md#merging). */
export const mergeCustomersCall = defineCall({
  method: 'POST',
  path: '/api/asiakas/yhdista',
  roles: ['yllapito'],
  input: pair
    .extend({
      /** The versions that the preview showed; newer ones stored are a conflict (409). */
      sailyva_vid: z.int('Version (sailyva_vid) on oltava kokonaisluku.'),
      poistuva_vid: z.int('Version (poistuva_vid) on oltava kokonaisluku.'),
    })
    .refine(differ, sameTwice),
  output: z.strictObject({ success: z.literal(true), id: z.uuid(), siirtyi: movedRows }),
})

/** As many characters as a text area takes (rules/values.md#text). */
const maxNotes = 10_000

/** What the customer that stays gets of the other one: only what it lacks; notes and pickup addresses of both stay. */
export function mergedValues(kept: Asiakas, removed: Asiakas): Partial<Pick<Asiakas, MergedField>> {
  const values = {
    y_tunnus: kept.y_tunnus || removed.y_tunnus,
    talenom_asiakasnumero: kept.talenom_asiakasnumero || removed.talenom_asiakasnumero,
    lisatiedot: joinedNotes(kept.lisatiedot, removed.lisatiedot),
    kayntiosoite: kept.kayntiosoite ?? removed.kayntiosoite,
    nouto_osoite: [...new Set([...kept.nouto_osoite, ...removed.nouto_osoite])],
    vuokrattava_hyllypaikka_fin_hinta: kept.vuokrattava_hyllypaikka_fin_hinta || removed.vuokrattava_hyllypaikka_fin_hinta,
    vuokrattava_hyllypaikka_eur_hinta: kept.vuokrattava_hyllypaikka_eur_hinta || removed.vuokrattava_hyllypaikka_eur_hinta,
    vuokrattava_tila_hinta: kept.vuokrattava_tila_hinta || removed.vuokrattava_tila_hinta,
  } satisfies Pick<Asiakas, MergedField>
  const isNew = (field: MergedField): boolean => JSON.stringify(values[field]) !== JSON.stringify(kept[field])
  return Object.fromEntries(mergedFields.filter(isNew).map((field) => [field, values[field]]))
}

/** The history of the customer that goes keeps what does not fit. */
function joinedNotes(kept: string, removed: string): string {
  if (removed === '' || kept.includes(removed)) return kept
  const both = kept === '' ? removed : `${kept}\n${removed}`
  return both.length <= maxNotes ? both : kept
}
