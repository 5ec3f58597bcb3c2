import { afterEach, expect, test, vi } from 'vitest'

vi.mock('../session/settings.ts', () => ({ settings: () => ({ clients: {} }) }))
const shown = vi.hoisted(() => ({ statuses: [] as number[] }))
vi.mock('./fault-toast.tsx', () => ({ showStatusFault: (status: number) => shown.statuses.push(status) }))
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))

const { callBlob, callJson } = await import('./request.ts')
const { messagesOf } = await import('./live/event-messages.ts')
const { setAuthState, signedOut } = await import('../session/session.ts')

afterEach(() => {
  shown.statuses.length = 0
})

const encoded = (text: string) => new TextEncoder().encode(text)
/** An answer whose connection breaks before its end. */
const brokenOff = async () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(encoded('{"data": [')),
      pull: (controller) => controller.error(new TypeError('network error')),
    }),
  )

test('an answer that breaks off is reported as no answer', async () => {
  const fault = { name: 'CallFault', status: 0 }
  await expect(callJson('/api/x', (body) => body, { send: brokenOff })).rejects.toMatchObject(fault)
  await expect(callBlob('/file/x', { send: brokenOff })).rejects.toMatchObject(fault)
  expect(shown.statuses).toEqual([0, 0])
})

test("a page that a network sends instead of the server's answer is reported as no answer", async () => {
  const send = async () => new Response('<html>Tervetuloa</html>')
  await expect(callJson('/api/x', (body) => body, { send, quiet: [0] })).rejects.toMatchObject({ name: 'CallFault', status: 0 })
  expect(shown.statuses).toEqual([])
})

test('a request without an answer ends at its time limit, as no answer; an upload has the time that its bytes take as well', async () => {
  const sendUntil = vi.fn(
    (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true })),
  )
  const limit = vi.spyOn(AbortSignal, 'timeout')
  const caller = new AbortController()
  const options = { send: sendUntil, timeout: 20, quiet: 'all', signal: caller.signal } as const
  await expect(callJson('/api/x', (body) => body, options)).rejects.toMatchObject({ name: 'CallFault', status: 0 })
  const upload = callJson('/file/x', (body) => body, { ...options, method: 'POST', body: new Blob([new Uint8Array(400_000)]) })
  await vi.waitFor(() => expect(limit.mock.calls).toEqual([[20], [100_020]]))
  caller.abort()
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
  limit.mockRestore()
})

test('an event stream that is no longer read is closed', async () => {
  const cancelled = vi.fn()
  const body = new ReadableStream({ start: (controller) => controller.enqueue(encoded('data: 1\n\ndata: 2\n\n')), cancel: cancelled })
  for await (const { data } of messagesOf(body)) {
    expect(data).toBe('1')
    break
  }
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalled())
})

test('every call carries the type and the value of the token, and none without a sign-in', async () => {
  const authorization: (string | null)[] = []
  const send = async (_url: string, init?: RequestInit) => {
    authorization.push(new Headers(init?.headers).get('Authorization'))
    return Response.json({})
  }
  const read = () => callJson('/api/x', (body) => body, { send })
  await read()
  const fetched = Math.floor(Date.now() / 1000)
  setAuthState({
    token: { access_token: 'abc', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, fetched, client_id: 'c', scopes: [] },
    user: { id: 'u', name: 'maija', mail: '', roles: ['yllapito'] },
    profile: { id: 'p', kind: 'yllapito', name: 'Maija', field_extra: false },
    asiakas: null,
    errors: [],
  })
  await read()
  setAuthState(signedOut)
  expect(authorization).toEqual([null, 'Bearer abc'])
})
