import { expect, test } from 'vitest'
import type { Role } from '../../access/roles.ts'
import { bellAddress } from './bell-address.ts'
import { type BellKind, bellKinds } from './notifications.ts'

test.each<[BellKind, Role, object]>([
  ['tilaus', 'yllapito', { to: '/tilaus/k1' }],
  ['poikkeama', 'yllapito', { to: '/tilaus/k1' }],
  ['myohastyminen', 'yllapito', { to: '/tilaus/k1' }],
  ['viesti', 'asiakas', { to: '/tilaus/k1', hash: 'viestit' }],
  ['korjauspyynto', 'yllapito', { to: '/kirjaus/k1' }],
  ['dokumentti', 'kuljettaja', { to: '/kuittaa-dokumentti/k1' }],
  ['muistutus', 'huolto', { to: '/kuittaa-dokumentti/k1' }],
  ['vika', 'yllapito', { to: '/auto/k1' }],
  ['vika', 'kuljettaja', { to: '/auto/k1' }],
  ['vika', 'huolto', { to: '/', search: { auto: 'k1' } }],
])('an entry %s of %s leads to %j', (laji, role, expected) => {
  expect(bellAddress({ laji, kohde: 'k1' }, [role])).toEqual(expected)
})

test.each(bellKinds)('an entry %s that is about nothing leads nowhere', (laji) => {
  expect(bellAddress({ laji, kohde: null }, ['yllapito'])).toBeNull()
})
