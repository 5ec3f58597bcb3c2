import { beforeEach, expect, test, vi } from 'vitest'
import { emptyDevice } from '#web/testing/device-database.ts'

beforeEach(async () => {
  await emptyDevice()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** Opens another page on the same device. */
async function openPage() {
  vi.resetModules()
  return import('./device-store.ts')
}

const draft = (value: unknown) => ({ owner: 'u', name: 'a', savedAt: 1, value })

test('writes and reads run in the order of their calls, and another page sees the result', async () => {
  const [page, other] = [await openPage(), await openPage()]
  const writes = [1, 2, 3].map((value) => page.writeToDevice(({ drafts }) => drafts.put(draft(value))))
  const read = page.readFromDevice(({ drafts }) => drafts.get(['u', 'a']))
  const removed = page.writeToDevice(({ drafts }) => drafts.delete(['u', 'a']))
  expect(await read).toEqual(draft(3))
  expect(await Promise.all([...writes, removed])).toEqual([true, true, true, true])
  expect(await other.readFromDevice(({ drafts }) => drafts.toArray())).toEqual([])
})

test('a device without room reports it, and its earlier content stays', async () => {
  const page = await openPage()
  await page.writeToDevice(({ drafts }) => drafts.put(draft(1)))
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  expect(await page.writeToDevice(({ drafts }) => drafts.put(draft(2)))).toBe(false)
  put.mockRestore()
  expect(await page.readFromDevice(({ drafts }) => drafts.toArray())).toEqual([draft(1)])
})

test('a transaction is stored completely or not at all', async () => {
  const page = await openPage()
  const isStored = await page.writeToDevice(({ drafts, together }) =>
    together(async () => {
      await drafts.put(draft(1))
      throw new Error('no')
    }),
  )
  expect(isStored).toBe(false)
  expect(await page.readFromDevice(({ drafts }) => drafts.toArray())).toEqual([])
})

test('a database that does not answer or is missing is distinguished from an empty one, and opened again', async () => {
  const { indexedDB } = globalThis
  const page = await openPage()
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Imported before the fake timers, since the import does not use them.
  await import('./database.ts')
  const silent = expect(page.readFromDevice(({ drafts }) => drafts.toArray())).rejects.toThrow('does not answer')
  await vi.advanceTimersByTimeAsync(10_100)
  await silent
  vi.useRealTimers()
  vi.stubGlobal('indexedDB', undefined)
  await expect(page.readFromDevice(({ drafts }) => drafts.toArray())).rejects.toThrow()
  expect(await page.writeToDevice(({ drafts }) => drafts.put(draft(1)))).toBe(false)
  vi.stubGlobal('indexedDB', indexedDB)
  expect(await page.readFromDevice(({ drafts }) => drafts.toArray())).toEqual([])
})

test('cleaning up does not load the database on a device that has stored nothing', async () => {
  const { indexedDB } = globalThis
  const page = await openPage()
  const open = vi.fn(() => ({}))
  vi.stubGlobal('indexedDB', { open, databases: async () => [{ name: 'toinen' }] })
  await page.sweepDevice(({ drafts }) => drafts.clear())
  expect(open).not.toHaveBeenCalled()
  vi.stubGlobal('indexedDB', indexedDB)
  await page.writeToDevice(({ drafts }) => drafts.put(draft(1)))
  await page.sweepDevice(({ drafts }) => drafts.clear())
  expect(await page.readFromDevice(({ drafts }) => drafts.count())).toBe(0)
})

test('cleaning up also works in a browser that does not list its databases', async () => {
  const page = await openPage()
  await page.writeToDevice(({ drafts }) => drafts.put(draft(1)))
  const { indexedDB } = globalThis
  vi.stubGlobal('indexedDB', { open: indexedDB.open.bind(indexedDB) })
  const other = await openPage()
  await other.sweepDevice(({ drafts }) => drafts.clear())
  expect(await page.readFromDevice(({ drafts }) => drafts.count())).toBe(0)
})
