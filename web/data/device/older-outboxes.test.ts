import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { inOrder, isWaiting, itemOf } from './outbox-item.ts'
import { nextToSend } from './send-order.ts'

vi.mock('../fault-toast.tsx', () => ({ showFault: () => undefined }))

beforeEach(async () => {
  await Dexie.delete('kuorma')
})

// What each build wrote, by the shapes in its source.
const signed = {
  id: 'k1',
  draft: 'kuittaa.t1',
  numbers: 'T-1',
  received: [{ id: 's1', vid: 3, tila: 'kuljetuksessa', tilaus: 't1' }],
  nimenselvennys: 'Ville Vastaanottaja',
  signature: { image: new Blob(['kuva']), strokes: [[{ x: 1, y: 2, pressure: 0.5, time: 3 }]], at: 4, uploadKey: 'u1' },
  left: null,
  photos: [{ key: 'p1', image: new Blob(['kuva']) }],
  failed: [],
  where: { lat: 61.5, lng: 23.8 },
  at: 4,
}
const base = { at: 4, refusal: '' }
const delivery = { ...base, id: 'k1', kind: 'kuittaus', queuedAt: 5, label: 'T-1, Ovi', about: ['t1', 's1'], payload: signed }
const refused = { ...delivery, id: 'k2', queuedAt: 6, about: ['t2', 's2'], refusal: 'Lähetyksiä on muutettu sillä välin.' }
const fault = {
  ...base,
  id: 'v1',
  kind: 'vika',
  queuedAt: 7,
  label: 'Vika: ABC-123',
  about: [],
  payload: { report: { id: 'v1', car: 'c1', info: 'Jarru vinkuu', photos: [], at: 4 }, draft: 'vika.c1' },
}
const step = {
  ...base,
  id: 'n1',
  kind: 'tila',
  queuedAt: 8,
  label: 'Noudettu: Ovi',
  about: [],
  chain: ['s3'],
  payload: {
    name: 'lahetys',
    rows: [{ id: 's3', vid: 1 }],
    from: 'odottaa_noutoa',
    to: 'kuljetuksessa',
    actor: 'kuljettaja',
    toast: 'Noudettu: Ovi',
  },
  offset: -3600,
  load: 'small',
  tried: false,
}

/** September 2026: one store, the owner and the id in its keys. */
async function firstBuild(): Promise<string[]> {
  const request = indexedDB.open('kuorma', 1)
  await new Promise((resolve) => {
    request.onupgradeneeded = () => request.result.createObjectStore('kept')
    request.onsuccess = resolve
  })
  const writing = request.result.transaction('kept', 'readwrite')
  for (const item of [delivery, refused])
    writing.objectStore('kept').put({ savedAt: 9, value: { ...item, owner: 'u' } }, `u.outbox.${item.id}`)
  await new Promise((resolve) => {
    writing.oncomplete = resolve
  })
  request.result.close()
  return [delivery.id, refused.id]
}

/** Dexie's version 1, before the steps of a day went through the outbox. */
async function secondBuild(): Promise<string[]> {
  const database = new Dexie('kuorma')
  database.version(1).stores({ drafts: '[owner+name], owner, savedAt', outbox: '[owner+id], owner', reads: 'owner' })
  await database.table('outbox').bulkPut([delivery, refused, fault].map((item) => ({ ...item, owner: 'u' })))
  database.close()
  return [delivery.id, refused.id, fault.id]
}

async function thisBuild(): Promise<string[]> {
  const { outbox, close } = openDatabase('kuorma')
  for (const item of [delivery, refused, fault, step]) await outbox.put({ ...item, owner: 'u' })
  close()
  return [delivery.id, refused.id, fault.id, step.id]
}

test.each([
  ['the first build', firstBuild],
  ['the build before this one', secondBuild],
  ['this build', thisBuild],
])('the outbox of %s is read completely, in its order, and all that waits can be sent', async (_, write) => {
  const written = await write()
  const { outbox, close } = openDatabase('kuorma')
  let items = (await outbox.where('owner').equals('u').toArray()).map((one) => itemOf(one, () => 'small')).sort(inOrder)
  close()
  expect(items.map(({ id }) => id)).toEqual(written)
  expect(items.filter((item) => !isWaiting(item)).map(({ id }) => id)).toEqual([refused.id])

  const { signedOf } = await import('#web/features/deliveries/delivery-send.ts')
  const { stepOf } = await import('#web/features/deliveries/state-step.ts')
  const { faultReportShape } = await import('#web/features/cars/fault-report.ts')
  const readable = {
    kuittaus: (item: (typeof items)[number]) => signedOf(item) !== undefined,
    tila: (item: (typeof items)[number]) => stepOf(item) !== undefined,
    vika: ({ payload }: (typeof items)[number]) => faultReportShape.safeParse((payload as { report: unknown }).report).success,
  }
  for (const item of items) expect(readable[item.kind as keyof typeof readable](item), item.kind).toBe(true)

  const sent: string[] = []
  for (let next = nextToSend(items, new Set()); next; next = nextToSend(items, new Set())) {
    const { id } = next
    sent.push(id)
    items = items.filter((item) => item.id !== id)
  }
  expect(sent).toEqual(written.filter((id) => id !== refused.id))
})
