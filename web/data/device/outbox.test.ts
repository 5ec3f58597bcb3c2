import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyDevice } from '#web/testing/device-database.ts'
import { item, newItem, openTab, type Send, store, stubBrowser } from '#web/testing/outbox-tab.ts'
import { CallFault } from '../fault.ts'
import { writeToDevice } from './device-store.ts'

vi.mock('../fault-toast.tsx', () => ({ showFault: () => undefined }))

let device: Awaited<ReturnType<typeof emptyDevice>>
let stored: Map<string, string>

beforeEach(async () => {
  device = await emptyDevice()
  stored = new Map()
  stubBrowser(stored)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const refusedWith = (id: string, text: string) => ({ owner: 'u', id, refusal: expect.stringContaining(text) })

test('an item that cannot be sent is kept as refused and does not stop the next ones', async () => {
  await store(item('a'))
  await store(item('b', { queuedAt: 2, kind: 'tuntematon' }))
  await store(item('c', { queuedAt: 3 }))
  const sent: unknown[] = []
  const tab = await openTab('u', async (payload) => {
    if (payload === 'a') throw new TypeError('an older build wrote it')
    sent.push(payload)
  })
  await tab.start()
  await expect.poll(() => sent).toEqual(['c'])
  await expect
    .poll(() => tab.outboxItems().map(({ id, refusal }) => [id, refusal !== '']))
    .toEqual([
      ['a', true],
      ['b', true],
    ])
  await expect.poll(() => device.rows('outbox')).toMatchObject([refusedWith('a', 'ei voitu lähettää'), { id: 'b' }])
})

test('an item that cannot be read is listed, counted and left as it is until it is discarded', async () => {
  const unreadable = { owner: 'u', id: 'x', unreadable: 'vanha' }
  await store(unreadable)
  const tab = await openTab('u')
  await tab.start()
  expect(tab.outboxItems()).toMatchObject([{ id: 'x', refusal: expect.stringContaining('ei osaa lukea') }])
  expect(await tab.countUnsent('u')).toBe(1)
  expect(await device.rows('outbox')).toEqual([unreadable])
  await tab.discard('x')
  expect([tab.outboxItems(), await device.keys()]).toEqual([[], []])
})

test('an item rejected at once stays on the device and in the list', async () => {
  const tab = await openTab('u', async () => {
    throw new CallFault(422, [{ detail: 'Ei käy.' }])
  })
  await tab.start()
  await tab.queueItem(newItem('a'))
  await expect.poll(() => tab.outboxItems()).toMatchObject([{ id: 'a', refusal: 'Ei käy.' }])
  expect(await device.rows('outbox')).toMatchObject([refusedWith('a', 'Ei käy.')])
})

test('a tab does not send what another tab has discarded', async () => {
  await store(item('a'))
  let isOffline = true
  const sent: unknown[] = []
  const send: Send = async (payload) => {
    if (isOffline) throw new CallFault(0)
    sent.push(payload)
  }
  const first = await openTab('u', send)
  await first.start()
  const second = await openTab('u', send)
  await second.start()
  await second.discard('a')
  isOffline = false
  await first.sendAll()
  expect([sent, first.outboxItems(), await device.keys()]).toEqual([[], [], []])
})

test('a rejection is stored for the item’s owner, and not shown to another person who has signed in meanwhile', async () => {
  let refuse: () => void = () => undefined
  const tab = await openTab('u', () => new Promise((_, reject) => (refuse = () => reject(new CallFault(422, [{ detail: 'Ei käy.' }])))))
  await tab.start()
  await tab.queueItem(newItem('a'))
  const before = refuse
  await expect.poll(() => refuse).not.toBe(before)
  tab.signIn('v')
  refuse()
  await expect.poll(() => device.rows('outbox')).toMatchObject([refusedWith('a', 'Ei käy.')])
  expect(tab.outboxItems()).toEqual([])
})

test('a delivery that is being sent, or is not listed yet, counts as unsent', async () => {
  await store(item('b'))
  const tab = await openTab('u', () => new Promise(() => undefined))
  expect(await tab.countUnsent('u')).toBe(1)
  await tab.start()
  void tab.queueItem(newItem('a'))
  await expect.poll(() => device.keys()).toContain('outbox u,a')
  expect(await tab.countUnsent('u')).toBe(2)
})

test('of the drafts those of queued deliveries are not counted as unsaved, and those of begun reports are', async () => {
  stored.set('kuorma.draft.u.kuittaa.t1', '{"savedAt":1,"values":{}}')
  for (const name of ['kuittaa.t1', 'vika.c1']) await writeToDevice(({ drafts }) => drafts.put({ owner: 'u', name, savedAt: 1, value: {} }))
  await store(item('a', { payload: { draft: 'kuittaa.t1' } }))
  const tab = await openTab('u', () => new Promise(() => undefined), { draft: (payload) => (payload as { draft: string }).draft })
  await tab.start()
  expect(await tab.countDrafts('u')).toBe(1)
  // An older build stored the draft of a fault report too: the next report of the car has it by now.
  await store(item('v', { kind: 'vika', payload: { report: {}, draft: 'vika.c1' } }))
  await tab.loadOutbox({ again: true })
  expect([await tab.countUnsent('u'), await tab.countDrafts('u')]).toEqual([2, 1])
})

test('when the device does not answer, the sign-out is retried later', async () => {
  await store(item('a'))
  const { indexedDB } = globalThis
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sent: unknown[] = []
  const tab = await openTab('u', async (payload) => void sent.push(payload))
  const started = tab.start()
  tab.markForgetting('u')
  const forgotten = tab.forgetPerson('u')
  const failed = expect(tab.loadOutbox()).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(10_100)
  await Promise.all([started, forgotten, failed])
  expect(stored.get('kuorma.forget')).toBe('u')

  vi.stubGlobal('indexedDB', indexedDB)
  await vi.advanceTimersByTimeAsync(11_000)
  await expect.poll(() => sent).toEqual(['a'])
  await tab.finishForgetting()
  expect(stored.has('kuorma.forget')).toBe(false)
})

test('somebody who signs in again after an unfinished sign-out keeps everything done since then', async () => {
  const tab = await openTab('v')
  tab.followReturns()
  tab.markForgetting('u')
  tab.signIn('v')
  expect(stored.get('kuorma.forget')).toBe('u')
  tab.signIn('u')
  expect(stored.has('kuorma.forget')).toBe(false)
})

const refuse = async (): Promise<never> => {
  throw new CallFault(422, [{ detail: 'Ei käy.' }])
}
const chained = (id: string, ...chain: string[]) => ({ ...newItem(id), chain })

test('a rejection that its user no longer sees goes to the dispatcher, and what depended on it is tried next', async () => {
  await store(item('a', { chain: ['s'] }))
  await store(item('b', { queuedAt: 2, chain: ['s'] }))
  const [passed, sent]: [unknown[], unknown[]] = [[], []]
  const send: Send = async (payload) => (payload === 'a' ? refuse() : void sent.push(payload))
  const tab = await openTab('u', send, { passOn: async (id, text) => void passed.push([id, text]) })
  await tab.start()
  await expect.poll(() => sent).toEqual(['b'])
  expect(passed).toEqual([['a', 'Ei käy.']])
  await expect.poll(() => device.keys()).toEqual([])
})

test('a rejected item that the dispatcher cannot be told about stays, and holds up only what depends on it', async () => {
  await store(item('a', { chain: ['s'] }))
  await store(item('b', { queuedAt: 2, chain: ['s'] }))
  await store(item('c', { queuedAt: 3, chain: ['x'] }))
  const sent: unknown[] = []
  const tab = await openTab('u', async (payload) => (payload === 'a' ? refuse() : void sent.push(payload)), { passOn: refuse })
  await tab.start()
  await expect.poll(() => sent).toEqual(['c'])
  await expect
    .poll(() => tab.outboxItems().map(({ id, refusal }) => [id, refusal]))
    .toEqual([
      ['a', 'Ei käy.'],
      ['b', ''],
    ])
  await tab.discard('a')
  await expect.poll(() => sent).toEqual(['c', 'b'])
})

test('a queued item is stored before it is sent, and a rejection that comes at once is its caller’s', async () => {
  const passed: unknown[] = []
  const tab = await openTab('u', refuse, { passOn: async (id) => void passed.push(id) })
  await tab.start()
  const refusals: string[] = []
  expect(await tab.queueItem(chained('a', 's'), ({ message }) => refusals.push(message))).toBe(true)
  await expect.poll(() => refusals).toEqual(['Ei käy.'])
  expect([await device.keys(), tab.outboxItems(), passed]).toEqual([[], [], []])
})

test.each<[string, () => void, () => void]>([
  ['the browser reports no network', () => vi.stubGlobal('navigator', { onLine: false }), () => vi.stubGlobal('navigator', {})],
  ['the server does not answer', () => undefined, () => undefined],
])('what was done while %s goes to the dispatcher when it is rejected, also within seconds', async (_, cut, restore) => {
  const passed: unknown[] = []
  let isReached = false
  const send: Send = async () => {
    if (!isReached) throw new CallFault(0)
    await refuse()
  }
  const tab = await openTab('u', send, { passOn: async (id, text) => void passed.push([id, text]) })
  await tab.start()
  cut()
  const refusals: string[] = []
  await tab.queueItem(chained('a', 's'), ({ message }) => refusals.push(message))
  await tab.sendAll()
  restore()
  isReached = true
  await tab.sendAll()
  await expect.poll(() => passed).toEqual([['a', 'Ei käy.']])
  expect([refusals, await device.keys()]).toEqual([[], []])
})

test('what was sent is listed for a day, also after a reload, and not after the sign-out', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  const tab = await openTab('u')
  await tab.start()
  await tab.queueItem(newItem('a'))
  await tab.sendAll()
  const reloaded = async (userId = 'u') => {
    const next = await openTab(userId)
    await next.start()
    return (await import('./sent-items.ts')).sentItems(userId).map(({ id, result }) => [id, result])
  }
  expect(await reloaded()).toEqual([['a', 'sent']])
  expect(await reloaded('v')).toEqual([])
  vi.setSystemTime(1_800_000_000_000 + 24 * 60 * 60_000)
  expect(await reloaded()).toEqual([])
  vi.setSystemTime(1_800_000_000_000)
  await tab.forgetPerson('u')
  expect(await reloaded()).toEqual([])
})

test('the browser is asked once to keep what is stored, with the first action', async () => {
  const persist = vi.fn(async () => true)
  vi.stubGlobal('navigator', { storage: { persist, persisted: async () => true } })
  const tab = await openTab('u')
  await tab.start()
  expect(persist).not.toHaveBeenCalled()
  await tab.queueItem(newItem('a'))
  await tab.queueItem(newItem('b'))
  expect(persist).toHaveBeenCalledOnce()
})

test('an item is listed once the device has stored it, and items that are stored at once keep their order', async () => {
  const tab = await openTab('u', () => new Promise(() => undefined))
  await tab.start()
  const listed: string[][] = []
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  put.mockImplementation(function (this: IDBObjectStore, ...values) {
    listed.push(tab.outboxItems().map(({ id }) => id))
    put.mockRestore()
    return this.put(...values)
  })
  const queued = Promise.all([tab.queueItem(newItem('b')), tab.queueItem(newItem('a'))])
  expect(tab.outboxItems()).toEqual([])
  expect(await queued).toEqual([true, true])
  expect(listed).toEqual([[]])
  expect(tab.outboxItems().map(({ id }) => id)).toEqual(['b', 'a'])
})

test('an item that was sent leaves the device after what the server answered is stored there', async () => {
  const client = new QueryClient()
  client.setQueryDefaults(['päivä'], { meta: { stored: 'state' } })
  const tab = await openTab('u', async () => void client.setQueryData(['päivä'], 'alkoi'))
  const reads = await import('./stored-reads.ts')
  const stop = await reads.followReads(client, { build: '1', loadShapes: async () => ({ isReadable: () => true }) })
  await tab.start()
  const found: string[][] = []
  const look = async () => found.push(await device.keys())
  await tab.queueItem(newItem('a'))
  do await look()
  while (found.at(-1)?.includes('outbox u,a'))
  // Never neither of them.
  expect(found.at(-1)).toEqual(['reads u'])
  expect(JSON.stringify(await device.rows('reads'))).toContain('alkoi')
  stop()
})

test('an undo of what has not been tried yet sends neither; of what has been tried, both', async () => {
  const sent: unknown[] = []
  let isOffline = true
  const send: Send = async (payload) => {
    if (isOffline) throw new CallFault(0)
    sent.push(payload)
  }
  const takesBack = (later: unknown, earlier: unknown) => later === `-${earlier}`
  const tab = await openTab('u', send, { takesBack })
  await tab.start()
  await tab.queueItem(chained('a', 's'))
  await expect.poll(() => device.rows('outbox')).toMatchObject([{ id: 'a', tried: true }])
  await tab.queueItem({ ...chained('-a', 's') })
  // Never tried: it waits for the first two.
  await tab.queueItem(chained('b', 's'))
  await tab.queueItem(chained('-b', 's'))
  await tab.sendAll()
  isOffline = false
  await tab.sendAll()
  await expect.poll(() => device.keys()).toEqual([])
  expect(sent).toEqual(['a', '-a'])
})

test('a delivery waits for the earlier step of its goods, whatever its own sending would answer', async () => {
  let isOffline = true
  const sent: unknown[] = []
  const tab = await openTab('u', async (payload) => {
    if (isOffline && payload === 'a') throw new CallFault(0)
    sent.push(payload)
  })
  await tab.start()
  await tab.queueItem(chained('a', 's'))
  await tab.queueItem(chained('b', 's'))
  await tab.sendAll()
  expect(sent).toEqual([])
  isOffline = false
  await tab.sendAll()
  await expect.poll(() => sent).toEqual(['a', 'b'])
})
