import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import { documentsCall } from '#domain/features/documents/document-list.ts'
import { documentSummaryCall } from '#domain/features/documents/document-summary.ts'
import { orderTimelineCall } from '#domain/features/history/order-timeline.ts'
import { accountingSystemsCall } from '#domain/features/invoicing/providers/accounting-systems.ts'
import { notificationsCall } from '#domain/features/notifications/notifications.ts'
import { priceListChangesCall } from '#domain/features/prices/price-list-change.ts'
import { priceListValidityCall } from '#domain/features/prices/price-list-validity.ts'
import { reportCall } from '#domain/features/reports/report.ts'
import { orderWaybillCall } from '#domain/features/waybills/order-waybill.ts'
import { unassigned } from '#web/features/orders/list/order-filters.ts'
import { queryKeys } from '../query-keys.ts'
import { affectedTest, visibilityOf } from './affected-queries.ts'
import { messagesOf } from './event-messages.ts'
import { makeChangeTaker } from './live-queries.ts'

describe('queries affected by a change', () => {
  const isAffected = (key: readonly unknown[], changed: ReadonlySet<string> | 'everything', held: readonly Role[] = ['yllapito']) =>
    affectedTest(changed, visibilityOf(held))(key)
  const ofShipments = new Set(['lahetys'])
  test.each([
    ['its own list', queryKeys.list('lahetys', { page: { limit: 1 } }), true],
    ['a list that includes it', queryKeys.list('tilaus', { include: ['asiakas', 'lahetykset.kuljettaja'] }), true],
    ['a list filtered by it', queryKeys.list('tilaus', { filter: { 'lahetykset.kuljettaja.id': { operator: 'IS NULL' } } }), true],
    ['a list sorted by it', queryKeys.list('tilaus', { sort: ['-lahetykset.viite'] }), true],
    ['a list filtered by a group of conditions on it', queryKeys.list('tilaus', { filter: unassigned }), true],
    ['a list that has nothing to do with it', queryKeys.list('tuote', { filter: { 'asiakas.id': 'a' } }), false],
    ['a page that does not say what it reads', queryKeys.one('tilaus', 'a', 'sivu'), true],
    ['an /api list', queryKeys.call('/api/laskuttamattomat_tilaukset'), true],
    ['a waybill', queryKeys.call(orderWaybillCall.path, { orderId: 'a' }), false],
    ['a file', queryKeys.call('/file', 'a'), false],
  ])('%s', (_title, key, affected) => expect(isAffected(key, ofShipments)).toBe(affected))

  test.each<[path: string, changed: string, held: Role, affected: boolean]>([
    [notificationsCall.path, 'lahetys', 'kuljettaja', false],
    [notificationsCall.path, 'lahetys', 'yllapito', true],
    [notificationsCall.path, 'tuote', 'yllapito', false],
    [notificationsCall.path, 'huolto', 'huolto', true],
    [notificationsCall.path, 'notification', 'asiakas', true],
    [documentsCall.path, 'tilaus', 'yllapito', false],
    [documentsCall.path, 'dokumentti_kuittaus', 'kuljettaja', true],
    [documentSummaryCall.path, 'lahetys', 'yllapito', false],
    [documentSummaryCall.path, 'notification', 'yllapito', true],
    [reportCall.path, 'tilaus', 'yllapito', true],
    [reportCall.path, 'dokumentti', 'yllapito', false],
    [priceListValidityCall.path, 'hinnasto', 'yllapito', true],
    [priceListValidityCall.path, 'tilaus', 'yllapito', false],
    [priceListChangesCall.path, 'tilaus', 'yllapito', false],
    [accountingSystemsCall.path, 'tilaus', 'yllapito', false],
  ])('of %s, a change of %s for %s: %s', (path, changed, held, affected) => {
    expect(isAffected(queryKeys.call(path), new Set([changed]), [held])).toBe(affected)
    expect(isAffected(queryKeys.call(path), 'everything', [held])).toBe(true)
  })

  test('rows that determine what a driver sees affect the lists of drivers only', () => {
    const published = new Set(['tyovuoro'])
    expect(isAffected(queryKeys.list('lahetys', {}), published, ['kuljettaja'])).toBe(true)
    expect(isAffected(queryKeys.list('tilaus', {}), published, ['kuljettaja'])).toBe(true)
    expect(isAffected(queryKeys.list('auto', {}), published, ['kuljettaja'])).toBe(false)
    expect(isAffected(queryKeys.list('lahetys', {}), published)).toBe(false)
  })

  test('a change of everything affects all queries except those of data that never changes', () => {
    expect(isAffected(queryKeys.list('tuote', {}), 'everything')).toBe(true)
    expect(isAffected(queryKeys.call(orderWaybillCall.path, {}), 'everything')).toBe(false)
  })
})

