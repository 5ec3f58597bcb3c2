import { commonWords, wholePasswords } from './common-passwords.ts'

const passwordMinimumLength = 10
const passwordMaximumLength = 255

export type PasswordOwner = { name: string; mail: string }

const rows = [
  '1234567890',
  'qwertyuiopå',
  'qwertzuiopü',
  'asdfghjklöä',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyzåäö',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
]
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]).map((row) => row + row)

const lookalikes: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

/** `P@ssw0rd2024!` → `password`: what is left when the usual decoration is taken off. */
function bare(text: string): string {
  const core = text.replace(/^[\d\W_]+|[\d\W_]+$/gu, '')
  return [...core].map((letter) => lookalikes[letter] ?? letter).join('')
}

/** One to four characters over and over: `aaaaaaaaaa`, `abcabcabcabc`. */
const isRepetition = (text: string): boolean => /^(.{1,4}?)\1+.{0,3}$/su.test(text)

/** Made of keyboard rows, the alphabet or counting: every stretch of it, at least three long, runs along one. */
function isRun(text: string): boolean {
  let rest = text
  while (rest.length > 0) {
    const length = Math.max(...runs.map((run) => longestStart(rest, run)))
    if (length < Math.min(3, rest.length)) return false
    rest = rest.slice(length)
  }
  return true
}

function longestStart(text: string, run: string): number {
  let length = 0
  while (length < text.length && run.includes(text.slice(0, length + 1))) length++
  return length
}

/** One common word, or two or three after one another: `salasanasalasana`, `kesasalasana`. */
function isCommonWords(text: string, atMost = 3): boolean {
  if (text === '') return true
  return atMost > 0 && commonWords.some((word) => text.startsWith(word) && isCommonWords(text.slice(word.length), atMost - 1))
}

function isCommon(lower: string): boolean {
  const plain = lower.replace(/ä|å/g, 'a').replace(/ö/g, 'o')
  const core = bare(plain)
  // A year and a few marks are decoration; twelve digits beside a word are not.
  const isDecorated = core !== '' && plain.length - core.length <= 8
  return wholePasswords.has(plain) || isRepetition(plain) || isRun(plain) || (isDecorated && isCommonWords(core))
}

/** The Finnish sentence that tells why a new password will not do, or null when it will. */
export function passwordFault(password: string, owner: PasswordOwner): string | null {
  const normal = password.normalize('NFC')
  const length = [...normal].length
  if (length < passwordMinimumLength) return `Salasanassa on oltava vähintään ${passwordMinimumLength} merkkiä.`
  if (length > passwordMaximumLength) return `Salasanassa saa olla enintään ${passwordMaximumLength} merkkiä.`
  const lower = normal.toLowerCase()
  const own = [owner.name, owner.mail, owner.mail.split('@')[0] ?? ''].map((text) => text.normalize('NFC').toLowerCase())
  // With its decoration off too: `matti.meikalainen2024` is still the name.
  if (
    own.some((text) => text.length >= 4 && (lower === text || (lower.startsWith(text) && /^[\d\W_]*$/u.test(lower.slice(text.length)))))
  ) {
    return 'Salasana ei saa olla sama kuin käyttäjätunnus tai sähköpostiosoite.'
  }
  return isCommon(lower) ? 'Salasana on liian yleinen. Valitse vaikeammin arvattava.' : null
}
