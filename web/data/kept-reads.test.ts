import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { type AuthState, sessionOf } from '../session/session.ts'
import { list } from './json-api.ts'
import { keepReads, keptRead, readerOf, restoreReads } from './kept-reads.ts'
import { deviceStore } from './sample-device-store.ts'

const day = 24 * 60 * 60_000
const answer = {
  data: [{ type: 'lahetys_entity--lahetys_entity', id: 'l1', attributes: { vid: 3, kuvaus: 'Lava' }, relationships: {} }],
  included: [{ type: 'asiakas_entity--asiakas_entity', id: 'a1', attributes: { name: 'Hämeen Huonekalu Oy' }, relationships: {} }],
  meta: { count: 1 },
}
let device: ReturnType<typeof deviceStore>

beforeEach(() => {
  device = deviceStore()
  vi.stubGlobal('indexedDB', device.indexedDB)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => Response.json(answer))
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const shipments = { queryKey: ['lista'], queryFn: () => list('lahetys'), ...keptRead }
const soon = () => vi.advanceTimersByTimeAsync(1100)

/** A tab in which a driver reads a list and something else, until it is closed. */
async function readOn(userId: string): Promise<QueryClient> {
  const client = new QueryClient()
  const stop = keepReads(client, userId)
  await client.fetchQuery(shipments)
  await client.fetchQuery({ queryKey: ['muu'], queryFn: () => 'ei säily' })
  await soon()
  stop()
  return client
}

/** The same device after a restart. */
async function restart(userId: string): Promise<QueryClient> {
  const client = new QueryClient()
  const restored = restoreReads(client, userId)
  await soon()
  await restored
  return client
}

test('what says so is there after a restart with the rows that came along, and is asked for anew', async () => {
  await readOn('kalle')
  vi.advanceTimersByTime(60_000)
  const client = await restart('kalle')
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['lista']])
  const read = client.getQueryData<Awaited<ReturnType<typeof shipments.queryFn>>>(['lista'])
  expect(read?.rows).toEqual([{ id: 'l1', vid: 3, kuvaus: 'Lava' }])
  expect(read?.included.get('asiakas', 'a1')?.name).toBe('Hämeen Huonekalu Oy')
  expect(new QueryObserver(client, { ...shipments, staleTime: day }).getCurrentResult()).toMatchObject({ isStale: true, isSuccess: true })
})

test('a burst of reads is one write, at once when nobody looks any more', async () => {
  const client = new QueryClient()
  const stop = keepReads(client, 'kalle')
  for (let count = 0; count < 20; count++) client.setQueryDefaults(['x', count], keptRead)
  for (let count = 0; count < 20; count++) client.setQueryData(['x', count], count)
  await soon()
  expect(device.writes).toEqual(['put kalle.reads'])
  client.setQueryData(['x', 0], 'uusi')
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(50)
  expect(device.writes).toHaveLength(2)
  await soon()
  expect(device.writes).toHaveLength(2)
  stop()
})

test('a try that failed loses nothing of what came before it', async () => {
  const client = await readOn('kalle')
  const stop = keepReads(client, 'kalle')
  await client
    .fetchQuery({ ...shipments, staleTime: 0, retry: false, queryFn: () => Promise.reject(new Error('poikki')) })
    .catch(() => null)
  client.setQueryDefaults(['toinen'], keptRead)
  client.setQueryData(['toinen'], 1)
  await soon()
  stop()
  const { state } = (await restart('kalle')).getQueryCache().find({ queryKey: ['lista'] }) ?? {}
  expect(state).toMatchObject({ status: 'success', error: null, data: { count: 1 } })
})

test('another person, another build and another day get nothing', async () => {
  await readOn('kalle')
  expect((await restart('ville')).getQueryCache().getAll()).toEqual([])
  const kept = device.rows.get('kalle.reads')
  device.rows.set('kalle.reads', JSON.parse(JSON.stringify(kept).replace('"build":"', '"build":"vanha ')))
  expect((await restart('kalle')).getQueryCache().getAll()).toEqual([])
  device.rows.set('kalle.reads', kept)
  expect((await restart('kalle')).getQueryCache().getAll()).toHaveLength(1)
  vi.advanceTimersByTime(day)
  expect((await restart('kalle')).getQueryCache().getAll()).toEqual([])
})

test('what no build can read keeps nobody from starting', async () => {
  await readOn('kalle')
  const kept = JSON.stringify(device.rows.get('kalle.reads'))
  device.rows.set('kalle.reads', JSON.parse(kept.replace(/"data":"[^"]{5}/, '"data":"')))
  expect((await restart('kalle')).getQueryData(['lista'])).toBeUndefined()
})

test.each([
  ['the next person signs in', 'ville'],
  ['the person signs out', null],
])('it goes when %s, and drafts stay', async (_, next) => {
  device.rows.set('kalle.kuittaa.1', { savedAt: 1, value: 'allekirjoitus' })
  await readOn('kalle')
  expect([...device.rows.keys()]).toEqual(['kalle.kuittaa.1', 'kalle.reads'])
  keepReads(new QueryClient(), next)()
  await soon()
  expect([...device.rows.keys()]).toEqual(['kalle.kuittaa.1'])
})

test('what is being written when the person signs out goes too', async () => {
  const client = new QueryClient()
  const stop = keepReads(client, 'kalle')
  await client.fetchQuery(shipments)
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  stop()
  keepReads(new QueryClient(), null)()
  await soon()
  expect(device.rows.size).toBe(0)
})

test.each<[Role[], string | null]>([
  [['kuljettaja'], 'u'],
  [['kuljettaja', 'yllapito'], null],
  [['yllapito'], null],
  [['asiakas'], null],
])('of %j the device keeps the reads of %j', (roles, reader) => {
  const state: AuthState = {
    token: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, fetched: 0, client_id: 'c', scopes: [] },
    user: { id: 'u', name: 'u', mail: '', roles },
    profile: { id: 'p', kind: 'kuljettaja', name: 'u', field_extra: false },
    asiakas: null,
    errors: [],
  }
  expect(readerOf(sessionOf(state))).toBe(reader)
})
