import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { CallFault } from '../../data/fault.ts'
import { inWords } from './save-fault.ts'
import { userRights } from './user-rights.ts'
import { changesOf, type UserContent, type UserValues, userFaults } from './user-values.ts'

const content: UserContent = {
  ...{ field_etunimi: 'Maija', field_sukunimi: 'Mäki', field_puhelinnumero_maakoodi: '358', field_puhelinnumero: '040 1234567' },
  ...{ mail: 'maija@esimerkki.fi', name: 'maija', user_roles: ['kuljettaja'], asiakas_id: null },
  ...{ field_ammattipatevyys_voimassa: 0, field_digipiirturikortti_voimass: 0, field_extra: false },
}
const valuesOf = (changes: Partial<UserContent> = {}): UserValues => ({
  ...content,
  ...changes,
  saved: { vid: 3, profile_vid: 2, content },
})
const rightsOf = (held: Role[], of: Role[], own = false, status: 0 | 1 = 1) => {
  const user = { id: 'u1', user_roles: of, status }
  return userRights({ user }, { userId: own ? 'u1' : 'u2', roles: held })
}
const staff = rightsOf(['yllapito'], ['kuljettaja'])

describe('what a viewer may do with a person', () => {
  test('an administrator: everything but their own roles and disabling', () => {
    expect(staff).toMatchObject({ edit: true, rename: true, editDriver: true, editCompany: true, disable: true, enable: false })
    expect(staff.giveRoles).toContain('huolto')
    expect(rightsOf(['yllapito'], ['yllapito'], true)).toMatchObject({ edit: true, giveRoles: [], disable: false, seeSignIn: true })
    expect(rightsOf(['yllapito'], ['kuljettaja'], false, 0)).toMatchObject({ disable: false, enable: true })
  })
  test("a customer's administrator: people who are only customers", () => {
    const held: Role[] = ['asiakas', 'asiakas_yllapito']
    expect(rightsOf(held, ['asiakas'])).toMatchObject({ edit: true, rename: false, giveRoles: held, disable: true, seeSignIn: false })
    expect(rightsOf(held, ['asiakas', 'kuljettaja'])).toMatchObject({ edit: false, giveRoles: [], disable: false })
  })
  test('everybody else: themselves', () => {
    expect(rightsOf(['kuljettaja'], ['kuljettaja'], true)).toMatchObject({ edit: true, rename: false, giveRoles: [], editDriver: false })
    expect(rightsOf(['kuljettaja'], ['kuljettaja'])).toMatchObject({ edit: false, seeSignIn: false })
  })
})

test('what is wrong is told by field, only of what the viewer may write', () => {
  expect(userFaults(valuesOf(), staff)).toEqual({})
  const wrong = valuesOf({
    mail: 'x',
    name: ' ',
    field_puhelinnumero: '1',
    user_roles: ['asiakas'],
    field_ammattipatevyys_voimassa: 'huomenna',
  })
  expect(Object.keys(userFaults(wrong, staff)).sort()).toEqual(['asiakas_id', 'field_puhelinnumero', 'mail', 'name'])
  expect(userFaults(valuesOf({ field_ammattipatevyys_voimassa: 'huomenna' }), staff)).toHaveProperty('field_ammattipatevyys_voimassa')
  const own = rightsOf(['kuljettaja'], ['kuljettaja'], true)
  expect(userFaults(valuesOf({ field_ammattipatevyys_voimassa: 'huomenna', user_roles: [] }), own)).toEqual({})
})

test('a save names the versions it was made on and only what the viewer may write', () => {
  const own = rightsOf(['kuljettaja'], ['kuljettaja'], true)
  expect(changesOf(valuesOf({ mail: ' uusi@esimerkki.fi ' }), own)).toEqual({
    ...{ vid: 3, profile_vid: 2, mail: 'uusi@esimerkki.fi' },
    profile_fields: {
      ...{ field_etunimi: 'Maija', field_sukunimi: 'Mäki', field_puhelinnumero_maakoodi: '358', field_puhelinnumero: '040 1234567' },
    },
  })
  const company = { id: 'c1', name: 'Oy' }
  const both = changesOf(valuesOf({ user_roles: ['kuljettaja', 'asiakas'], asiakas_id: company, field_extra: true }), staff)
  expect(both).toMatchObject({
    name: 'maija',
    user_roles: ['kuljettaja', 'asiakas'],
    asiakas_id: 'c1',
    profile_fields: { field_extra: true },
  })
  expect(changesOf(valuesOf({ asiakas_id: company }), staff)).not.toHaveProperty('asiakas_id')
})

describe('a refused save is told in the words of SPEC section 8', () => {
  test.each([
    ['The username maija is already taken.', '/data/attributes/name', 'Käyttäjätunnus on jo käytössä'],
    ['The email address m@x.fi is already taken.', '/mail', 'Sähköpostiosoite on jo käytössä'],
    ['Sähköposti puuttuu.', '/data/attributes/mail', 'Sähköposti puuttuu.'],
    ['Numero ei kelpaa.', '/profile_fields/field_puhelinnumero', 'Numero ei kelpaa.'],
    ['Palvelu on varattu.', undefined, 'Tuntematon virhe: Palvelu on varattu.'],
    ['Aikavyöhyke ei kelpaa.', '/timezone', 'Tuntematon virhe: Aikavyöhyke ei kelpaa.'],
  ])('%s at %s', (detail, pointer, told) => {
    const { status, errors } = inWords(new CallFault(422, [pointer === undefined ? { detail } : { detail, pointer }]))
    expect([status, errors.map((error) => error.detail)]).toEqual([422, [told]])
  })

  test('an answer without any sentence too', () => {
    expect(inWords(new CallFault(503, [])).errors[0]?.detail).toMatch(/^Tuntematon virhe: \S/)
  })
})
