import { beforeEach, expect, test, vi } from 'vitest'
import { deviceStore } from '../data/sample-device-store.ts'
import { dropLongKept, keepOver } from './kept.ts'

const day = 24 * 60 * 60
const now = 1_800_000_000
let device: ReturnType<typeof deviceStore>

beforeEach(() => {
  device = deviceStore()
  vi.stubGlobal('indexedDB', device.indexedDB)
  return () => vi.unstubAllGlobals()
})

/** A browser's storage as far as drafts use it. */
function storageOf(items: Record<string, string>) {
  const rows = new Map(Object.entries(items))
  const storage = {
    get length() {
      return rows.size
    },
    key: (index: number) => [...rows.keys()][index] ?? null,
    getItem: (key: string) => rows.get(key) ?? null,
    removeItem: (key: string) => rows.delete(key),
  }
  return { storage, keys: () => [...rows.keys()] }
}

test('nothing is kept over what could not be read, nor taken away', async () => {
  device.rows.set('a', 'allekirjoitus')
  expect(await keepOver('unread', 'a', 'uusi', now)).toBe(null)
  expect(await keepOver('unread', 'a', null, now)).toBe(null)
  expect(device.rows.get('a')).toBe('allekirjoitus')
})

test('what is begun is kept, and goes when there is nothing of it left', async () => {
  expect(await keepOver(null, 'a', 'uusi', now)).toBe(now)
  expect(device.rows.get('a')).toEqual({ savedAt: now, value: 'uusi' })
  expect(await keepOver({ savedAt: now, value: 'uusi' }, 'a', null, now)).toBe(null)
  expect(device.rows.size).toBe(0)
})

test('what was kept two weeks ago is thrown away, whoever kept it, and what cannot be read', async () => {
  device.rows.set('a.kuittaa', { savedAt: now - 14 * day - 1, value: 'vanha' })
  device.rows.set('b.kuittaa', { savedAt: now - 14 * day, value: 'uusi' })
  device.rows.set('b.muu', 'muu')
  const drafts = storageOf({
    'kuorma.draft.a.kuittaa': JSON.stringify({ savedAt: now - 14 * day - 1, values: { nimenselvennys: 'Ville' } }),
    'kuorma.draft.b.kuittaa': JSON.stringify({ savedAt: now - 14 * day, values: { nimenselvennys: 'Liisa' } }),
    'kuorma.draft.b.muu': 'muu',
    'kuorma.session': '{}',
  })
  vi.stubGlobal('localStorage', drafts.storage)
  await dropLongKept(now)
  expect([...device.rows.keys()]).toEqual(['b.kuittaa'])
  expect(drafts.keys()).toEqual(['kuorma.draft.b.kuittaa', 'kuorma.session'])
})
