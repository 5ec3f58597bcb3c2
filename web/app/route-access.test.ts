import { isRedirect } from '@tanstack/react-router'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Role, roles } from '#domain/access/roles.ts'
import { type AuthState, setAuthState, signedOut } from '../session/session.ts'
import { guard } from './access.ts'
import { routes } from './routes.ts'

beforeAll(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})
afterAll(() => void vi.unstubAllGlobals())

/** The routes of the specification (rules/screens.md#routes), written by hand: never generate them from the table of routes. */
const customers: readonly Role[] = ['asiakas', 'asiakas_yllapito']
const specification: readonly { of: string; paths: readonly string[]; admits: readonly Role[] | 'everybody' }[] = [
  { of: 'everybody, without sign-in', paths: ['testisivu', 'login', 'tietosuojaseloste', 'logout', 'password-reset'], admits: 'everybody' },
  {
    of: 'any role',
    paths: [
      ...['/', 'user/$id', 'postiosoite/$id', 'postiosoite/$id/delete', 'tilaukset', 'tilaus/$id/rahtikirja', 'kuittaa/$tilausId'],
      ...['paasy-kielletty', 'kuittaa-dokumentti/$id', 'asiakas/$id'],
    ],
    admits: roles,
  },
  {
    of: 'administrators',
    paths: [
      ...['postiosoitteet', 'asiakkaat', 'laskuta', 'tyontekijat', 'ilmoitukset', 'ilmoitus/$id', 'hintalaskuri-logs', 'vuokraukset'],
      ...['vuokraus/$id', 'reitit', 'reitti/$id', 'tyovuorot', 'tyoreitti/$id', 'sopimustuntityo', 'sopimustuntityo/$id', 'kirjaukset'],
      ...['kirjaukset/$kuljettajaId', 'kirjaus/$tyovuoroKirjausId'],
    ],
    admits: ['yllapito'],
  },
  {
    of: 'administrators and drivers',
    paths: ['autot', 'auto/$id', 'dokumentti/$id', 'dokumentit', 'reitin-optimointi'],
    admits: ['yllapito', 'kuljettaja'],
  },
  { of: 'drivers', paths: ['kuljettajan-etusivu', 'kuljettajan-tyovuorot'], admits: ['kuljettaja'] },
  {
    of: 'customers and administrators',
    paths: ['tilaus/$id', 'tilaus/$id/clone', 'tilaus-csv-import', 'arkisto', 'arkisto-old', 'tuotteet', 'tuote/$id'],
    admits: ['yllapito', ...customers],
  },
]

const accessOf = new Map(routes.map(({ options }) => ['path' in options ? options.path : '', options.staticData?.access]))

const stateOf = (role: Role): AuthState => ({
  token: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, fetched: 0, client_id: 'c', scopes: [] },
  // A customer's administrator also has the customer's role (rules/access.md#roles).
  user: { id: 'u', name: 'maija', mail: '', roles: role === 'asiakas_yllapito' ? ['asiakas', role] : [role] },
  profile: { id: 'p', kind: 'yllapito', name: 'Maija', field_extra: false },
  asiakas: null,
  errors: [],
})

/** Where the guard sends; '' where it lets in. */
function sentTo(path: string, state: AuthState): string {
  setAuthState(state)
  const access = accessOf.get(path)
  if (!access) throw new Error(`No route ${path}`)
  try {
    guard(access, `/${path}`)
    return ''
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return String(thrown.options.to)
  }
}

describe.each(specification)('a route for $of', ({ paths, admits }) => {
  test.each(paths)('%s admits nobody else', (path) => {
    expect(sentTo(path, signedOut)).toBe(admits === 'everybody' ? '' : '/login')
    const admitted = roles.filter((role) => sentTo(path, stateOf(role)) === '')
    expect(admitted.sort()).toEqual([...(admits === 'everybody' ? roles : admits)].sort())
    for (const role of roles.filter((one) => !admitted.includes(one))) expect(sentTo(path, stateOf(role))).toBe('/paasy-kielletty')
  })
})
