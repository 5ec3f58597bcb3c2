import type { Random } from './random.ts'
import { asciiName, firstNames, lastNames } from './words.ts'

export type Person = { etunimi: string; sukunimi: string; puhelin: string; email: string }

/**
 * Numbers around 040 123 4567, the one that Finnish forms show as an example: no series is known to us to be set aside
 * for made-up numbers in Finland, and one that no telephone could have would be refused before an SMS is sent.
 */
export const phoneOf = (random: Random): string => `+35840123${String(random.between(0, 9999)).padStart(4, '0')}`

/** `host` ends in .example, which belongs to nobody (RFC 2606). */
export function personOf(random: Random, host: string): Person {
  const etunimi = random.pick(firstNames)
  const sukunimi = random.pick(lastNames)
  return { etunimi, sukunimi, puhelin: phoneOf(random), email: `${asciiName(etunimi)}.${asciiName(sukunimi)}@${host}` }
}
