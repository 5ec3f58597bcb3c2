// Compares the policy table with the access matrix without the app, so that the author of a policy gets an answer within a second.
import { expect, test } from 'vitest'
import type { Rows } from '#domain/access/define-policy.ts'
import { reachOf } from '#domain/access/reach.ts'
import { type Role, roles } from '#domain/access/roles.ts'
import { type EntityName, entityNames } from '#domain/model/registry.ts'
import type { AccessOutcome } from './access-entry.ts'
import { accessMatrix } from './access-matrix.ts'

const heldWith = (role: Role): Role[] => (role === 'asiakas_yllapito' ? ['asiakas', role] : [role])
const widthOf = (rows: Rows | undefined) => (rows === undefined || rows === 'none' ? 'none' : rows === 'all' ? 'all' : 'some')
const widthOfCells = (own: AccessOutcome, other: AccessOutcome) => (own !== 'done' ? 'none' : other === 'done' ? 'all' : 'some')

function expectedReach(name: EntityName, role: Role) {
  const [, readOwn, readOther, createOwn, , changeOwn, changeOther, deleteOwn, deleteOther] = accessMatrix[name].cells[role]
  return {
    read: widthOfCells(readOwn, readOther),
    create: createOwn === 'done',
    update: widthOfCells(changeOwn, changeOther),
    delete: widthOfCells(deleteOwn, deleteOther),
  }
}

test.each(entityNames)('the policy of %s gives each role the rights in the access matrix', (name) => {
  for (const role of roles) {
    const reach = reachOf<EntityName>(name, heldWith(role))
    const given = {
      read: widthOf(reach.read),
      create: reach.create !== null,
      update: widthOf(reach.update?.rows),
      delete: widthOf(reach.delete?.rows),
    }
    expect(given, role).toEqual(expectedReach(name, role))
  }
})
