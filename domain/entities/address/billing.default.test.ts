import { expect, test } from 'vitest'
import { type BillingAddressChange, defaultAddressOf, defaultFault } from './billing.default.ts'

type State = NonNullable<BillingAddressChange['after']>
const state = (values: Partial<State> = {}): State => ({ status: 1, oletus: false, tyyppi: ['laskutus'], ...values })
const unchanged = (id: string, values: Partial<State> = {}): BillingAddressChange => ({ id, before: state(values), after: state(values) })
const changed = (id: string, before: Partial<State> | null, after: Partial<State> | null): BillingAddressChange => ({
  id,
  before: before && state(before),
  after: after && state(after),
})

test('the first billing address becomes the default, and an address marked later replaces it', () => {
  expect(defaultAddressOf([])).toBeNull()
  expect(defaultAddressOf([changed('a', null, {})])).toBe('a')
  expect(defaultAddressOf([unchanged('a', { oletus: true }), changed('b', null, {})])).toBe('a')
  expect(defaultAddressOf([unchanged('a', { oletus: true }), changed('b', null, { oletus: true })])).toBe('b')
  expect(defaultAddressOf([unchanged('a', { oletus: true }), changed('b', {}, { oletus: true })])).toBe('b')
})

test('when the default is removed the first remaining address becomes the default, and a restored one only if there is no other default', () => {
  expect(defaultAddressOf([changed('a', { oletus: true }, { oletus: true, status: 0 }), unchanged('b'), unchanged('c')])).toBe('b')
  expect(defaultAddressOf([changed('a', { oletus: true }, null), unchanged('b')])).toBe('b')
  expect(defaultAddressOf([changed('a', { oletus: true, status: 0 }, { oletus: true }), unchanged('b', { oletus: true })])).toBe('b')
  expect(defaultAddressOf([changed('a', { oletus: true, status: 0 }, { oletus: true })])).toBe('a')
})

test('of two addresses marked at once the first becomes the default, and of two stored defaults the first remains', () => {
  expect(defaultAddressOf([changed('a', null, { oletus: true }), changed('b', null, { oletus: true })])).toBe('a')
  expect(defaultAddressOf([unchanged('a', { oletus: true }), unchanged('b', { oletus: true })])).toBe('a')
})

test('an address only for reminders cannot be the default', () => {
  expect(defaultAddressOf([unchanged('a', { tyyppi: ['muistutus'] })])).toBeNull()
  expect(defaultAddressOf([unchanged('a', { tyyppi: ['muistutus'] }), unchanged('b', { tyyppi: [] })])).toBe('b')
  expect(defaultFault(changed('a', {}, { oletus: true, tyyppi: ['muistutus'] }), null)).toBe(
    'Oletukseksi sopii vain osoite, johon laskut lähetetään.',
  )
})

test('the default mark cannot be removed, only moved to another address', () => {
  const unmarked = changed('a', { oletus: true }, {})
  expect(defaultFault(unmarked, defaultAddressOf([unmarked, unchanged('b')]))).toBe(
    'Yksi laskutusosoite on aina oletus. Merkitse oletukseksi toinen osoite, niin tämä vaihtuu.',
  )
  const both = [unmarked, changed('b', {}, { oletus: true })]
  expect(defaultFault(unmarked, defaultAddressOf(both))).toBeNull()
  expect(defaultFault(unchanged('a', { oletus: true }), 'a')).toBeNull()
})

test('an address that is removed, or that was marked before, is not refused', () => {
  const reminders = { oletus: true, tyyppi: ['muistutus'] }
  expect(defaultFault(changed('a', { oletus: true }, { status: 0 }), 'a')).toBeNull()
  expect(defaultFault(changed('a', { oletus: true }, null), 'a')).toBeNull()
  expect(defaultFault(unchanged('a', reminders), null)).toBeNull()
  expect(defaultFault(changed('a', null, reminders), null)).not.toBeNull()
  expect(defaultFault(changed('a', reminders, { tyyppi: ['muistutus'] }), 'a')).toBeNull()
  expect(defaultFault(changed('a', {}, { oletus: true }), 'a')).toBeNull()
})
