import { knownRoles } from '../../access/roles.ts'
import type { EntityRules, RowFault } from '../../model/define-entity.ts'
import type { Row } from '../../model/registry.ts'
import { phoneOf } from '../../values/checks.ts'

const sameRoles = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((role) => b.includes(role))

const isAdministrator = (row: Row<'user'> | null): boolean => row?.user_roles.includes('yllapito') ?? false

export const userRules: EntityRules<Row<'user'>> = {
  check({ before, after }, { viewer, confirmed }) {
    const faults: RowFault[] = []
    const isGivenRoles = before === null || !sameRoles(before.user_roles, after.user_roles)
    if (isGivenRoles && knownRoles(after.user_roles).length === 0)
      faults.push({ field: 'user_roles', detail: 'Anna vähintään yksi rooli.' })
    if (after.user_roles.includes('asiakas_yllapito') && !after.user_roles.includes('asiakas'))
      faults.push({ field: 'user_roles', detail: 'Rooli Asiakas Ylläpito vaatii myös roolin Asiakas.' })
    // A person who disables themselves may be the only one who could enable them again.
    if (before && viewer?.userId === after.id) {
      if (before.status === 1 && after.status !== 1) faults.push({ field: 'status', detail: 'Et voi poistaa käytöstä omaa tunnustasi.' })
      if (!sameRoles(before.user_roles, after.user_roles)) faults.push({ field: 'user_roles', detail: 'Et voi vaihtaa omia roolejasi.' })
      // New passwords are mailed to it: somebody at an unattended computer could change it and take over the account.
      if (before.mail !== after.mail && !confirmed)
        faults.push({ field: 'mail', detail: 'Vaihda oma sähköpostiosoitteesi omalla sivullasi nykyisen salasanasi kanssa.' })
    } else if (viewer && !confirmed) {
      // The same applies to others: a stranger at an unlocked screen could become an administrator (rules/sign-in.md#own-password).
      if (isAdministrator(before) || isAdministrator(after))
        faults.push({
          field: 'user_roles',
          detail: 'Ylläpitäjän lisääminen ja muuttaminen vaatii oman salasanasi: tee se käyttäjän sivulla.',
        })
      if (before && before.mail !== after.mail)
        faults.push({ field: 'mail', detail: 'Sähköpostiosoitteen vaihto vaatii oman salasanasi: tee se käyttäjän sivulla.' })
    }
    return faults
  },
}

type Profile = Row<'profile_yllapito'>
const fullName = ({ field_etunimi, field_sukunimi }: Profile): string => `${field_etunimi} ${field_sukunimi}`.trim()

/** The checks shared by the three kinds of profile. */
export const profileRules: EntityRules<Profile> = {
  needs: ['uid'],
  derive({ before, after }) {
    const phone = phoneOf(after.field_puhelinnumero, after.field_puhelinnumero_maakoodi)
    return {
      name: fullName(after) === (before ? fullName(before) : '') ? after.name : fullName(after),
      ...(phoneIsNew(before, after) && 'value' in phone ? { field_puhelinnumero: phone.value } : {}),
    }
  },
  check({ before, after }, _context, { uid = [] }) {
    if (before?.status === 1 && after.status !== 1 && uid.some(({ status }) => status === 1))
      return [{ field: 'status', detail: 'Käytössä olevan käyttäjän profiilia ei voi poistaa. Poista käyttäjä käytöstä.' }]
    const phone = phoneOf(after.field_puhelinnumero, after.field_puhelinnumero_maakoodi)
    return phoneIsNew(before, after) && 'fault' in phone ? [{ field: 'field_puhelinnumero', detail: phone.fault }] : []
  },
}

/** An unchanged stored number is not checked. */
const phoneIsNew = (before: Profile | null, after: Profile): boolean =>
  after.field_puhelinnumero !== '' &&
  (before?.field_puhelinnumero !== after.field_puhelinnumero || before.field_puhelinnumero_maakoodi !== after.field_puhelinnumero_maakoodi)
