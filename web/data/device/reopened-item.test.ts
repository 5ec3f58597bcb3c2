// A delivery that is opened for a change just as it is sent (decision 88).
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyDevice } from '#web/testing/device-database.ts'
import { item, newItem, openTab, type Send, store, stubBrowser } from '#web/testing/outbox-tab.ts'
import { CallFault } from '../fault.ts'

vi.mock('../fault-toast.tsx', () => ({ showFault: () => undefined }))
// Outside a component, the state as it is now.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, state: () => unknown) => state(),
}))

let device: Awaited<ReturnType<typeof emptyDevice>>

beforeEach(async () => {
  device = await emptyDevice()
  stubBrowser(new Map())
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

/** Runs `action` just before the device's next read or write of the kind. */
function before(kind: 'get' | 'put', action: () => void): void {
  const spy = vi.spyOn(IDBObjectStore.prototype, kind)
  spy.mockImplementation(function (this: IDBObjectStore, ...values: unknown[]) {
    spy.mockRestore()
    action()
    return Reflect.apply(this[kind], this, values)
  })
}

const waiting = (id: string, extra: Record<string, unknown> = {}) => item(id, { tried: false, ...extra })

test.each(['get', 'put'] as const)(
  'an item that is discarded just before the %s of its sending is neither sent nor stored again',
  async (kind) => {
    const sent: unknown[] = []
    const tab = await openTab('u', async (payload) => void sent.push(payload))
    await tab.start()
    await store(waiting('a'))
    await store(waiting('b', { queuedAt: 2 }))
    let discarded: Promise<void> | undefined
    await tab.loadOutbox()
    before(kind, () => {
      discarded = tab.discard('a')
    })
    await tab.loadOutbox({ again: true })
    await expect.poll(() => sent).toContain('b')
    await discarded
    await tab.sendAll()
    expect([sent, tab.outboxItems(), await device.keys()]).toEqual([['b'], [], []])
  },
)

test('what another tab discards just before it is sent is neither sent nor stored again', async () => {
  const sent: unknown[] = []
  const tab = await openTab('u', async (payload) => void sent.push(payload))
  await tab.start()
  const other = await openTab('u')
  await other.start()
  await store(waiting('a'))
  before('get', () => void other.discard('a'))
  await tab.loadOutbox({ again: true })
  await tab.sendAll()
  await expect.poll(() => device.keys()).toEqual([])
  expect([sent, tab.outboxItems()]).toEqual([[], []])
})

test('an item cannot be opened for a change from before it is noted as tried until it has left the device, also while it is handed on', async () => {
  const seen: Record<string, string | null> = {}
  const send: Send = async (payload) => {
    seen[`sent ${payload}`] = tab.useOutbox().current
    if (payload === 'b') throw new CallFault(422, [{ detail: 'Ei käy.' }])
  }
  const passOn = async (id: string) => {
    seen[`handed on ${id}`] = tab.useOutbox().current
  }
  const tab = await openTab('u', send, { passOn })
  await tab.start()
  await store(waiting('a'))
  await store(waiting('b', { queuedAt: 2 }))
  before('put', () => {
    seen.noted = tab.useOutbox().current
  })
  await tab.loadOutbox({ again: true })
  await tab.sendAll()
  expect(seen).toEqual({ noted: 'a', 'sent a': 'a', 'sent b': 'b', 'handed on b': 'b' })
  expect([tab.useOutbox().current, await device.keys()]).toEqual([null, []])
})

test('a device that cannot note that an item was tried sends it all the same, and its undo after it', async () => {
  const sent: unknown[] = []
  let isOffline = true
  const send: Send = async (payload) => {
    if (isOffline) throw new CallFault(0)
    sent.push(payload)
  }
  const tab = await openTab('u', send, { takesBack: (later, earlier) => later === `-${earlier}` })
  await tab.start()
  await store(waiting('a', { chain: ['s'] }))
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await tab.loadOutbox({ again: true })
  await tab.sendAll()
  expect(tab.outboxItems()).toMatchObject([{ id: 'a', tried: true }])
  expect(await tab.queueItem({ ...newItem('-a'), chain: ['s'] })).toBe(false)
  isOffline = false
  await tab.sendAll()
  expect([sent, tab.outboxItems(), await device.keys()]).toEqual([['a', '-a'], [], []])
})
