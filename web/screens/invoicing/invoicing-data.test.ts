import { expect, test } from 'vitest'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { byCustomer, inView, linesOf, matches, orderAs } from './invoicing-data.ts'

const order = (id: string, asiakas: string, hinta: number): UninvoicedOrder => ({
  id,
  tunniste: `T-${id}`,
  tilausnro: 1000,
  asiakas: { id: asiakas, name: asiakas === 'a' ? 'Ääneseudun Puu Oy' : 'Betoni Oy', y_tunnus: '1234567-1' },
  timestamp_toimitettu: 1_790_000_000,
  hinta,
  ryhma: null,
  laskutustapa: 'email',
  puuttuu: hinta > 0 ? [] : ['hinta'],
  lahetyksia: 1,
  tuntitoita: 0,
  kolli: 2,
  paino: 40,
  viitteet: ['PO-7'],
})

const group = { id: 'g', vid: 1, tunniste: 'TR-1', hinta: 99.9 }
const grouped = (id: string, puuttuu: UninvoicedOrder['puuttuu'] = []): UninvoicedOrder => ({ ...order(id, 'a', 7), ryhma: group, puuttuu })

test("a customer's orders are listed together with their sum, to the cent", () => {
  const groups = byCustomer(linesOf([order('1', 'a', 0.1), order('2', 'a', 0.2), order('3', 'b', 5)]))
  expect(groups.map(({ customer, lines, sum }) => [customer.id, lines.length, sum])).toEqual([
    ['a', 2, 0.3],
    ['b', 1, 5],
  ])
})

test('the orders of a group form one line with the joint price and with every detail that one of them lacks', () => {
  const [first, ...others] = linesOf([grouped('1'), order('2', 'a', 0.2), grouped('3', ['laskutusosoite'])])
  expect(first).toMatchObject({ id: 'g', tunniste: 'TR-1', hinta: 99.9, orders: [{ id: '1' }, { id: '3' }], puuttuu: ['laskutusosoite'] })
  expect(others).toMatchObject([{ id: '2', tunniste: 'T-2', hinta: 0.2, ryhma: null }])
  expect(byCustomer(linesOf([grouped('1'), order('2', 'a', 0.2), grouped('3')]))).toMatchObject([{ sum: 100.1 }])
})

test('a new price removes the mark of a missing one, and a price of 0 restores it', () => {
  const as = (one: UninvoicedOrder, id: string, hinta: number) => orderAs(one, new Map([[id, { hinta }]]))
  expect(as(order('1', 'a', 0), '1', 12).puuttuu).toEqual([])
  expect(as(order('1', 'a', 12), '1', 0).puuttuu).toEqual(['hinta'])
  expect(orderAs(order('1', 'a', 12), new Map()).hinta).toBe(12)
  expect(as(grouped('1', ['hinta']), 'g', 5)).toMatchObject({ hinta: 7, ryhma: { hinta: 5 }, puuttuu: [] })
})

test('lines are filtered by view and by text', () => {
  const line = (one: UninvoicedOrder) => linesOf([one])[0] ?? { tunniste: '', orders: [], puuttuu: [] }
  expect(inView(line(order('1', 'a', 0)), 'valmiit')).toBe(false)
  expect(inView(line(order('1', 'a', 0)), 'puutteet')).toBe(true)
  for (const [text, found] of [
    ['ääne', true],
    ['po-7', true],
    ['betoni', false],
    ['tr-1', false],
  ] as const)
    expect(matches(line(order('1', 'a', 1)), text), text).toBe(found)
  expect(matches(line(grouped('1')), 'tr-1')).toBe(true)
})
