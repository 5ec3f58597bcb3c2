import { beforeEach, expect, test, vi } from 'vitest'
import type { AuthState } from './session.ts'

vi.mock('./settings.ts', () => ({ settings: () => ({ clients: {} }) }))

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})

const now = () => Math.floor(Date.now() / 1000)
const stateOf = (id: string, fetched = now(), access_token = `a-${id}`): AuthState => ({
  token: { access_token, refresh_token: `r-${id}`, token_type: 'Bearer', expires_in: 900, fetched, client_id: 'c', scopes: [] },
  user: { id, name: id, mail: '', roles: ['yllapito'] },
  profile: { id: `p-${id}`, kind: 'yllapito', name: id, field_extra: false },
  asiakas: null,
  errors: [],
})
/** Stores a state as another tab does. */
const store = (state: AuthState) => stored.set('kuorma.session', JSON.stringify(state))

/** Opens a newly loaded tab and records why its session ends. */
async function openTab() {
  vi.resetModules()
  const session = await import('./session.ts')
  const token = await import('./token.ts')
  const endings: string[] = []
  session.onSessionEnd((reason) => endings.push(reason))
  session.authState()
  return { ...session, ...token, endings }
}

beforeEach(() => stored.clear())

test("the same person's newer token is taken over", async () => {
  store(stateOf('liisa', 0))
  const tab = await openTab()
  store(stateOf('liisa', now(), 'uusi'))
  expect((await tab.validToken())?.access_token).toBe('uusi')
  expect(tab.endings).toEqual([])
})

test("another person's token is never given to the first one's calls", async () => {
  store(stateOf('liisa', 0))
  const tab = await openTab()
  store(stateOf('matti'))
  expect(await tab.validToken()).toBeNull()
  expect(tab.endings).toEqual(['replaced'])
  expect(tab.currentSession()?.user.id).toBe('liisa')
  expect(await tab.validToken()).toBeNull()
  tab.endSession('requested')
  expect(JSON.parse(stored.get('kuorma.session') ?? '')).toEqual(stateOf('matti'))
})

test('a person who signs in while another person’s refresh is under way stays signed in', async () => {
  store(stateOf('liisa', 0))
  const tab = await openTab()
  vi.stubGlobal('fetch', async () => {
    store(stateOf('matti'))
    return Response.json({ access_token: 'x', refresh_token: 'y', token_type: 'Bearer', expires_in: 900 })
  })
  expect(await tab.validToken()).toBeNull()
  expect(tab.endings).toEqual(['replaced'])
  expect(JSON.parse(stored.get('kuorma.session') ?? '')).toEqual(stateOf('matti'))
})

test('a sign-out elsewhere ends the session here', async () => {
  store(stateOf('liisa'))
  const tab = await openTab()
  stored.clear()
  tab.rereadAuthState()
  expect(tab.endings).toEqual(['elsewhere'])
  expect(tab.currentSession()).toBeNull()
})

test('ten calls in each of two tabs wait for one refresh', async () => {
  store(stateOf('liisa', 0))
  const tabs = [await openTab(), await openTab()]
  let refreshes = 0
  vi.stubGlobal('fetch', async () => {
    refreshes++
    await new Promise((resolve) => setImmediate(resolve))
    return Response.json({ access_token: `uusi-${refreshes}`, refresh_token: 'y', token_type: 'Bearer', expires_in: 900 })
  })
  // The tabs coordinate through the browser's locks.
  expect('locks' in navigator).toBe(true)
  const tokens = await Promise.all(tabs.flatMap((tab) => Array.from({ length: 10 }, () => tab.validToken())))
  expect(tokens.map((token) => token?.access_token)).toEqual(Array(20).fill('uusi-1'))
  expect(refreshes).toBe(1)
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a server in trouble', async () => new Response('', { status: 503 })],
])('a token that could not be refreshed because of %s signs nobody out', async (_, answer) => {
  store(stateOf('liisa', 0))
  const tab = await openTab()
  vi.stubGlobal('fetch', answer)
  await expect(tab.validToken()).rejects.toThrow(tab.NoAnswer)
  expect(tab.endings).toEqual([])
  expect(tab.currentSession()?.user.id).toBe('liisa')
})
