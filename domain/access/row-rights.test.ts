import { expect, test } from 'vitest'
import type { EntityName } from '../model/registry.ts'
import type { Condition } from './define-policy.ts'
import { holds, mayTouchRow, type RowViewer } from './row-rights.ts'

const now = 1_795_000_000
const of = (roles: RowViewer['roles'], asiakasId: string | null = null): RowViewer => ({ roles, userId: 'me', asiakasId })
const may = (name: EntityName, verb: 'update' | 'delete', looked: { row: object; viewer: RowViewer }) =>
  mayTouchRow(name, verb, { ...looked, now })

test('a role without the right has it on no row, and a role with all rows has it on every row', () => {
  expect(may('auto', 'update', { row: {}, viewer: of(['kuljettaja']) })).toBe(false)
  expect(may('auto', 'update', { row: {}, viewer: of(['yllapito']) })).toBe(true)
  expect(may('auto', 'delete', { row: {}, viewer: of(['yllapito', 'kuljettaja']) })).toBe(true)
})

test('conditions on the row’s own values are evaluated', () => {
  const customer = of(['asiakas', 'asiakas_yllapito'], 'c1')
  expect(may('tuote', 'update', { row: { asiakas: 'c1' }, viewer: customer })).toBe(true)
  expect(may('tuote', 'update', { row: { asiakas: 'c2' }, viewer: customer })).toBe(false)
  expect(may('tuote', 'update', { row: { asiakas: null }, viewer: customer })).toBe(false)
  expect(may('user', 'update', { row: { id: 'me' }, viewer: of(['huolto']) })).toBe(true)
  expect(may('user', 'update', { row: { id: 'other' }, viewer: of(['huolto']) })).toBe(false)
})

test('conditions on other rows, or on fields that were not read, are left to the server', () => {
  const customer = of(['asiakas', 'asiakas_yllapito'], 'c1')
  expect(may('user', 'update', { row: { id: 'other', user_roles: ['asiakas'] }, viewer: customer })).toBe(null)
  // One condition that does not hold is enough.
  expect(may('user', 'update', { row: { id: 'other', user_roles: ['kuljettaja'] }, viewer: customer })).toBe(false)
  expect(may('tuote', 'update', { row: {}, viewer: customer })).toBe(null)
})

test('a role with no rows has the right on none, whatever the row', () => {
  expect(may('tilaus', 'delete', { row: { id: 'o1' }, viewer: of(['asiakas'], 'c1') })).toBe(false)
})

test.each<[Condition, row: object, held: boolean | null]>([
  [{ path: 'tila', in: ['a', 'b'] }, { tila: 'b' }, true],
  [{ path: 'tila', in: ['a', 'b'] }, { tila: 'c' }, false],
  // Of a list, every value must be among them; an empty value is an empty list.
  [{ path: 'roolit', in: ['a', 'b'] }, { roolit: ['a', 'c'] }, false],
  [{ path: 'roolit', in: ['a', 'b'] }, { roolit: ['b', 'a'] }, true],
  [{ path: 'tila', in: ['a'] }, { tila: '' }, true],
  [{ path: 'roolit', has: ['a'] }, { roolit: ['c', 'a'] }, true],
  [{ path: 'roolit', has: ['a'] }, { roolit: ['c'] }, false],
  [{ path: 'roolit', has: ['a'] }, { roolit: [] }, false],
  [{ path: 'asiakas', that: { path: 'tila', in: ['a'] } }, { asiakas: 'c1' }, null],
  [{ path: 'asiakas.tila', in: ['a'] }, { asiakas: 'c1' }, null],
  [{ path: 'kuljettaja.id', is: 'me' }, { kuljettaja: 'me' }, true],
  [{ path: 'kuljettaja.id', is: 'me' }, { kuljettaja: 'other' }, false],
  [{ path: 'nahneet.id', is: 'me' }, { nahneet: ['other', 'me'] }, true],
  [{ path: 'id', is: 'me' }, { id: 'me' }, true],
  [{ path: 'asiakas.id', is: 'nothing' }, { asiakas: null }, true],
  [{ path: 'asiakas.id', is: 'nothing' }, { asiakas: '' }, true],
  [{ path: 'asiakas.id', is: 'nothing' }, { asiakas: 'c1' }, false],
  [{ path: 'asiakas.id', is: 'something' }, { asiakas: null }, false],
  [{ path: 'asiakas.id', is: 'something' }, { asiakas: 'c1' }, true],
  [{ path: 'alkaa', is: 'past' }, { alkaa: now }, true],
  [{ path: 'alkaa', is: 'past' }, { alkaa: now + 1 }, false],
  [{ path: 'alkaa', is: 'ahead' }, { alkaa: now }, false],
  [{ path: 'alkaa', is: 'ahead' }, { alkaa: now + 1 }, true],
])('%# %j of %j: %s', (condition, row, held) => {
  expect(holds(condition, row, { viewer: of(['asiakas'], 'c1'), now })).toBe(held)
})

test('someone without a customer has no company', () => {
  const company: Condition = { path: 'asiakas.id', is: 'my_company' }
  expect(holds(company, { asiakas: null }, { viewer: of(['kuljettaja']), now })).toBe(false)
  expect(holds(company, { asiakas: 'c1' }, { viewer: of(['asiakas'], 'c1'), now })).toBe(true)
})
