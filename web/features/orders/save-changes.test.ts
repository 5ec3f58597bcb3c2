import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ChangeRowsResult, changeRowsCall, maxChangedRows } from '#domain/features/orders/change-rows.ts'
import { newId } from '#web/data/row.ts'
import { orderRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { assignment, type OrderChange } from './line-changes.ts'
import { refusalsOf, saveChange, saveChanges, undosOf } from './save-changes.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Sent = { key: string; orders: number; reason: string }

/** A server that stores a version of each line, which others may change. `fail` gives the status of a call that fails. */
function server(versions: Map<string, number>, fail: (call: number) => Response | 'no answer' | null = () => null): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (_url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    const { changes, syy } = changeRowsCall.input.parse(JSON.parse(body))
    sent.push({ key: headers['Idempotency-Key'] ?? '', orders: changes.length, reason: syy })
    const failure = fail(sent.length)
    if (failure === 'no answer') throw new TypeError('Failed to fetch')
    if (failure) return failure
    const results = changes.map(({ id, rows }): ChangeRowsResult => {
      const stored = () => rows.map((row) => ({ id: row.id, vid: versions.get(row.id) ?? 0 }))
      if (rows.some(({ id: row, vid }) => versions.get(row) !== vid))
        return { id, success: false, code: 'conflict', message: 'Muokattava sisältö ei ole ajan tasalla.', rows: stored() }
      for (const { id: row, vid } of rows) versions.set(row, vid + 1)
      return { id, success: true, rows: stored() }
    })
    return Response.json({ success: true, results })
  })
  return sent
}

const orders = ['T-1', 'T-2', 'T-3', 'T-4', 'T-5'].map((number) => orderRow([shipmentRow({ id: newId() })], { id: newId(), number }))
const lineOf = (index: number): string => orders[index]?.lines[0]?.id ?? ''
const newChanges = () => orders.map((one) => assignment(one, { kuljettaja: newId() }))
const fresh = () => new Map(orders.map(({ lines }) => [lines[0]?.id ?? '', 7]))

/** Changes of more rows than one call accepts: three calls with two, two and one orders. */
function threeCalls() {
  const changes = ['A', 'B', 'C', 'D', 'E'].map((number) => {
    const lines = Array.from({ length: maxChangedRows / 2 }, () => shipmentRow({ id: newId() }))
    return assignment(orderRow(lines, { id: newId(), number }), { auto: null })
  })
  return { changes, versions: new Map(changes.flatMap(({ lines }) => lines.map(({ id, vid }) => [id, vid]))) }
}
const tooMany = (seconds: number) => Response.json({}, { status: 429, headers: { 'Retry-After': String(seconds) } })

describe('saving many orders', () => {
  test('one call saves all; the undo is another call with the written versions: an order changed since stays, and is named', async () => {
    const versions = fresh()
    const sent = server(versions)
    const saved = await saveChanges(newChanges())
    const undos = undosOf(saved)
    expect(undos.map(({ lines }) => [lines[0]?.vid, lines[0]?.set])).toEqual(orders.map(() => [8, { kuljettaja: null }]))
    versions.set(lineOf(2), 9)
    const undone = await saveChanges(undos, { conflict: 'Muutettu sen jälkeen.' })
    expect(refusalsOf(undos, undone)?.text).toBe('T-3: Muutettu sen jälkeen.')
    expect(orders.map((_, index) => versions.get(lineOf(index)))).toEqual([9, 9, 9, 9, 9])
    expect(sent.map(({ orders }) => orders)).toEqual([5, 5])
  })

  test('a reason shared by several orders is shown once; a save without changes says so', async () => {
    server(new Map())
    const changes = [
      ...newChanges(),
      assignment(orderRow([shipmentRow({ state: 'toimitettu' })], { id: newId(), number: 'T-6' }), { auto: 'a' }),
    ]
    expect(refusalsOf(changes, await saveChanges(changes, { conflict: 'Liian myöhään.' }))?.text).toBe(
      '5 tilausta: Liian myöhään. T-6: Tilauksella ei ole rivejä, joita voisi muuttaa.',
    )
  })

  test('a call without an answer is retried with the same key; one that was answered with a fault, with another key', async () => {
    const sent = server(fresh(), (call) => (call === 1 ? 'no answer' : null))
    const changes = newChanges()
    const lost = await saveChanges(changes)
    const retries = retriesOf(lost)
    expect(retries).toHaveLength(5)
    await saveChanges(retries)
    expect(sent[1]?.key).toBe(sent[0]?.key)

    const [one] = newChanges()
    if (!one) throw new Error('No change')
    const broken: ChangeRowsResult = { id: one.order.id, success: false, code: 'internal', message: 'Tapahtui virhe', rows: [] }
    const answered = server(fresh(), (call) => (call === 1 ? Response.json({ success: true, results: [broken] }) : null))
    const failed = await saveChange(one)
    if (failed.done || !failed.retry) throw new Error('Not to be retried')
    await saveChange(failed.retry)
    expect(answered[1]?.key).not.toBe(answered[0]?.key)
  })

  test('more rows than a call accepts are split into several calls; after one that fails, the others wait for the retry', async () => {
    const { changes, versions } = threeCalls()
    const sent = server(versions, (call) => (call === 2 ? Response.json({}, { status: 503 }) : null))
    const reported: number[] = []
    const results = await saveChanges(changes, { onProgress: ({ size }) => reported.push(size) })
    expect(reported).toEqual([2])
    expect(sent.map(({ orders }) => orders)).toEqual([2, 2])
    await saveChanges(retriesOf(results))
    expect(sent.map(({ orders }) => orders)).toEqual([2, 2, 2, 1])
    expect(sent[2]?.key).toBe(sent[1]?.key)
  })

  test('after a rate limit, the call is retried with the same key', async () => {
    vi.useFakeTimers()
    const { changes, versions } = threeCalls()
    const sent = server(versions, (call) => (call === 2 ? tooMany(30) : null))
    const saved = saveChanges(changes)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent.map(({ orders }) => orders)).toEqual([2, 2])
    await vi.advanceTimersByTimeAsync(1)
    expect([...(await saved).values()].every(({ done }) => done)).toBe(true)
    expect(sent.map(({ orders }) => orders)).toEqual([2, 2, 2, 1])
    expect(sent[2]?.key).toBe(sent[1]?.key)
  })

  test('the total wait for a rate limit is bounded: the rest can be retried with the same keys', async () => {
    vi.useFakeTimers()
    const { changes, versions } = threeCalls()
    const sent = server(versions, (call) => (call === 1 || call > 4 ? null : tooMany(60)))
    const saved = saveChanges(changes)
    await vi.advanceTimersByTimeAsync(120_000)
    const results = await saved
    expect([...results.values()].map(({ done }) => done)).toEqual([true, true, false, false, false])
    expect(sent).toHaveLength(4)
    const retried = await saveChanges(retriesOf(results))
    expect([...retried.values()].map(({ done }) => done)).toEqual([true, true, true])
    expect(sent[4]?.key).toBe(sent[1]?.key)
  })

  test('a pause of an hour is not waited for', async () => {
    const { changes, versions } = threeCalls()
    server(versions, () => tooMany(3600))
    expect(retriesOf(await saveChanges(changes))).toHaveLength(5)
  })
})

const retriesOf = (results: Awaited<ReturnType<typeof saveChanges>>): OrderChange[] =>
  [...results.values()].flatMap((result) => (!result.done && result.retry ? [result.retry] : []))
