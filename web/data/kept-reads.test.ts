import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { endSession, setAuthState } from '../session/session.ts'
import { nowSeconds } from '../session/token.ts'
import { list } from './json-api.ts'
import { followReads, keptRead } from './kept-reads.ts'
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
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('fetch', async () => Response.json(answer))
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const shipments = { queryKey: ['lista'], queryFn: () => list('lahetys'), ...keptRead }
const soon = () => vi.advanceTimersByTimeAsync(1100)

function signIn(id: string, roles: Role[] = ['kuljettaja']): void {
  setAuthState({
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

/** The app as it starts on the device. */
async function start(build = '1') {
  const client = new QueryClient()
  const started = followReads(client, build)
  await soon()
  const stop = await started
  return { client, stop, held: () => client.getQueryCache().getAll() }
}

/** Reads a list and something else; the app is closed a moment later. */
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

test('what says so is there after a restart with the rows that came along, and is asked for anew', async () => {
  await readBy('kalle')
  const { client, held, stop } = await start()
  expect(held().map(({ queryKey }) => queryKey)).toEqual([['lista']])
  const read = client.getQueryData<Awaited<ReturnType<typeof shipments.queryFn>>>(['lista'])
  expect(read?.rows).toEqual([{ id: 'l1', vid: 3, kuvaus: 'Lava' }])
  expect(read?.included.get('asiakas', 'a1')?.name).toBe('Hämeen Huonekalu Oy')
  expect(new QueryObserver(client, { ...shipments, staleTime: day }).getCurrentResult()).toMatchObject({ isStale: true, isSuccess: true })
  stop()
})

test('a burst of reads is one write, made at once when nobody looks any more', async () => {
  signIn('kalle')
  const { client, stop } = await start()
  client.setQueryDefaults(['x'], keptRead)
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

test('another build and another day get nothing', async () => {
  await readBy('kalle')
  expect(await heldAfterStart('2')).toEqual([])
  expect(await heldAfterStart()).toHaveLength(1)
  vi.advanceTimersByTime(day)
  expect(await heldAfterStart()).toEqual([])
})

test('what cannot be read keeps nobody from starting', async () => {
  await readBy('kalle')
  device.rows.set('kalle.reads', JSON.parse(JSON.stringify(device.rows.get('kalle.reads')).replace('"data":"{', '"data":"')))
  expect(await heldAfterStart()).toEqual([])
})

test('the next person sees nothing of it, and it goes; drafts stay', async () => {
  device.rows.set('kalle.kuittaa.1', { savedAt: 1, value: 'allekirjoitus' })
  await readBy('kalle')
  expect([...device.rows.keys()]).toEqual(['kalle.kuittaa.1', 'kalle.reads'])
  signIn('ville')
  expect(await heldAfterStart()).toEqual([])
  expect([...device.rows.keys()]).toEqual(['kalle.kuittaa.1'])
})

test.each(['long after', 'while it is being written'])('it goes when the person signs out, %s', async (when) => {
  signIn('kalle')
  const { client, stop } = await start()
  await client.fetchQuery(shipments)
  if (when === 'long after') await soon()
  expect(device.rows.size).toBe(when === 'long after' ? 1 : 0)
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  endSession('asked')
  client.setQueryData(['lista'], 'myöhässä')
  await soon()
  expect(device.rows.size).toBe(0)
  stop()
})

test.each<[Role[], number]>([
  [['kuljettaja'], 1],
  [['kuljettaja', 'yllapito'], 0],
  [['yllapito'], 0],
  [['asiakas'], 0],
  [['huolto'], 0],
])('of %j %i is kept', async (roles, kept) => {
  await readBy('joku', roles)
  expect(device.rows.size).toBe(kept)
})
