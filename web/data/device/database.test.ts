import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'

/** The database as the app made it until November 2026: version 1, one store without key paths. */
async function oldDatabase(values: Readonly<Record<string, unknown>>): Promise<void> {
  const request = indexedDB.open('kuorma', 1)
  await new Promise((resolve, reject) => {
    request.onupgradeneeded = () => request.result.createObjectStore('kept')
    request.onsuccess = resolve
    request.onerror = reject
  })
  const transaction = request.result.transaction('kept', 'readwrite')
  for (const [key, value] of Object.entries(values)) transaction.objectStore('kept').put(value, key)
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
  request.result.close()
}

test('drafts and unsent items of an older build are kept, items that cannot be read among them; old reads are dropped', async () => {
  const item = {
    id: 'i1',
    kind: 'kuittaus',
    at: 5,
    queuedAt: 6,
    label: 'T-1, Ovi',
    about: ['s1'],
    payload: { draft: 'kuittaa.t1' },
    refusal: '',
  }
  const signature = { image: new Blob(['kuva']), chosen: new Set(['s1']), exceptions: new Map([['s2', 1]]) }
  await oldDatabase({
    'u.kuittaa.t1': { savedAt: 7, value: signature },
    'u.poikkeama.s1.s2': { savedAt: 8, value: { syy: 'poissa' } },
    'u.rikki': 'rikki',
    'u.outbox.i1': { savedAt: 9, value: item },
    'u.outbox.i2': 'vanha',
    'v.outbox.i3': { savedAt: 9, value: { ...item, id: 'i3' } },
    'u.reads': { savedAt: 9, value: { build: '1', state: { queries: [], mutations: [] } } },
  })
  // Twice: what was moved once is not moved again.
  for (const removed of [false, true]) {
    const { drafts, outbox, reads, close } = openDatabase('kuorma')
    const [, failed] = await drafts.toArray()
    if (!removed) {
      const [signed] = await drafts.toArray()
      expect(signed).toMatchObject({ owner: 'u', name: 'kuittaa.t1', savedAt: 7, value: { ...signature, image: expect.any(Blob) } })
      expect(failed).toEqual({ owner: 'u', name: 'poikkeama.s1.s2', savedAt: 8, value: { syy: 'poissa' } })
      expect(await drafts.count()).toBe(2)
    }
    expect(await outbox.toArray()).toEqual([
      ...(removed ? [] : [{ ...item, owner: 'u' }]),
      { owner: 'u', id: 'i2', unreadable: 'vanha' },
      { ...item, id: 'i3', owner: 'v' },
    ])
    expect(await reads.count()).toBe(0)
    await outbox.delete(['u', 'i1'])
    close()
  }
  expect((await indexedDB.databases()).map(({ name, version }) => [name, version])).toEqual([['kuorma', 10]])
})
