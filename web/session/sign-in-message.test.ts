import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { safeReturn } from './return-path.ts'
import { authState } from './session.ts'
import { signIn } from './sign-in.ts'
import { signInMessage } from './sign-in-message.ts'
import { expiresSoon } from './token.ts'

vi.mock('./settings.ts', () => ({ settings: () => ({ clients: {} }) }))

test.each([
  [{ error: 'invalid_credentials' }, 'Virheellinen käyttäjätunnus tai salasana.'],
  [{ error: 'invalid_grant', error_description: 'x' }, 'Virheellinen käyttäjätunnus tai salasana.'],
  [{ message: 'This User was not found or invalid' }, 'Virheellinen sähköpostiosoite tai käyttäjänimi'],
  [{ message: 'This account is blocked or has not been activated yet.' }, 'Virheellinen sähköpostiosoite tai käyttäjänimi'],
  [{ error: 'error_2' }, 'Virheellinen sähköpostiosoite tai käyttäjänimi'],
  ['error_4', 'Virheellinen sähköpostiosoite tai käyttäjänimi'],
  [{ message: 'The recovery password is not valid.' }, 'Käyttämäsi linkki on vanhentunut. Tilaa uusi painamalla "Lähetä linkki uudelleen"'],
  [{ message: 'No valid temp password request.' }, 'Käyttämäsi linkki on vanhentunut. Tilaa uusi painamalla "Lähetä linkki uudelleen"'],
  [null, 'Tuntematon virhe'],
  [{ error: 'invalid_client' }, 'Tuntematon virhe'],
])('%j', (answer, message) => expect(signInMessage(400, answer)).toBe(message))

test('too many attempts have a message of their own', () => {
  expect(signInMessage(429, { message: 'x' })).toBe('Liian monta pyyntöä. Yritä hetken kuluttua uudestaan.')
})

beforeAll(() => void vi.stubGlobal('location', { origin: 'https://kuorma.example' }))
afterAll(() => void vi.unstubAllGlobals())

test.each([
  ['/tilaukset?tila=uusi', '/tilaukset?tila=uusi'],
  ['/tilaukset?x=1#y', '/tilaukset?x=1#y'],
  ['/\t/paha.example', '/'],
  ['//x', '/'],
  ['https://x', '/'],
  ['/.//x', '/'],
  ['javascript:alert(1)', '/'],
  ['https://', '/'],
  [undefined, '/'],
  ['https://paha.example', '/'],
  ['//paha.example', '/'],
  ['/\\paha.example', '/'],
  ['/login?paluu=x', '/'],
  ['/logout', '/'],
  ['/loginhistoria', '/loginhistoria'],
])('after signing in %j goes to %s', (path, target) => expect(safeReturn(path)).toBe(target))

test('a token expires soon from ten seconds before its end', () => {
  const token = { fetched: 1000, expires_in: 900 }
  expect(expiresSoon(token, 1889)).toBe(false)
  expect(expiresSoon(token, 1890)).toBe(true)
})

/** A server that signs `matti` in, a driver, with these profiles. */
function answerSignIn(profiles: readonly object[]): string[] {
  const answers: Record<string, unknown> = {
    '/api/client_id': { client_id: 'kuorma-kuljettaja', scopes: ['kuljettaja'] },
    '/oauth/token': { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900 },
    '/jsonapi': { meta: { links: { me: { href: 'https://kuorma.example/jsonapi/user/user/u1' } } } },
    '/jsonapi/user/user/u1': { data: { id: 'u1', attributes: { name: 'matti', mail: '', user_roles: ['kuljettaja'] } } },
    '/jsonapi/profile/kuljettaja': { data: profiles },
  }
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(decodeURIComponent(url))
    return Response.json(answers[url.split('?')[0] ?? ''])
  })
  return requested
}

test('a user without a profile is not signed in and gets an explanation (rules/sign-in.md#signing-in)', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  answerSignIn([])
  expect(await signIn('matti', 'salasana')).toEqual({ at: 'refused' })
  expect(authState()).toMatchObject({ errors: ['Profile not found'], user: null, token: null })
})

test('a sign-in follows the link to the user, reads the profile, and stores when it got its token, in seconds', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: (key: string, value: string) => stored.set(key, value) })
  const requested = answerSignIn([{ id: 'p1', attributes: { field_etunimi: 'Matti', field_sukunimi: 'Mäki' } }])
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_900)
  expect(await signIn('matti', 'salasana')).toEqual({ at: 'in' })
  clock.mockRestore()
  expect(requested.slice(2)).toEqual(['/jsonapi', '/jsonapi/user/user/u1', '/jsonapi/profile/kuljettaja?filter[uid.id]=u1'])
  expect(JSON.parse(stored.get('kuorma.session') ?? '')).toMatchObject({
    token: { access_token: 'a', expires_in: 900, fetched: 1_800_000_000 },
    profile: { id: 'p1', name: 'Matti Mäki' },
  })
})
