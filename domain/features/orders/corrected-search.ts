import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

/**
 * What was probably meant by a search that found no order: the text with its mistyped words replaced by words like them, the likeliest first.
 * Only texts that find orders that the viewer may read are given, so nobody learns words of others.
 */
export const correctedSearchCall = defineCall({
  method: 'GET',
  path: '/api/haku_ehdotukset',
  roles: ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    q: z.string().trim().min(1, 'Anna haettava teksti (q).').max(100, 'Haettava teksti (q) on enintään 100 merkkiä.'),
  }),
  output: z.strictObject({ data: z.array(z.strictObject({ teksti: z.string(), osumia: z.number() })) }),
})
export type CorrectedSearch = OutputOf<typeof correctedSearchCall>['data'][number]

/** Words of at least this many characters are corrected: a shorter one is like too many others. */
const shortest = 4
const maxWords = 4
const maxTexts = 3

/** The words of a text that may be mistyped; numbers and codes are not guessed. */
export const correctableWords = (text: string): readonly string[] =>
  [...new Set(text.toLocaleLowerCase('fi').match(/\p{L}+/gu) ?? [])].filter((word) => word.length >= shortest).slice(0, maxWords)

/** Words like a typed one, the likest first. */
export type LikeWords = Readonly<Record<string, readonly string[]>>

/** The texts to try: every mistyped word replaced by its likest word first, then one of them by the next likest. */
export function correctedTexts(text: string, like: LikeWords): readonly string[] {
  const written = text.toLocaleLowerCase('fi')
  const words = correctableWords(text)
  const withRanks = (rankOf: (word: string) => number): string =>
    words.reduce((result, word) => {
      const other = like[word]?.[rankOf(word)] ?? like[word]?.[0] ?? word
      return result.replaceAll(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu'), other)
    }, written)
  const next = words.flatMap((word) => [1, 2].map((rank) => withRanks((other) => (other === word ? rank : 0))))
  return [...new Set([withRanks(() => 0), ...next])].filter((other) => other !== written).slice(0, maxTexts)
}
