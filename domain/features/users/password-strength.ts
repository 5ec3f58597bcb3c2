// Loads dictionaries of two megabytes, and an estimate may take half a second: for worker processes and commands only.
// https://zxcvbn-ts.github.io/zxcvbn/
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { dictionary as finnish } from '@zxcvbn-ts/language-fi'
import { toNfc } from '../../values/nfc.ts'
import { finnishSequences, finnishWords } from './finnish-words.ts'
import { isPasswordWarning, type PasswordStrength, withoutDots } from './password-rules.ts'

const maxLength = 128
/** The number of l33t substitutions (4 for a, $ for s) to try. The default of 100 takes seconds for 128 characters and finds no more. */
const l33tMaxSubstitutions = 10

/** Adds the words of a list as they are typed without ä, ö and å. */
const withPlainForms = (list: readonly string[]): string[] => [...new Set(list.flatMap((word) => [word, withoutDots(word)]))]

const factory = new ZxcvbnFactory({
  dictionary: {
    ...common,
    ...english,
    'words-fi': withPlainForms(finnishWords),
    'commonWords-fi': withPlainForms(finnish.commonWords),
    'wikipedia-fi': withPlainForms(finnish.wikipedia),
    'firstnames-fi': withPlainForms([...finnish.femaleFirstnames, ...finnish.maleFirstnames]),
    'lastnames-fi': withPlainForms(finnish.lastnames),
    ...Object.fromEntries(Object.entries(finnishSequences).map(([name, list]) => [name, withPlainForms(list)])),
  },
  graphs: adjacencyGraphs,
  maxLength,
  l33tMaxSubstitutions,
})

/** Estimates how hard a password is to guess for somebody who knows the person's own words. Uses the first 128 characters. */
export function estimatePassword(password: string, ownWords: readonly string[]): PasswordStrength {
  const { score, sequence, feedback } = factory.check(toNfc(password), [...ownWords])
  const usesOwnWord = sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs')
  const warning = usesOwnWord ? 'userInputs' : feedback.warning
  return { score, warning: isPasswordWarning(warning) ? warning : null }
}
