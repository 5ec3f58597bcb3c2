import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { queryClient } from '#web/data/query-client.ts'
import { dayStops, openJobs, openShipments } from './driver-queries.ts'

const today = midnightOf('2026-11-17')
const yesterday = addDays(today, -1)
const readAt = (yesterday + 18 * 3600) * 1000
const customer = { type: 'asiakas_entity--asiakas_entity', id: 'a1', attributes: { name: 'Hämeen Huonekalu Oy' }, relationships: {} }
const resource = (type: string, id: string, attributes: object) => ({ type, id, attributes, relationships: {} })
/** What the server answers to each list of yesterday: of today's and late rows, and of later ones. */
function answerOf(url: URL): object[] {
  const isLater = [...url.searchParams].some(([, value]) => value === '>=')
  const days = isLater ? [today, addDays(today, 1)] : [addDays(yesterday, -3), yesterday]
  if (url.pathname.endsWith('/lahetys'))
    return days.map((toivottu_toimitus, index) => resource('lahetys_entity--lahetys', `s${Number(isLater)}${index}`, { toivottu_toimitus }))
  if (url.pathname.includes('/tuntituote'))
    return days.map((toimituspaiva, index) => resource('tuntituote--tuntituote', `j${Number(isLater)}${index}`, { toimituspaiva }))
  return [resource('ajo_pysahdys_entity--ajo_pysahdys_entity', 'p1', { jarjestys: 1 })]
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const data = answerOf(new URL(url, 'http://kuorma.test'))
    return Response.json({ data, included: [customer], meta: { count: data.length } })
  })
  vi.useFakeTimers({ now: readAt, toFake: ['Date'] })
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function readYesterday(): Promise<void> {
  for (const after of [false, true]) {
    await queryClient.fetchInfiniteQuery(openShipments(yesterday, after))
    await queryClient.fetchQuery(openJobs(yesterday, after))
  }
  await queryClient.fetchQuery(dayStops(yesterday))
}

const pagesOf = (now: number, after: boolean) =>
  queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(openShipments(now, after))).state
const jobsOf = (now: number, after: boolean) =>
  queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(openJobs(now, after))).state
const stopsOf = (now: number) => queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(dayStops(now))).state
const idsOf = (rows: readonly { id: string }[] | undefined) => rows?.map(({ id }) => id)

test('the lists of a day begin with what was read the day before, divided by today', async () => {
  await readYesterday()
  vi.setSystemTime((today + 6 * 3600) * 1000)
  expect(pagesOf(today, false).data?.pages.map(({ rows }) => idsOf(rows))).toEqual([['s00', 's01', 's10']])
  expect(pagesOf(today, true).data?.pages.map(({ rows }) => idsOf(rows))).toEqual([['s11']])
  expect(idsOf(jobsOf(today, false).data?.rows)).toEqual(['j00', 'j01', 'j10'])
  expect(idsOf(jobsOf(today, true).data?.rows)).toEqual(['j11'])
  expect(idsOf(stopsOf(today).data?.rows)).toEqual(['p1'])
  expect(pagesOf(today, false).data?.pages[0]?.included.get('asiakas', 'a1')?.name).toBe('Hämeen Huonekalu Oy')
  expect([pagesOf(today, false).dataUpdatedAt, stopsOf(today).dataUpdatedAt]).toEqual([readAt, readAt])
})

test('what was read at the turn of the day is refetched, and nothing older than a week is shown', async () => {
  vi.setSystemTime(today * 1000 - 1)
  await readYesterday()
  vi.setSystemTime(today * 1000)
  const query = queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(dayStops(today)))
  expect(query.isStaleByTime(15_000)).toBe(true)
  expect(stopsOf(addDays(today, 6)).data).toBeDefined()
  queryClient.removeQueries({ queryKey: dayStops(today).queryKey })
  queryClient.removeQueries({ queryKey: dayStops(addDays(today, 6)).queryKey })
  expect(stopsOf(addDays(today, 7)).data).toBeUndefined()
})
