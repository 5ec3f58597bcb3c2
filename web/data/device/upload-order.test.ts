// What goes first when uploads are slow or get no answer (decision 88).
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyDevice } from '#web/testing/device-database.ts'
import { item, newItem, openTab, type Send, store, stubBrowser } from '#web/testing/outbox-tab.ts'
import { CallFault } from '../fault.ts'

vi.mock('../fault-toast.tsx', () => ({ showFault: () => undefined }))

let device: Awaited<ReturnType<typeof emptyDevice>>

beforeEach(async () => {
  device = await emptyDevice()
  stubBrowser(new Map())
  return () => vi.unstubAllGlobals()
})

const refuse = async (): Promise<never> => {
  throw new CallFault(422, [{ detail: 'Ei käy.' }])
}
const loadOf = (payload: unknown) => (payload === 'kuva' ? 'picture' : payload === 'vika' ? 'large' : 'small')
/** Resolves never; rejects when it is aborted, as a request does. */
const hang = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }))

test.each(['kuva', 'vika'])('what is small interrupts an upload without an answer (%s), which is sent again after it', async (upload) => {
  const [begun, sent]: [unknown[], unknown[]] = [[], []]
  let hangs = true
  const send: Send = async (payload, signal) => {
    begun.push(payload)
    if (payload === upload && hangs) await hang(signal)
    sent.push(payload)
  }
  const tab = await openTab('u', send, { load: loadOf })
  await tab.start()
  await tab.queueItem(newItem(upload))
  await expect.poll(() => begun).toEqual([upload])
  await tab.queueItem(newItem('a'))
  await expect.poll(() => begun).toEqual([upload, 'a', upload])
  expect(sent).toEqual(['a'])
  // What waits behind the upload does not interrupt it.
  await tab.queueItem({ ...newItem('b'), payload: 'kuva' })
  await expect.poll(() => device.keys()).toHaveLength(2)
  expect(begun).toEqual([upload, 'a', upload])
  hangs = false
  await tab.queueItem(newItem('c'))
  await expect.poll(() => sent).toEqual(['a', 'c', upload, 'kuva'])
  expect(await device.keys()).toEqual([])
})

test('an upload that fails lets the uploads after it go, and a small item without an answer stops the round', async () => {
  await store(item('vika', { chain: ['v'] }))
  await store(item('kuva', { queuedAt: 2, chain: ['s'] }))
  await store(item('a', { queuedAt: 3, chain: ['v'] }))
  const sent: unknown[] = []
  let isReached = false
  const send: Send = async (payload) => {
    if (payload === 'vika' || !isReached) throw new CallFault(0)
    sent.push(payload)
  }
  const tab = await openTab('u', send, { load: loadOf })
  await tab.start()
  isReached = true
  await tab.sendAll()
  await expect.poll(() => sent).toEqual(['kuva'])
  // `a` depends on what could not be sent.
  expect(tab.outboxItems().map(({ id }) => id)).toEqual(['vika', 'a'])

  isReached = false
  const tried: unknown[] = []
  const unanswered: Send = async (payload) => {
    tried.push(payload)
    throw new CallFault(0)
  }
  const other = await openTab('u', unanswered, { load: loadOf })
  await store(item('b', { queuedAt: 4 }))
  await other.start()
  await other.sendAll()
  expect(new Set(tried)).toEqual(new Set(['b']))
})

test.each([401, 408, 429, 502, 503, 504])(
  'an upload that is answered with %i ends the round: the others would get the same',
  async (status) => {
    await store(item('vika', { chain: ['v'] }))
    await store(item('kuva', { queuedAt: 2, chain: ['s'] }))
    const tried: unknown[] = []
    let isBusy = true
    const send: Send = async (payload) => {
      tried.push(payload)
      if (isBusy) throw new CallFault(status)
    }
    const tab = await openTab('u', send, { load: loadOf })
    await tab.start()
    await tab.sendAll()
    expect(new Set(tried)).toEqual(new Set(['vika']))
    expect(await device.keys()).toHaveLength(2)

    isBusy = false
    tried.length = 0
    await tab.sendAll()
    expect([tried, await device.keys()]).toEqual([['vika', 'kuva'], []])
  },
)

test.each<[number, readonly string[]]>([
  [0, ['b']],
  [429, []],
  [503, []],
])('a rejected item whose handing over is answered with %i waits, and what else is sent is %j', async (status, others) => {
  await store(item('a'))
  await store(item('b', { queuedAt: 2 }))
  const sent: unknown[] = []
  const send: Send = async (payload) => (payload === 'a' ? refuse() : void sent.push(payload))
  const passOn = async () => {
    throw new CallFault(status)
  }
  const tab = await openTab('u', send, { load: loadOf, passOn })
  await tab.start()
  await tab.sendAll()
  expect(sent).toEqual(others)
  expect(tab.outboxItems().find(({ id }) => id === 'a')).toMatchObject({ refusal: '' })
})

test('the pictures of a rejected item that hang do not hold up the small ones', async () => {
  const sent: unknown[] = []
  const passing: string[] = []
  const send: Send = async (payload) => (payload === 'a' ? refuse() : void sent.push(payload))
  const passOn = async (id: string, _text: string, signal?: AbortSignal) => {
    passing.push(id)
    await hang(signal)
  }
  const tab = await openTab('u', send, { load: loadOf, passOn })
  await tab.start()
  await tab.queueItem(newItem('a'))
  await expect.poll(() => passing).toEqual(['a'])
  await tab.queueItem(newItem('b'))
  await expect.poll(() => sent).toEqual(['b'])
  expect(tab.outboxItems().map(({ id, refusal }) => [id, refusal])).toEqual([['a', '']])
})

test('an item of an older build is as large as its sender says', async () => {
  await store(item('vika'))
  await store(item('toinen', { queuedAt: 2, load: 'large' }))
  const tab = await openTab('u', () => hang(), { load: loadOf })
  await tab.start()
  expect(tab.outboxItems().map(({ id, load }) => [id, load])).toEqual([
    ['vika', 'large'],
    ['toinen', 'small'],
  ])
})

test('what an administrator did and the server rejects stays with them: dispatchers solve what drivers did', async () => {
  const passed: unknown[] = []
  const tab = await openTab('u', refuse, { passOn: async (id) => void passed.push(id), roles: ['yllapito'] })
  await tab.start()
  await tab.queueItem(newItem('a'))
  await expect.poll(() => tab.outboxItems()).toMatchObject([{ id: 'a', refusal: 'Ei käy.' }])
  expect(passed).toEqual([])
})
