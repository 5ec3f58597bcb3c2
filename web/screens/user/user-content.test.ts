import { expect, test } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import { newUserRights, userRights } from '#domain/features/users/user-rights.ts'
import { changesOf, newUserEdit, newUserOf, type UserContent, type UserEdit, userFaults } from './user-content.ts'

const content: UserContent = {
  ...{ field_etunimi: 'Maija', field_sukunimi: 'Mäki', field_puhelinnumero_maakoodi: '358', field_puhelinnumero: '040 1234567' },
  ...{ mail: 'maija@esimerkki.fi', name: 'maija', user_roles: ['kuljettaja'], asiakas_id: null },
  ...{ field_ammattipatevyys_voimassa: 0, field_digipiirturikortti_voimass: 0, field_extra: false },
}
const valuesOf = (changes: Partial<UserContent> = {}): UserEdit => ({
  stored: { vid: 3, profile_vid: 2 },
  read: content,
  content: { ...content, ...changes },
})
const rightsOf = (held: Role[], of: Role[], own = false, status: 0 | 1 = 1) => {
  return userRights({ id: 'u1', user_roles: of, status }, { userId: own ? 'u1' : 'u2', roles: held })
}
const staff = rightsOf(['yllapito'], ['kuljettaja'])

test('faults are listed by field, only for fields that the viewer may write', () => {
  expect(userFaults(valuesOf(), staff)).toEqual({})
  const wrong = valuesOf({
    mail: 'x',
    name: ' ',
    field_puhelinnumero: '1',
    user_roles: ['asiakas'],
    field_ammattipatevyys_voimassa: 'joskus',
  })
  expect(Object.keys(userFaults(wrong, staff)).sort()).toEqual(['asiakas_id', 'field_puhelinnumero', 'mail', 'name'])
  expect(userFaults(valuesOf({ field_ammattipatevyys_voimassa: 'joskus' }), staff)).toHaveProperty('field_ammattipatevyys_voimassa')
  const own = rightsOf(['kuljettaja'], ['kuljettaja'], true)
  expect(userFaults(valuesOf({ field_ammattipatevyys_voimassa: 'joskus', user_roles: [] }), own)).toEqual({})
})

test('a save contains the versions that it is based on and only the fields that the viewer may write', () => {
  const own = rightsOf(['kuljettaja'], ['kuljettaja'], true)
  expect(changesOf(valuesOf({ mail: ' uusi@esimerkki.fi ' }), own)).toEqual({
    ...{ vid: 3, profile_vid: 2, mail: 'uusi@esimerkki.fi' },
    profile_fields: {
      ...{ field_etunimi: 'Maija', field_sukunimi: 'Mäki', field_puhelinnumero_maakoodi: '358', field_puhelinnumero: '040 1234567' },
    },
  })
  const customer = { id: 'c1', name: 'Oy' }
  const both = changesOf(valuesOf({ user_roles: ['kuljettaja', 'asiakas'], asiakas_id: customer, field_extra: true }), staff)
  expect(both).toMatchObject({
    name: 'maija',
    user_roles: ['kuljettaja', 'asiakas'],
    asiakas_id: 'c1',
    profile_fields: { field_extra: true },
  })
  expect(changesOf(valuesOf({ asiakas_id: customer }), staff)).not.toHaveProperty('asiakas_id')
})

test('a customer’s administrator invites to the own customer alone, with the roles of customers', () => {
  const rights = newUserRights({ userId: 'u2', roles: ['asiakas', 'asiakas_yllapito'] })
  expect([rights.giveRoles, rights.editCustomer, rights.editDriver, rights.rename]).toEqual([
    ['asiakas', 'asiakas_yllapito'],
    false,
    false,
    true,
  ])
  const edit = newUserEdit({ id: 'c1', name: 'Oma Oy' })
  expect(Object.keys(userFaults(edit, rights)).sort()).toEqual(['mail', 'name'])
  const typed = { ...edit, content: { ...edit.content, name: ' oiva ', mail: 'oiva@esimerkki.fi', field_etunimi: 'Oiva' } }
  expect(newUserOf(typed, rights)).toEqual({
    ...{ name: 'oiva', mail: 'oiva@esimerkki.fi', user_roles: ['asiakas'] },
    profile_fields: { field_etunimi: 'Oiva', field_sukunimi: '', field_puhelinnumero: '', field_puhelinnumero_maakoodi: '358' },
  })
  expect(newUserRights({ userId: 'u2', roles: ['kuljettaja'] }).giveRoles).toEqual([])
})

test('an administrator invites a driver with the days of their papers', () => {
  const rights = newUserRights({ userId: 'u2', roles: ['yllapito'] })
  const edit = newUserEdit(null)
  expect(Object.keys(userFaults(edit, rights)).sort()).toEqual(['mail', 'name', 'user_roles'])
  const typed = {
    ...edit,
    content: { ...edit.content, user_roles: ['kuljettaja' as const], field_digipiirturikortti_voimass: 1_900_000_000 },
  }
  expect(newUserOf(typed, rights).profile_fields).toMatchObject({
    field_ammattipatevyys_voimassa: 0,
    field_digipiirturikortti_voimass: 1_900_000_000,
  })
})
