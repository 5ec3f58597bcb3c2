import { afterAll, expect, test } from 'vitest'
import { columnNames, orderHeadings } from '#domain/features/order-import/order-columns.ts'
import { openWorkerPool } from '#server/platform/workers/worker-pool.ts'
import { parseTable } from './parse-table.ts'

const pool = openWorkerPool({ warn: () => undefined }, { heapMegabytes: 20 })
afterAll(() => pool.close())

const parse = (text: string) => parseTable(pool, { bytes: Buffer.from(text), known: orderHeadings }, 'user')

test('a file without a table is refused with the reason', async () => {
  await expect(parse('')).rejects.toMatchObject({ status: 422, message: 'Tiedosto on tyhjä.' })
})

test('a file that crashes its worker is refused in Finnish, and the next one is read', async () => {
  const headings = columnNames.join(';')
  const row = columnNames.map((_, index) => `solu ${index} ${'x'.repeat(20)}`).join(';')
  await expect(parse([headings, ...Array.from({ length: 4900 }, () => row)].join('\n'))).rejects.toMatchObject({
    status: 422,
    message: 'Tiedostoa ei voitu lukea. Tallenna taulukko uudelleen tai jaa se osiin.',
  })
  const { rows } = await parse('viite;paino\nKuorma;12')
  expect(rows.map(({ cells }) => cells.filter((cell) => cell !== ''))).toEqual([['Kuorma', '12']])
})
