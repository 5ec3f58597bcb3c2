import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { endSession, setAuthState } from '#web/session/session.ts'
import { emptyDevice } from '#web/testing/device-database.ts'
import { list } from '../json-api.ts'
import { queryKeys } from '../query-keys.ts'
import { writeToDevice } from './device-store.ts'
import { followReads, readsStored, storedRead, storedState } from './stored-reads.ts'

const day = 24 * 60 * 60_000
const answer = {
  data: [{ type: 'lahetys_entity--lahetys_entity', id: 'l1', attributes: { vid: 3, kuvaus: 'Lava' }, relationships: {} }],
  included: [{ type: 'asiakas_entity--asiakas_entity', id: 'a1', attributes: { name: 'Hämeen Huonekalu Oy' }, relationships: {} }],
  meta: { count: 1 },
}
let device: Awaited<ReturnType<typeof emptyDevice>>

beforeEach(async () => {
  device = await emptyDevice()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('fetch', async () => Response.json(answer))
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const shipments = { queryKey: ['lista'], queryFn: () => list('lahetys'), ...storedRead }
/** Waits until all reads are stored: the device carries out its calls in order. */
async function soon(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1100)
  await device.keys()
}

function signIn(id: string, roles: Role[] = ['kuljettaja'], set = setAuthState): void {
  set({
    token: {
      access_token: 'a',
      refresh_token: 'r',
      token_type: 'Bearer',
      expires_in: 900,
      fetched: nowSeconds(),
      client_id: 'c',
      scopes: [],
    },
    user: { id, name: id, mail: '', roles },
    profile: { id: 'p', kind: 'kuljettaja', name: id, field_extra: false },
    asiakas: null,
    errors: [],
  })
}

/** Starts the app on the device. */
async function start(build = '1') {
  const client = new QueryClient()
  const stop = await followReads(client, { build, loadShapes: () => import('#web/app/stored-read-shapes.ts') })
  await soon()
  return { client, stop, held: () => client.getQueryCache().getAll() }
}

/** Reads a list and another query; the app is closed a moment later. */
async function readBy(id: string, roles?: Role[]): Promise<void> {
  signIn(id, roles)
  const { client, stop } = await start()
  await client.fetchQuery(shipments)
  await client.fetchQuery({ queryKey: ['muu'], queryFn: () => 'ei säily' })
  await soon()
  stop()
}

async function heldAfterStart(build?: string): Promise<unknown[]> {
  const { held, stop } = await start(build)
  stop()
  return held()
}

test('a query marked as stored is there after a restart with its included rows, and is refetched', async () => {
  await readBy('kalle')
  const { client, held, stop } = await start()
  expect(held().map(({ queryKey }) => queryKey)).toEqual([['lista']])
  const read = client.getQueryData<Awaited<ReturnType<typeof shipments.queryFn>>>(['lista'])
  expect(read?.rows).toEqual([{ id: 'l1', vid: 3, kuvaus: 'Lava' }])
  expect(read?.included.get('asiakas', 'a1')?.name).toBe('Hämeen Huonekalu Oy')
  expect(new QueryObserver(client, { ...shipments, staleTime: day }).getCurrentResult()).toMatchObject({ isStale: true, isSuccess: true })
  stop()
})

test('several reads are one write, made at once when the page is hidden', async () => {
  signIn('kalle')
  const { client, stop } = await start()
  client.setQueryDefaults(['x'], storedRead)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  for (let count = 0; count < 20; count++) client.setQueryData(['x', count], count)
  await soon()
  expect(put).toHaveBeenCalledTimes(1)
  client.setQueryData(['x', 0], 'uusi')
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  await device.keys()
  expect(put).toHaveBeenCalledTimes(2)
  await soon()
  expect(put).toHaveBeenCalledTimes(2)
  put.mockRestore()
  stop()
})

test('readsStored resolves once the device has stored all reads, also those that are being written', async () => {
  signIn('kalle')
  const { client, stop } = await start()
  client.setQueryDefaults(['päivä'], storedState)
  client.setQueryData(['päivä'], 'alkoi')
  expect(await device.keys()).toEqual([])
  await readsStored()
  expect(JSON.stringify(await device.rows('reads'))).toContain('alkoi')
  client.setQueryData(['päivä'], 'päättyi')
  void readsStored()
  await readsStored()
  expect(JSON.stringify(await device.rows('reads'))).toContain('päättyi')
  stop()
})

test('a failed refetch does not lose the earlier answer', async () => {
  signIn('kalle')
  const { client, stop } = await start()
  await client.fetchQuery(shipments)
  const fails = { ...shipments, staleTime: 0, retry: false, queryFn: () => Promise.reject(new Error('poikki')) }
  await expect(client.fetchQuery(fails)).rejects.toThrow('poikki')
  await soon()
  stop()
  const again = await start()
  again.stop()
  expect(again.held().map(({ state }) => state)).toMatchObject([{ status: 'success', error: null, data: { count: 1 } }])
})

test('reads are kept for a week, and then dropped', async () => {
  await readBy('kalle')
  vi.advanceTimersByTime(6 * day)
  expect(await heldAfterStart()).toHaveLength(1)
  vi.advanceTimersByTime(day)
  expect(await heldAfterStart()).toEqual([])
  expect(await device.keys()).toEqual([])
})

const fields = { lahetys: ['vid', 'kuvaus'], asiakas: ['name'] } as const
const listKey = queryKeys.list('lahetys', { fields })
/** Stores the answer as another build's of a list of shipments with their customers. */
async function storedByOther(key: readonly unknown[] = listKey): Promise<void> {
  signIn('kalle')
  const { client, stop } = await start()
  client.setQueryDefaults(key, storedRead)
  client.setQueryData(key, await list('lahetys'))
  await soon()
  stop()
}

test('reads of another build are kept when they fit the registry, and are refetched', async () => {
  await storedByOther()
  const { client, stop } = await start('2')
  const read = client.getQueryData<Awaited<ReturnType<typeof shipments.queryFn>>>(listKey)
  expect(read?.rows).toEqual([{ id: 'l1', vid: 3, kuvaus: 'Lava' }])
  expect(read?.included.get('asiakas', 'a1')?.name).toBe('Hämeen Huonekalu Oy')
  expect(client.getQueryState(listKey)?.isInvalidated).toBe(true)
  stop()
})

test.each<[string, readonly unknown[]]>([
  ['lacks a field that is requested', queryKeys.list('lahetys', { fields: { ...fields, lahetys: ['vid', 'viite'] } })],
  ['has a field that the registry does not know', queryKeys.list('lahetys', { fields: { ...fields, lahetys: ['vid', 'entinen'] } })],
  ['lacks a field of an included row', queryKeys.list('lahetys', { fields: { ...fields, asiakas: ['name', 'laskutusviesti'] } })],
  ['is of an entity that is gone', ['entity', 'entinen', 'list', { fields }]],
  ['is of whole rows that lack fields', queryKeys.list('lahetys', {})],
  ['is of a call that is not stored', queryKeys.call('/api/entinen')],
])('a read of another build that %s is dropped', async (_, key) => {
  await storedByOther(key)
  expect(await heldAfterStart()).toHaveLength(1)
  expect(await heldAfterStart('2')).toEqual([])
})

test('a state outlives an update of the app and the week, and is refetched', async () => {
  signIn('kalle')
  const { client, stop } = await start()
  await client.fetchQuery(shipments)
  await client.fetchQuery({ queryKey: ['päivä'], queryFn: () => ({ id: 'd1', loppuaika: 0 }), ...storedState })
  await soon()
  stop()
  vi.advanceTimersByTime(8 * day)
  const again = await start('2')
  again.stop()
  expect(again.held().map(({ queryKey, state }) => [queryKey, state.data, state.isInvalidated])).toEqual([
    [['päivä'], { id: 'd1', loppuaika: 0 }, true],
  ])
})

test('reads that a slow device returns late are shown when they come, and do not delay the start', async () => {
  await readBy('kalle')
  const { readFromDevice } = await import('./device-store.ts')
  const late = Promise.withResolvers<void>()
  vi.doMock('./device-store.ts', async (importOriginal) => ({
    ...(await importOriginal<typeof import('./device-store.ts')>()),
    readFromDevice: ((work) => late.promise.then(() => readFromDevice(work))) satisfies typeof readFromDevice,
  }))
  vi.resetModules()
  const page = await import('./stored-reads.ts')
  const session = await import('#web/session/session.ts')
  signIn('kalle', ['kuljettaja'], session.setAuthState)
  const client = new QueryClient()
  const started = page.followReads(client, { build: '1', loadShapes: () => import('#web/app/stored-read-shapes.ts') })
  await vi.advanceTimersByTimeAsync(3100)
  const stop = await started
  expect(client.getQueryCache().getAll()).toEqual([])
  late.resolve()
  await vi.waitFor(() => expect(client.getQueryData(['lista'])).toMatchObject({ count: 1 }))
  stop()
})

test('unreadable data does not prevent the start', async () => {
  await readBy('kalle')
  const [stored] = await device.rows('reads')
  const broken = JSON.parse(JSON.stringify(stored).replace('"data":"{', '"data":"'))
  await writeToDevice(({ reads }) => reads.put(broken))
  expect(await heldAfterStart()).toEqual([])
})

test('the next person sees none of it, and it is removed; drafts stay', async () => {
  await writeToDevice(({ drafts }) => drafts.put({ owner: 'kalle', name: 'kuittaa.1', savedAt: 1, value: 'allekirjoitus' }))
  await readBy('kalle')
  expect(await device.keys()).toEqual(['drafts kalle,kuittaa.1', 'reads kalle'])
  signIn('ville')
  expect(await heldAfterStart()).toEqual([])
  expect(await device.keys()).toEqual(['drafts kalle,kuittaa.1'])
})

test.each(['long after', 'while it is being written'])('it is removed when the person signs out, %s', async (when) => {
  signIn('kalle')
  const { client, stop } = await start()
  await client.fetchQuery(shipments)
  if (when === 'long after') await soon()
  expect(await device.keys()).toHaveLength(when === 'long after' ? 1 : 0)
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  endSession('requested')
  client.setQueryData(['lista'], 'myöhässä')
  await soon()
  expect(await device.keys()).toEqual([])
  stop()
})

test.each<[Role[], number]>([
  [['kuljettaja'], 1],
  [['kuljettaja', 'yllapito'], 0],
  [['yllapito'], 0],
  [['asiakas'], 0],
  [['huolto'], 0],
])('of the reads of a person with roles %j, %i are stored', async (roles, isStored) => {
  await readBy('joku', roles)
  expect(await device.keys()).toHaveLength(isStored)
})
