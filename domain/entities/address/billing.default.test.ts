import { expect, test } from 'vitest'
import { type BillingMark, defaultFault, defaultOf } from './billing.default.ts'

type State = NonNullable<BillingMark['after']>
const state = (values: Partial<State> = {}): State => ({ status: 1, oletus: false, tyyppi: ['laskutus'], ...values })
const kept = (id: string, values: Partial<State> = {}): BillingMark => ({ id, before: state(values), after: state(values) })
const changed = (id: string, before: Partial<State> | null, after: Partial<State> | null): BillingMark => ({
  id,
  before: before && state(before),
  after: after && state(after),
})

test('the first billing address becomes the default, and a new one that is marked takes its place', () => {
  expect(defaultOf([])).toBeNull()
  expect(defaultOf([changed('a', null, {})])).toBe('a')
  expect(defaultOf([kept('a', { oletus: true }), changed('b', null, {})])).toBe('a')
  expect(defaultOf([kept('a', { oletus: true }), changed('b', null, { oletus: true })])).toBe('b')
  expect(defaultOf([kept('a', { oletus: true }), changed('b', {}, { oletus: true })])).toBe('b')
})

test('a default that goes leaves the mark to the first that remains, and takes it back only when nobody has it', () => {
  expect(defaultOf([changed('a', { oletus: true }, { oletus: true, status: 0 }), kept('b'), kept('c')])).toBe('b')
  expect(defaultOf([changed('a', { oletus: true }, null), kept('b')])).toBe('b')
  expect(defaultOf([changed('a', { oletus: true, status: 0 }, { oletus: true }), kept('b', { oletus: true })])).toBe('b')
  expect(defaultOf([changed('a', { oletus: true, status: 0 }, { oletus: true })])).toBe('a')
})

test('of two that are marked at once the first is the default, and of two that were it the first stays', () => {
  expect(defaultOf([changed('a', null, { oletus: true }), changed('b', null, { oletus: true })])).toBe('a')
  expect(defaultOf([kept('a', { oletus: true }), kept('b', { oletus: true })])).toBe('a')
})

test('an address for reminders alone is no default', () => {
  expect(defaultOf([kept('a', { tyyppi: ['muistutus'] })])).toBeNull()
  expect(defaultOf([kept('a', { tyyppi: ['muistutus'] }), kept('b', { tyyppi: [] })])).toBe('b')
  expect(defaultFault(changed('a', {}, { oletus: true, tyyppi: ['muistutus'] }), null)).toContain('vain osoite')
})

test('the default is given up only to another address', () => {
  const givenUp = changed('a', { oletus: true }, {})
  expect(defaultFault(givenUp, defaultOf([givenUp, kept('b')]))).toContain('aina oletus')
  const both = [givenUp, changed('b', {}, { oletus: true })]
  expect(defaultFault(givenUp, defaultOf(both))).toBeNull()
  expect(defaultFault(kept('a', { oletus: true }), 'a')).toBeNull()
})
