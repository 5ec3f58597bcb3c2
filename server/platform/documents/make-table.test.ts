import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftsIn } from '../files/drafts.ts'
import { openWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
import { makeTable } from './make-table.ts'
import type { TableFormat } from './table.ts'

let folder: string
let workers: WorkerPool
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kuorma-table-'))
  workers = openWorkerPool({ warn: () => undefined }, { heapMegabytes: 32 })
})
afterAll(async () => {
  await workers.close()
  await rm(folder, { recursive: true })
})

const columns = [
  { header: 'Tilaus', width: 10, kind: 'text' },
  { header: 'Hinta', width: 10, kind: 'money' },
] as const
const make = (format: TableFormat, count: number) =>
  makeTable(
    { workers, withDraft: draftsIn(folder) },
    {
      format,
      columns,
      fairKey: 'user',
      rows: (async function* () {
        for (let number = 0; number < count; number++) yield [[`T-${number} ${'x'.repeat(20)}`, number + 0.5]]
      })(),
    },
  )

test('a file without rows has headings', async () => {
  expect((await buffer((await make('csv', 0)).bytes)).toString()).toBe('\uFEFFTilaus;Hinta\r\n')
  expect(await readSheet(await buffer((await make('xlsx', 0)).bytes))).toEqual([['Tilaus', 'Hinta']])
})

test('a sheet that takes more memory than a worker has is refused in Finnish, and the same rows as CSV are not', async () => {
  const rows = 80_000
  await expect(make('xlsx', rows)).rejects.toMatchObject({
    status: 503,
    message: 'Tiedoston tekeminen keskeytyi. Yritä uudelleen tai lataa CSV-tiedosto.',
  })
  const { bytes, size } = await make('csv', rows)
  const text = (await buffer(bytes)).toString()
  expect(Buffer.byteLength(text)).toBe(size)
  expect(text.split('\r\n').slice(-2)).toEqual([`T-${rows - 1} ${'x'.repeat(20)};${rows - 1},50`, ''])
  expect(await readdir(folder)).toEqual([])
})
