import { expect, test } from 'vitest'
import type { Column } from '../columns.ts'
import { sortRows } from './sort-rows.ts'

type Row = { name: string; minutes: number }
const rows: Row[] = [
  { name: 'Öhman', minutes: 90 },
  { name: 'Aalto', minutes: 600 },
  { name: 'Åberg', minutes: 90 },
]
const columns: Column<Row>[] = [
  { id: 'nimi', header: 'Nimi', width: 100, cell: () => '', sort: 'nimi', value: ({ name }) => name },
  { id: 'aika', header: 'Aika', width: 100, cell: () => '', sort: 'aika', value: ({ minutes }) => minutes },
  { id: 'muu', header: 'Muu', width: 100, cell: () => '', sort: 'muu' },
]
const names = (sort: string | undefined) => sortRows(rows, sort, columns).map(({ name }) => name)

test('rows are sorted by the key of the address, in the Finnish alphabet or by number', () => {
  expect(names('nimi')).toEqual(['Aalto', 'Åberg', 'Öhman'])
  expect(names('-nimi')).toEqual(['Öhman', 'Åberg', 'Aalto'])
  expect(names('-aika')).toEqual(['Aalto', 'Öhman', 'Åberg'])
})

test('an unknown key, a column without values, or no key leaves the rows in their order', () => {
  for (const sort of [undefined, 'muu', '-eiole']) expect(names(sort)).toEqual(['Öhman', 'Aalto', 'Åberg'])
})