describe('refetching', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
    return () => vi.useRealTimers()
  })
  const event = (id: string) => ({ type: 'auto_entity--auto_entity', id, laji: 'muuttui' as const, vid: 2, aika: 1 })

  test('a hundred events cause one refetch, a few changes are shown within a second, and frequent changes every three seconds', () => {
    const client = new QueryClient()
    const read = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
    const take = makeChangeTaker(client, ['yllapito'])
    for (let count = 0; count < 100; count++) take([event(`a${count}`)])
    vi.advanceTimersByTime(300)
    expect(read).toHaveBeenCalledTimes(1)
    for (let change = 2; change <= 5; change++) {
      take([event('a')])
      vi.advanceTimersByTime(400)
      expect(read).toHaveBeenCalledTimes(change)
    }
    const seconds = 60
    for (let count = 0; count < seconds * 10; count++) {
      take([event('a')])
      vi.advanceTimersByTime(100)
    }
    expect(read.mock.calls.length).toBeGreaterThan(5 + seconds / 3)
    expect(read.mock.calls.length).toBeLessThan(9 + seconds / 3)
  })

  test('a driver, who receives changes of their own orders only, sees each within a second', () => {
    const client = new QueryClient()
    const read = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
    const take = makeChangeTaker(client, ['kuljettaja'])
    for (let change = 1; change <= 30; change++) {
      take([event('a')])
      vi.advanceTimersByTime(800)
      expect(read).toHaveBeenCalledTimes(change)
    }
  })

  test('a page of one row is refetched within half a second of a change of its rows, also under frequent changes of lists', async () => {
    const client = new QueryClient()
    const reads = { page: 0, story: 0, other: 0, list: 0 }
    const shown = (name: keyof typeof reads, queryKey: readonly unknown[], data: unknown) => {
      const queryFn = () => {
        reads[name]++
        return data
      }
      return new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
    }
    const stops = [
      shown('page', queryKeys.one('tilaus', 'o', 'sivu'), {
        order: { id: 'o' },
        shipments: [{ id: 's', kuljettaja: 'd' }],
        names: new Map(),
      }),
      shown('story', queryKeys.call(orderTimelineCall.path, { id: 'o' }), []),
      shown('other', queryKeys.one('tilaus', 'p', 'sivu'), { order: { id: 'p' }, shipments: [] }),
      shown('list', queryKeys.list('tilaus', { include: ['lahetykset'] }), []),
    ]
    await vi.advanceTimersByTimeAsync(0)
    const take = makeChangeTaker(client, ['yllapito'])
    const ofShipment = (id: string) => ({ ...event(id), type: 'lahetys_entity--lahetys' })
    // Frequent changes of other rows, and a change of this order every second.
    for (let second = 1; second <= 20; second++) {
      take([ofShipment('elsewhere')])
      await vi.advanceTimersByTimeAsync(500)
      const before = { ...reads }
      take([ofShipment('s')])
      await vi.advanceTimersByTimeAsync(500)
      expect(reads.page).toBeGreaterThan(before.page)
      expect(reads.story).toBeGreaterThan(before.story)
    }
    // Other queries are still limited.
    expect(reads.list).toBeLessThan(20)
    expect(reads.other).toBe(reads.list)
    for (const stop of stops) stop()
  })

  test('a change received while a page is fetched for the first time is not missed', async () => {
    const client = new QueryClient()
    const answers: ((data: string) => void)[] = []
    const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
    const stop = new QueryObserver(client, { queryKey: queryKeys.one('tilaus', 'o', 'sivu'), queryFn }).subscribe(() => undefined)
    makeChangeTaker(client, ['yllapito'])([{ ...event('o'), type: 'tilaus_entity--tilaus_entity' }])
    await vi.advanceTimersByTimeAsync(1000)
    expect(answers).toHaveLength(1)
    answers[0]?.('as it was')
    await vi.advanceTimersByTimeAsync(0)
    expect(answers).toHaveLength(2)
    stop()
  })

  test('a hidden page refetches nothing until it is visible again', () => {
    const client = new QueryClient()
    const read = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
    const page = Object.assign(new EventTarget(), { hidden: true })
    vi.stubGlobal('document', page)
    makeChangeTaker(client, ['yllapito'])([event('a')])
    vi.advanceTimersByTime(60_000)
    expect(read).not.toHaveBeenCalled()
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(300)
    expect(read).toHaveBeenCalledTimes(1)
  })
})

test('messages are parsed whole even when the network splits them anywhere', async () => {
  const bytes = new TextEncoder().encode(
    `:\nid: 1-2:3:\n\nid: 4\r\nevent: muutokset\r\ndata: {"a":"ä"}\r\n\r\ndata: x\ndata:y\n\nevent: puoli`,
  )
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  expect(await Array.fromAsync(messagesOf(body))).toEqual([
    { id: '1-2:3:', event: '', data: '' },
    { id: '4', event: 'muutokset', data: '{"a":"ä"}' },
    { id: '', event: '', data: 'x\ny' },
  ])
})
