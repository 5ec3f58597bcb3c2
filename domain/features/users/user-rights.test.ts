import { describe, expect, test } from 'vitest'
import type { Role } from '../../access/roles.ts'
import { userRights } from './user-rights.ts'

const rightsOf = (held: Role[], of: Role[], own = false, status: 0 | 1 = 1) => {
  return userRights({ id: 'u1', user_roles: of, status }, { userId: own ? 'u1' : 'u2', roles: held })
}
const staff = rightsOf(['yllapito'], ['kuljettaja'])

describe('a viewer’s rights to a person', () => {
  test('an administrator: everything but their own roles and disabling', () => {
    expect(staff).toMatchObject({
      seeSignIn: true,
      edit: true,
      rename: true,
      editDriver: true,
      editCustomer: true,
      disable: true,
      enable: false,
    })
    expect(staff.giveRoles).toContain('huolto')
    expect(rightsOf(['yllapito'], ['yllapito'], true)).toMatchObject({ edit: true, giveRoles: [], disable: false, seeSignIn: true })
    expect(rightsOf(['yllapito'], ['kuljettaja'], false, 0)).toMatchObject({ disable: false, enable: true })
  })
  test("a customer's administrator: people who are only customers", () => {
    const held: Role[] = ['asiakas', 'asiakas_yllapito']
    expect(rightsOf(held, ['asiakas'])).toMatchObject({ edit: true, rename: false, giveRoles: held, disable: true, seeSignIn: false })
    expect(rightsOf(held, ['asiakas', 'kuljettaja'])).toMatchObject({ edit: false, giveRoles: [], disable: false })
    // Who has been disabled is enabled by an administrator alone.
    expect(rightsOf(held, ['asiakas'], false, 0)).toMatchObject({ disable: false, enable: false, editDriver: false, editCustomer: false })
  })
  test('everybody else: themselves', () => {
    expect(rightsOf(['kuljettaja'], ['kuljettaja'], true)).toMatchObject({ edit: true, rename: false, giveRoles: [], editDriver: false })
    expect(rightsOf(['kuljettaja'], ['kuljettaja'], true)).toMatchObject({ seeSignIn: true, enable: false, disable: false })
    expect(rightsOf(['kuljettaja'], ['kuljettaja'])).toMatchObject({ edit: false, seeSignIn: false })
    expect(rightsOf(['kuljettaja'], [])).toMatchObject({ edit: false, disable: false })
  })
})
