import { expect, test } from 'vitest'
import { referenceFault, type TargetConditions } from './references.ts'

const driver = 'Valitse kuljettaja, jonka tunnus on käytössä.'
const removed = 'Valittu rivi on poistettu.'
const others = 'Valittu rivi kuuluu toiselle asiakkaalle.'

test.each<[TargetConditions, row: object, target: object, fault: string | null]>([
  [{}, {}, { status: 0, asiakas: 'c2' }, null],
  [{ mustBe: 'live' }, {}, { status: 1 }, null],
  [{ mustBe: 'live' }, {}, { status: 0 }, removed],
  [{ mustBe: 'driver' }, {}, { status: 1, user_roles: ['yllapito', 'kuljettaja'] }, null],
  [{ mustBe: 'driver' }, {}, { status: 0, user_roles: ['kuljettaja'] }, driver],
  [{ mustBe: 'driver' }, {}, { status: 1, user_roles: ['yllapito'] }, driver],
  [{ mustBe: 'driver' }, {}, { status: 1 }, driver],
  [{ sameCustomer: 'asiakas' }, { asiakas: 'c1' }, { asiakas: 'c1' }, null],
  [{ sameCustomer: 'asiakas' }, { asiakas: 'c1' }, { asiakas: 'c2' }, others],
  // The haulage company's own rows may be referred to by everybody.
  [{ sameCustomer: 'asiakas' }, { asiakas: 'c1' }, { asiakas: null }, null],
  [{ sameCustomer: 'asiakas' }, { asiakas: 'c1' }, {}, null],
  // Its own rows refer to no customer's.
  [{ sameCustomer: 'asiakas' }, { asiakas: null }, { asiakas: 'c1' }, others],
  [{ sameCustomer: 'asiakas' }, {}, { asiakas: 'c1' }, others],
  [{ sameCustomer: 'asiakkaat' }, { asiakkaat: ['c1', 'c2'] }, { asiakas: 'c2' }, null],
  [{ sameCustomer: 'asiakkaat' }, { asiakkaat: ['c1', 'c2'] }, { asiakas: 'c3' }, others],
  [{ sameCustomer: 'asiakkaat' }, { asiakkaat: [] }, { asiakas: 'c3' }, others],
  [{ sameCustomer: 'id' }, { id: 'c1', asiakas: 'c2' }, { asiakas: 'c1' }, null],
  [{ sameCustomer: 'id' }, { id: 'c1', asiakas: 'c2' }, { asiakas: 'c2' }, others],
  [{ mustBe: 'live', sameCustomer: 'asiakas' }, { asiakas: 'c1' }, { status: 0, asiakas: 'c2' }, removed],
  [{ mustBe: 'live', sameCustomer: 'asiakas' }, { asiakas: 'c1' }, { status: 1, asiakas: 'c2' }, others],
])('%# with %j, %j may refer to %j: %s', (conditions, row, target, fault) => {
  expect(referenceFault(conditions, { ...row }, { ...target })).toBe(fault)
})
