import { expect, test } from 'vitest'
import { orderRow } from '#web/testing/sample-order-row.ts'
import { groupRefusal } from './group-dialog.tsx'

const of = (customer: string, number = 'T-1', group: string | null = null) =>
  orderRow([], { number, customer: { id: customer, name: customer }, group: group === null ? null : { id: group, name: group } })

test('a group requires two or more orders of one customer that are in no other group', () => {
  expect(groupRefusal([of('A Oy'), of('A Oy')])).toBeNull()
  expect(groupRefusal([of('A Oy')])).toBe('Valitse ryhmään vähintään kaksi tilausta.')
  expect(groupRefusal([of('A Oy'), of('B Oy')])).toBe('Ryhmän tilaukset ovat samalta asiakkaalta. Valittuna on useamman: A Oy, B Oy.')
  expect(groupRefusal(Array.from({ length: 999 }, () => of('A Oy')))).toBeNull()
  expect(groupRefusal(Array.from({ length: 1000 }, () => of('A Oy')))).toBe('Ryhmään mahtuu enintään 999 tilausta.')
  expect(groupRefusal([of('A Oy'), of('A Oy', 'T-2', 'TR-7')])).toBe('Jo ryhmässä: T-2 (TR-7).')
})
