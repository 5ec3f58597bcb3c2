import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { businessId } from '../../values/checks.ts'
import { withoutAccents } from '../../values/nfc.ts'

export const similarities = { y_tunnus: 'Sama Y-tunnus', nimi: 'Lähes sama nimi' } as const
export type Similarity = keyof typeof similarities

/** Possible duplicates of a customer that is being typed or shown (rules/customers.md#duplicates). */
export const similarCustomersCall = defineCall({
  method: 'GET',
  path: '/api/asiakas/samankaltaiset',
  roles: ['yllapito'],
  input: z.strictObject({
    nimi: z.string().trim().max(255, 'Nimessä on enintään 255 merkkiä.').default(''),
    y_tunnus: z.string().trim().max(20, 'Y-tunnuksessa on enintään 20 merkkiä.').default(''),
    /** The id of the compared customer, which is left out of the answer. */
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

/** Words for legal forms, in lower case and without accents, like the names compared with them. */
const legalForms = new Set(
  'oy oyj oyab ab abp ky kb ay tmi osk ry rf ltd osakeyhtio kommandiittiyhtio toiminimi osuuskunta aktiebolag'.split(' '),
)

/** The words of a name in lower case, without accents, punctuation and the legal form. */
function wordsOf(name: string): string[] {
  const plain = withoutAccents(name.toLocaleLowerCase('fi')).replace(/\bt:mi\b/g, 'tmi')
  const words = plain.split(/[^\p{L}\p{N}]/u).filter(Boolean)
  const distinctive = words.filter((word) => !legalForms.has(word))
  return distinctive.length > 0 ? distinctive : words
}

/** The edit distance up to which two names of this length count as the same. */
const maxTypos = (length: number): number => (length < 5 ? 0 : length < 10 ? 1 : 2)

/** Whether two names differ only in the legal form, the order of words, or a typing error. */
export function isNearlySameName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length === 0 || b.length === 0) return false
  if (a.toSorted().join('') === b.toSorted().join('')) return true
  const [joinedA, joinedB] = [a.join(''), b.join('')]
  // Numbers distinguish branches: Kauppa 1 is not Kauppa 2.
  if (joinedA.replace(/\D/g, '') !== joinedB.replace(/\D/g, '')) return false
  return isWithinDistance(joinedA, joinedB, maxTypos(Math.min(joinedA.length, joinedB.length)))
}

/** Whether the Levenshtein distance is at most `max`. Computed row by row, and given up once every value of a row exceeds `max`. */
function isWithinDistance(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1]
    for (let column = 1; column <= b.length; column++) {
      const changed = (previous[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1)
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    if (Math.min(...current) > max) return false
    previous = current
  }
  return (previous[b.length] ?? 0) <= max
}

type NameAndBusinessId = { name: string; y_tunnus: string }

export function similaritiesOf(one: NameAndBusinessId, other: NameAndBusinessId): Similarity[] {
  const sameId = one.y_tunnus !== '' && one.y_tunnus === other.y_tunnus
  return [...(sameId ? (['y_tunnus'] as const) : []), ...(isNearlySameName(one.name, other.name) ? (['nimi'] as const) : [])]
}

/** A typed Y-tunnus in its stored form; '' when it is not valid. */
export function normalizedBusinessId(typed: string): string {
  const checked = businessId(typed)
  return 'value' in checked ? checked.value : ''
}
