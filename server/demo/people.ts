import type { Role, Viewer } from '#domain/access/roles.ts'
import type { Row } from '#domain/model/registry.ts'
import words from './data/words.json' with { type: 'json' }
import type { History, Moment } from './history.ts'
import type { Random } from './random.ts'

/** A name as part of an e-mail address or host name. */
export function asciiName(text: string): string {
  const letters = text.toLowerCase().replace(/[äå]/g, 'a').replace(/ö/g, 'o')
  return letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

/**
 * Numbers around 040 123 4567, the usual example on Finnish forms: no series is known to be reserved for fictitious
 * numbers in Finland, and an invalid number would be refused before an SMS is sent.
 */
export const phoneOf = (random: Random): string => `+35840123${String(random.between(0, 9999)).padStart(4, '0')}`

/** `host` ends in .example, which is reserved (RFC 2606). */
export function personOf(random: Random, host: string) {
  const [etunimi, sukunimi] = [random.pick(words.firstNames), random.pick(words.lastNames)]
  const email = `${asciiName(etunimi)}.${asciiName(sukunimi)}@${host}`
  return { name: `${etunimi} ${sukunimi}`, etunimi, sukunimi, puhelin: phoneOf(random), email }
}

type NewUser = {
  name: string
  host: string
  roles: Role[]
  /** The customer that the user orders for. */
  asiakas?: string
  card?: Pick<
    Row<'profile_kuljettaja'>,
    'field_extra' | 'field_ammattipatevyys_voimassa' | 'field_digipiirturikortti_voimass' | 'henkilonumero'
  >
}

/** A user with the profile of the role. */
export function addUser(history: History, { name, host, roles, asiakas, card }: NewUser, moment: Moment): Viewer & { fullName: string } {
  const { name: fullName, etunimi, sukunimi, puhelin } = personOf(history.random, host)
  const userId = history.add('user', { name, mail: `${name}@${host}`, user_roles: roles, field_fullname: fullName }, moment)
  const profile = { name: fullName, field_etunimi: etunimi, field_sukunimi: sukunimi, field_puhelinnumero: puhelin, uid: userId }
  if (asiakas !== undefined) history.add('profile_asiakas', { ...profile, field_asiakas: asiakas }, moment)
  else if (roles.includes('yllapito')) history.add('profile_yllapito', profile, moment)
  else history.add('profile_kuljettaja', { ...profile, ...card }, moment)
  return { userId, name, roles, asiakasId: asiakas ?? null, fullName }
}
