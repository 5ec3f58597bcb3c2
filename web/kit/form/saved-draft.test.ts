import { beforeEach, expect, test, vi } from 'vitest'
import { writeToDevice } from '#web/data/device/device-store.ts'
import { emptyDevice } from '#web/testing/device-database.ts'
import { removeOldDrafts, saveDraftOver } from './saved-draft.ts'

const day = 24 * 60 * 60
const now = 1_800_000_000
let device: Awaited<ReturnType<typeof emptyDevice>>

beforeEach(async () => {
  device = await emptyDevice()
  return () => vi.unstubAllGlobals()
})

const key = { owner: 'u', name: 'a' }
const draftOf = (owner: string, savedAt: number, value: unknown) => ({ owner, name: 'kuittaa', savedAt, value })

/** The part of a browser's storage that drafts use. */
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

test('a draft that could not be read is neither overwritten nor removed', async () => {
  const before = { ...key, savedAt: 1, value: 'allekirjoitus' }
  await writeToDevice(({ drafts }) => drafts.put(before))
  expect(await saveDraftOver('unread', key, 'uusi', now)).toBe(null)
  expect(await saveDraftOver('unread', key, null, now)).toBe(null)
  expect(await device.rows('drafts')).toEqual([before])
})

test('a draft is stored, and removed when its content is empty', async () => {
  expect(await saveDraftOver(null, key, 'uusi', now)).toBe(now)
  expect(await device.rows('drafts')).toEqual([{ ...key, savedAt: now, value: 'uusi' }])
  expect(await saveDraftOver({ savedAt: now, value: 'uusi' }, key, null, now)).toBe(null)
  expect(await device.rows('drafts')).toEqual([])
})

test('drafts older than two weeks are removed, for every person, but unsent items are not', async () => {
  await writeToDevice(({ drafts, outbox }) =>
    Promise.all([
      drafts.put(draftOf('a', now - 14 * day - 1, 'vanha')),
      drafts.put(draftOf('b', now - 14 * day, 'uusi')),
      outbox.put({ owner: 'a', id: '1' }),
    ]),
  )
  const drafts = storageOf({
    'kuorma.draft.a.kuittaa': JSON.stringify({ savedAt: now - 14 * day - 1, values: { nimenselvennys: 'Ville' } }),
    'kuorma.draft.b.kuittaa': JSON.stringify({ savedAt: now - 14 * day, values: { nimenselvennys: 'Liisa' } }),
    'kuorma.draft.b.muu': 'muu',
    'kuorma.session': '{}',
  })
  vi.stubGlobal('localStorage', drafts.storage)
  await removeOldDrafts(now)
  expect(await device.keys()).toEqual(['drafts b,kuittaa', 'outbox a,1'])
  expect(drafts.keys()).toEqual(['kuorma.draft.b.kuittaa', 'kuorma.session'])
})
