import { expect, test } from 'vitest'
import { type Role, roles } from '#domain/access/roles.ts'
import type { Session } from '../session/session.ts'
import { routes } from './routes.ts'
import { navItemOf } from './shell/navigation.tsx'

const sessionOf = (held: Role[]): Session => ({
  token: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, fetched: 0, client_id: 'c', scopes: [] },
  user: { id: 'u', name: 'maija', mail: '', roles: held },
  profile: { id: 'p', kind: 'yllapito', name: 'Maija', field_extra: false },
  asiakas: null,
})
const labelsOf = (session: Session | null) =>
  routes.map((route) => navItemOf(route.options.staticData, session)?.label).filter((label) => label !== undefined)

/** Who finds what in the navigation, in this order (rules/screens.md#routes, rules/screens.md#navigation). */
const navigation: Record<Role, string[]> = {
  yllapito: ['Etusivu', 'Tilaukset', 'Arkisto', 'Vanha arkisto', 'Tuonti', 'Laskutus', 'Autot'],
  kuljettaja: ['Tilaukset', 'Autot'],
  asiakas: ['Etusivu', 'Tilaukset', 'Arkisto', 'Tuonti'],
  asiakas_yllapito: ['Etusivu', 'Tilaukset', 'Arkisto', 'Tuonti'],
  huolto: ['Etusivu'],
}

test.each(roles)('%s finds their pages in the navigation', (role) => {
  // A customer's administrator holds the customer's role too (rules/access.md#roles).
  expect(labelsOf(sessionOf(role === 'asiakas_yllapito' ? ['asiakas', role] : [role]))).toEqual(navigation[role])
})

test('nobody who is not signed in finds any, and every page in somebody’s navigation lets them in', () => {
  expect(labelsOf(null)).toEqual([])
  for (const { options } of routes) {
    const { access, nav } = options.staticData ?? {}
    if (nav?.roles && Array.isArray(access)) expect(access).toEqual(expect.arrayContaining([...nav.roles]))
  }
})
