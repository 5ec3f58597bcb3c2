import { readSheet } from 'read-excel-file/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeSheet } from './make-sheet.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const hour = 3_600_000
const columns = [{ header: 'Tilaus', width: 10, kind: 'text' }] as const

test('rows may come as slowly as they do', async () => {
  async function* pages() {
    for (const cell of ['T-1', 'T-2']) {
      vi.advanceTimersByTime(hour)
      yield [[cell]]
    }
    vi.advanceTimersByTime(hour)
  }
  const bytes = await Array.fromAsync(makeSheet(columns, pages()))
  expect(await readSheet(Buffer.concat(bytes))).toEqual([['Tilaus'], ['T-1'], ['T-2']])
})

test('a process that says nothing for a minute is ended, and it is said', async () => {
  async function* pages() {
    yield [['T-1']]
    // Once the end is sent: the process has not even started by then.
    setImmediate(() => vi.advanceTimersByTime(60_000))
  }
  await expect(Array.fromAsync(makeSheet(columns, pages()))).rejects.toMatchObject({ faults: [{ kind: 'unavailable' }] })
})
