import { afterEach, expect, test, vi } from 'vitest'

vi.mock('../session/settings.ts', () => ({ settings: () => ({ clients: {} }) }))
const shown = vi.hoisted(() => ({ statuses: [] as number[] }))
vi.mock('./fault-toast.tsx', () => ({ showStatusFault: (status: number) => shown.statuses.push(status) }))
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))

const { callBlob, callJson } = await import('./request.ts')
const { messagesOf } = await import('./live/event-messages.ts')

afterEach(() => {
  shown.statuses.length = 0
})

const encoded = (text: string) => new TextEncoder().encode(text)
/** An answer whose connection breaks when some of it has come. */
const brokenOff = async () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(encoded('{"data": [')),
      pull: (controller) => controller.error(new TypeError('network error')),
    }),
  )

test('an answer that breaks off on its way is no answer, and said to be none', async () => {
  const fault = { name: 'CallFault', status: 0 }
  await expect(callJson('/api/x', (body) => body, { send: brokenOff })).rejects.toMatchObject(fault)
  await expect(callBlob('/file/x', { send: brokenOff })).rejects.toMatchObject(fault)
  expect(shown.statuses).toEqual([0, 0])
})

test("so is a page that a network of its own has put in the server's place", async () => {
  const send = async () => new Response('<html>Tervetuloa</html>')
  await expect(callJson('/api/x', (body) => body, { send, quiet: [0] })).rejects.toMatchObject({ name: 'CallFault', status: 0 })
  expect(shown.statuses).toEqual([])
})

test('an event stream that is read no further is closed', async () => {
  const cancelled = vi.fn()
  const body = new ReadableStream({ start: (controller) => controller.enqueue(encoded('data: 1\n\ndata: 2\n\n')), cancel: cancelled })
  for await (const { data } of messagesOf(body)) {
    expect(data).toBe('1')
    break
  }
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalled())
})
