import { toNfc } from '../../values/nfc.ts'

const minLength = 10
const maxLength = 255
/** The required zxcvbn score: more than 10^10 guesses. */
const requiredScore = 4

const reasons = {
  straightRow: 'siinä on vierekkäisiä näppäimiä',
  keyPattern: 'siinä on näppäimistön kuvio',
  simpleRepeat: 'siinä toistuu sama merkki',
  extendedRepeat: 'siinä toistuvat samat merkit',
  sequences: 'siinä on peräkkäisiä merkkejä, kuten abc tai 123',
  recentYears: 'siinä on vuosiluku',
  dates: 'siinä on päivämäärä',
  topTen: 'se on yleinen salasana',
  topHundred: 'se on yleinen salasana',
  common: 'se on yleinen salasana',
  similarToCommon: 'se muistuttaa yleistä salasanaa',
  wordByItself: 'se on yksittäinen sana',
  namesByThemselves: 'siinä on yleinen nimi',
  commonNames: 'siinä on yleinen nimi',
  userInputs: 'siinä on käyttäjän tai yrityksen nimi, tunnus tai osoite',
} as const

/** Why a password is weak, by zxcvbn's key. */
export type PasswordWarning = keyof typeof reasons
export const isPasswordWarning = (key: string | null): key is PasswordWarning => key !== null && Object.hasOwn(reasons, key)

/** `score` runs from 0 to 4. */
export type PasswordStrength = { score: number; warning: PasswordWarning | null }

/** The Finnish sentence for a password that is too short or too long, or null. */
export function passwordLengthFault(password: string): string | null {
  const length = [...toNfc(password)].length
  if (length < minLength) return `Salasanassa on oltava vähintään ${minLength} merkkiä.`
  return length > maxLength ? `Salasanassa saa olla enintään ${maxLength} merkkiä.` : null
}

/** Says in Finnish that a password is too easy to guess, why, and what to do about it; null for a strong one. */
export function passwordWeakness({ score, warning }: PasswordStrength): string | null {
  if (score >= requiredScore) return null
  const reason = warning === null ? '' : `: ${reasons[warning]}`
  return `Salasana on liian helppo arvata${reason}. Lisää sanoja, jotka eivät liity toisiinsa.`
}

export const withoutDots = (text: string): string => text.replace(/[äå]/g, 'a').replace(/ö/g, 'o')

const maxOwnWords = 60
const maxOwnWordLength = 64

/**
 * The words that a person's password must not consist of, from names and addresses of the person and the companies: each text as a whole
 * and in parts, with and without ä and ö.
 */
export function ownWordsOf(texts: readonly string[]): string[] {
  const forms = texts.flatMap((text) => {
    const whole = toNfc(text).trim().toLowerCase()
    const parts = whole.split(/[^\p{L}\p{N}]+/u)
    return [whole, whole.split('@')[0] ?? '', parts.join(''), ...parts]
  })
  const words = forms.filter((word) => word.length >= 3 && word.length <= maxOwnWordLength)
  return [...new Set(words.flatMap((word) => [word, withoutDots(word)]))].slice(0, maxOwnWords)
}
