import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../access/roles.ts'
import type { Row } from '../../model/registry.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { profileRules, userRules } from './user.rules.ts'

type User = Row<'user'>
const person = (values: Partial<User> = {}) => blankRow('user', { id: 'u', mail: 'a@b.fi', user_roles: ['kuljettaja'], ...values })
const viewer = (userId: string): Viewer => ({ userId, name: 'Testi', roles: ['yllapito'], asiakasId: null })
const admin = viewer('admin')
const faults = (before: User | null, after: User, held: { viewer?: Viewer | null; confirmed?: boolean } = {}) =>
  userRules.check?.({ before, after }, { ...ruleContext, viewer: admin, ...held }, {})
const changed = (values: Partial<User>, held: Parameters<typeof faults>[2] = {}, stored = person()) =>
  faults(stored, { ...stored, ...values }, held)

describe('the roles of a user', () => {
  test('are at least one that is known', () => {
    const none = [{ field: 'user_roles', detail: 'Anna vähintään yksi rooli.' }]
    expect(faults(null, person({ user_roles: [] }))).toEqual(none)
    expect(changed({ user_roles: [] })).toEqual(none)
    expect(faults(null, person())).toEqual([])
    // One that was stored without any may be changed otherwise.
    expect(changed({ name: 'x' }, {}, person({ user_roles: [] }))).toEqual([])
  })

  test('have Asiakas beside Asiakas Ylläpito', () => {
    const detail = 'Rooli Asiakas Ylläpito vaatii myös roolin Asiakas.'
    expect(faults(null, person({ user_roles: ['kuljettaja', 'asiakas_yllapito'] }))).toEqual([{ field: 'user_roles', detail }])
    expect(faults(null, person({ user_roles: ['asiakas', 'asiakas_yllapito'] }))).toEqual([])
    expect(faults(null, person({ user_roles: ['asiakas'] }))).toEqual([])
  })
})

describe('a user’s own account', () => {
  const own = { viewer: viewer('u') }
  const administrator = person({ user_roles: ['yllapito', 'kuljettaja'] })

  test('is not disabled, and its roles stay', () => {
    expect(changed({ status: 0 }, own)).toEqual([{ field: 'status', detail: 'Et voi poistaa käytöstä omaa tunnustasi.' }])
    expect(changed({ name: 'x' }, own, person({ status: 0 }))).toEqual([])
    expect(changed({ status: 1 }, own, person({ status: 0 }))).toEqual([])
    const detail = 'Et voi vaihtaa omia roolejasi.'
    for (const user_roles of [['yllapito'], ['yllapito', 'huolto'], ['yllapito', 'kuljettaja', 'huolto']] as const)
      expect(changed({ user_roles: [...user_roles] }, own, administrator)).toEqual([{ field: 'user_roles', detail }])
    expect(changed({ user_roles: ['kuljettaja', 'yllapito'] }, own, administrator)).toEqual([])
  })

  test('has its address changed with the present password', () => {
    const detail = 'Vaihda oma sähköpostiosoitteesi omalla sivullasi nykyisen salasanasi kanssa.'
    expect(changed({ mail: 'c@d.fi' }, own, administrator)).toEqual([{ field: 'mail', detail }])
    expect(changed({ mail: 'c@d.fi' }, { ...own, confirmed: true }, administrator)).toEqual([])
    expect(changed({ name: 'x' }, own, administrator)).toEqual([])
  })
})

