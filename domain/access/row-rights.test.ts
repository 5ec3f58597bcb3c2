import { expect, test } from 'vitest'
import type { EntityName } from '../model/registry.ts'
import { mayTouchRow, type RowViewer } from './row-rights.ts'

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
