import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { businessId } from '../../values/checks.ts'
import { withoutAccents } from '../../values/nfc.ts'

export const similarities = { y_tunnus: 'Sama Y-tunnus', nimi: 'Lähes sama nimi' } as const
export type Similarity = keyof typeof similarities

/** Customers that may be the same company as one that is typed or shown (rules/customers.md#duplicates). */
export const similarCustomersCall = defineCall({
  method: 'GET',
  path: '/api/asiakas/samankaltaiset',
  roles: ['yllapito'],
  input: z.strictObject({
    nimi: z.string().trim().max(255, 'Nimessä on enintään 255 merkkiä.').default(''),
    y_tunnus: z.string().trim().max(20, 'Y-tunnuksessa on enintään 20 merkkiä.').default(''),
    /** The customer that is compared with the others. */
    ohita: z.uuid('Asiakkaan tunniste (ohita) on UUID.').toLowerCase().optional(),
  }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      vid: z.number(),
      tunniste: z.string(),
      name: z.string(),
      y_tunnus: z.string(),
      syyt: z.array(z.literal(Object.keys(similarities) as Similarity[])),
    }),
  ),
})
export type SimilarCustomer = OutputOf<typeof similarCustomersCall>['data'][number]

/** Words that say the form of a company, as names are compared: without accents. */
const companyForms = new Set(
  'oy oyj oyab ab abp ky kb ay tmi osk ry rf ltd osakeyhtio kommandiittiyhtio toiminimi osuuskunta aktiebolag'.split(' '),
)

/** The words that tell one name from another: in small letters without accents, punctuation and the form of the company. */
function wordsOf(name: string): string[] {
  const plain = withoutAccents(name.toLocaleLowerCase('fi')).replace(/\bt:mi\b/g, 'tmi')
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const telling = words.filter((word) => !companyForms.has(word))
  return telling.length > 0 ? telling : words
}

/** Letters that may be typed wrong in a name of this length. */
const maxSlips = (length: number): number => (length < 5 ? 0 : length < 10 ? 1 : 2)

/** Whether two names are the same but for the form of the company, the order of the words, or a slip of the fingers. */
export function isNearlySameName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length === 0 || b.length === 0) return false
  if (a.toSorted().join('') === b.toSorted().join('')) return true
  const [joinedA, joinedB] = [a.join(''), b.join('')]
  // Numbers tell branches from each other: Kauppa 1 is not Kauppa 2.
  if (joinedA.replace(/\D/g, '') !== joinedB.replace(/\D/g, '')) return false
  return isWithin(joinedA, joinedB, maxSlips(Math.min(joinedA.length, joinedB.length)))
}

/** Whether at most `max` letters are added, left out or changed between the two (Levenshtein), row by row as long as that may be. */
function isWithin(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1]
    for (let column = 1; column <= b.length; column++) {
      const changed = (above[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1)
      current.push(Math.min(changed, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    if (Math.min(...current) > max) return false
    above = current
  }
  return (above[b.length] ?? 0) <= max
}

type Named = { name: string; y_tunnus: string }

/** Why two customers may be the same. */
export function similaritiesOf(one: Named, other: Named): Similarity[] {
  const sameId = one.y_tunnus !== '' && one.y_tunnus === other.y_tunnus
  return [...(sameId ? (['y_tunnus'] as const) : []), ...(isNearlySameName(one.name, other.name) ? (['nimi'] as const) : [])]
}

/** A typed Y-tunnus as it is stored; '' while it is none. */
export function comparedBusinessId(typed: string): string {
  const checked = businessId(typed)
  return 'value' in checked ? checked.value : ''
}