describe('other people’s accounts', () => {
  const ofAdministrator = [
    { field: 'user_roles', detail: 'Ylläpitäjän lisääminen ja muuttaminen vaatii oman salasanasi: tee se käyttäjän sivulla.' },
  ]

  test('of administrators are made and changed with one’s own password', () => {
    const other = person({ user_roles: ['yllapito'] })
    expect(faults(null, other)).toEqual(ofAdministrator)
    expect(changed({ name: 'x' }, {}, other)).toEqual(ofAdministrator)
    expect(changed({ user_roles: ['kuljettaja'] }, {}, other)).toEqual(ofAdministrator)
    expect(changed({ user_roles: ['yllapito'] })).toEqual(ofAdministrator)
    expect(changed({ user_roles: ['yllapito'] }, { confirmed: true })).toEqual([])
    expect(changed({ user_roles: ['yllapito'] }, { viewer: null })).toEqual([])
  })

  test('get another address with one’s own password', () => {
    const detail = 'Sähköpostiosoitteen vaihto vaatii oman salasanasi: tee se käyttäjän sivulla.'
    expect(changed({ mail: 'c@d.fi' })).toEqual([{ field: 'mail', detail }])
    expect(changed({ mail: 'c@d.fi' }, { confirmed: true })).toEqual([])
    expect(changed({ mail: 'c@d.fi' }, { viewer: null })).toEqual([])
  })

  test('of people who are no administrators are made, changed and disabled freely', () => {
    expect(faults(null, person())).toEqual([])
    expect(changed({ name: 'x', status: 0, user_roles: ['huolto'] })).toEqual([])
    // A new user has the viewer's id only by mistake: it is no account of their own yet.
    expect(faults(null, person(), { viewer: viewer('u') })).toEqual([])
  })
})

describe('a profile', () => {
  type Profile = Row<'profile_yllapito'>
  const profile = (values: Partial<Profile> = {}) =>
    blankRow('profile_yllapito', { field_etunimi: 'Maija', field_sukunimi: 'Meikäläinen', ...values })
  const derived = (before: Profile | null, after: Profile) => profileRules.derive?.({ before, after }, ruleContext, {})
  const checked = (before: Profile | null, after: Profile, uid = [person()]) =>
    profileRules.check?.({ before, after }, ruleContext, { uid })

  test('is called by the person’s name, until it has a name of its own', () => {
    expect(derived(null, profile({ name: 'x' }))).toEqual({ name: 'Maija Meikäläinen' })
    expect(derived(null, profile({ field_sukunimi: '' }))).toEqual({ name: 'Maija' })
    expect(derived(null, profile({ field_etunimi: '', field_sukunimi: '', name: 'x' }))).toEqual({ name: 'x' })
    expect(derived(profile(), profile({ name: 'x' }))).toEqual({ name: 'x' })
    expect(derived(profile({ name: 'x' }), profile({ field_sukunimi: 'Mallikas', name: 'x' }))).toEqual({ name: 'Maija Mallikas' })
  })

  test('stores a new number with its country code', () => {
    const number = (field_puhelinnumero: string, field_puhelinnumero_maakoodi = '358', before: Profile | null = null) =>
      derived(before, profile({ field_puhelinnumero, field_puhelinnumero_maakoodi }))?.field_puhelinnumero
    expect(number('040 123 4567')).toBe('+358401234567')
    expect(number('070 123 45 67', '46')).toBe('+46701234567')
    expect(number('')).toBeUndefined()
    const stored = profile({ field_puhelinnumero: '040 123 4567' })
    expect(number('040 123 4567', '358', stored)).toBeUndefined()
    expect(number('040 123 4568', '358', stored)).toBe('+358401234568')
    expect(number('0701234567', '46', profile({ field_puhelinnumero: '0701234567' }))).toBe('+46701234567')
  })

  test('refuses a number that cannot be one, unless it is stored already', () => {
    const wrong = profile({ field_puhelinnumero: '123' })
    const detail = 'Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.'
    expect(checked(null, wrong)).toEqual([{ field: 'field_puhelinnumero', detail }])
    expect(derived(null, wrong)).toEqual({ name: 'Maija Meikäläinen' })
    expect(checked(wrong, wrong)).toEqual([])
    expect(checked(null, profile())).toEqual([])
    expect(checked(null, profile({ field_puhelinnumero: '040 123 4567' }))).toEqual([])
  })

  test('of an active user is not removed', () => {
    const detail = 'Käytössä olevan käyttäjän profiilia ei voi poistaa. Poista käyttäjä käytöstä.'
    const removed = profile({ status: 0 })
    expect(checked(profile(), removed)).toEqual([{ field: 'status', detail }])
    expect(checked(profile(), removed, [person({ status: 0 })])).toEqual([])
    expect(checked(profile(), removed, [])).toEqual([])
    expect(checked(removed, removed)).toEqual([])
    expect(checked(profile(), profile())).toEqual([])
    expect(profileRules.check?.({ before: profile(), after: removed }, ruleContext, {})).toEqual([])
  })
})
