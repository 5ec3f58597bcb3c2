import { expect, test } from 'vitest'
import { reachOf } from '#domain/access/reach.ts'
import { type Role, roles } from '#domain/access/roles.ts'
import { holdsAny, type Session } from '../session/session.ts'
import { routes } from './routes.ts'
import { navItemOf } from './shell/navigation.tsx'

const sessionOf = (held: Role[]): Session => ({
  token: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, fetched: 0, client_id: 'c', scopes: [] },
  user: { id: 'u', name: 'maija', mail: '', roles: held },
  profile: { id: 'p', kind: 'yllapito', name: 'Maija', field_extra: false },
  asiakas: null,
})
// A customer's administrator also has the customer's role (rules/access.md#roles).
const sessionOfRole = (role: Role) => sessionOf(role === 'asiakas_yllapito' ? ['asiakas', role] : [role])
const registers = routes.flatMap(({ options: { staticData } }) => (staticData?.register ? [{ ...staticData, ...staticData.register }] : []))
const labelsOf = (session: Session | null) =>
  routes
    .filter(({ options }) => !options.staticData?.register)
    .map(({ options }) => navItemOf(options.staticData, session)?.label)
    .filter((label) => label !== undefined)

/** The navigation of each role, in order, without the registers (rules/screens.md#routes, rules/screens.md#navigation). */
const navigation: Record<Role, string[]> = {
  yllapito: [
    'Etusivu',
    'Tilaukset',
    'Arkisto',
    'Vanha arkisto',
    'Tuonti',
    'Laskutus',
    'Raportit',
    'Päivän ajot',
    'Työvuorot',
    'Reitin optimointi',
    'Työntekijät',
    'Työaikakirjaukset',
    'Hintalaskelmat',
    'Asetukset',
    'Tietojen tuonti',
  ],
  kuljettaja: ['Päivä', 'Tilaukset', 'Työvuorot'],
  asiakas: ['Etusivu', 'Tilaukset', 'Arkisto', 'Tuonti'],
  asiakas_yllapito: ['Etusivu', 'Tilaukset', 'Arkisto', 'Tuonti', 'Käyttäjät'],
  huolto: ['Etusivu'],
}

test.each(roles)('%s finds their pages in the navigation', (role) => {
  expect(labelsOf(sessionOfRole(role))).toEqual(navigation[role])
})

test('a driver who is also maintenance staff reaches both start pages by a tab', () => {
  expect(labelsOf(sessionOf(['kuljettaja', 'huolto']))).toEqual(['Päivä', 'Tilaukset', 'Työvuorot', 'Huollot'])
  expect(labelsOf(sessionOf(['yllapito', 'huolto']))).toEqual(expect.arrayContaining(['Etusivu', 'Huollot']))
})

test.each(roles)('%s finds the registers that they may open, and may read their rows', (role) => {
  const session = sessionOfRole(role)
  for (const { entity, page, access, ...register } of registers) {
    const isAdmitted = Array.isArray(access) && holdsAny(session, access)
    expect(navItemOf({ access, ...register }, session) !== null, entity).toBe(isAdmitted)
    if (isAdmitted) expect(reachOf(entity, session.user.roles).read, entity).not.toBe('none')
    const pageAccess = routes.find(({ options }) => 'path' in options && options.path === page)?.options.staticData?.access ?? []
    if (isAdmitted) expect(pageAccess === 'any' || holdsAny(session, pageAccess === 'open' ? [] : pageAccess), page).toBe(true)
  }
})

test('cars are a register', () => expect(registers.map(({ entity }) => entity)).toContain('auto'))

test('without a sign-in the navigation is empty, and everybody may open every page in their navigation', () => {
  expect(labelsOf(null)).toEqual([])
  for (const { options } of routes) {
    const { access, nav } = options.staticData ?? {}
    if (nav?.roles && Array.isArray(access)) expect(access).toEqual(expect.arrayContaining([...nav.roles]))
  }
})
