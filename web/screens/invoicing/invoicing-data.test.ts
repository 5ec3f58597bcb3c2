import { expect, test } from 'vitest'
import type { UninvoicedOrder } from '#domain/calls/uninvoiced-orders.ts'
import { byCustomer, inView, matches, orderAs } from './invoicing-data.ts'

const order = (id: string, asiakas: string, hinta: number): UninvoicedOrder => ({
  id,
  tunniste: `T-${id}`,
  tilausnro: 1000,
  asiakas: { id: asiakas, name: asiakas === 'a' ? 'Ääneseudun Puu Oy' : 'Betoni Oy', y_tunnus: '1234567-1' },
  timestamp_toimitettu: 1_790_000_000,
  hinta,
  laskutustapa: 'email',
  puuttuu: hinta > 0 ? [] : ['hinta'],
  lahetyksia: 1,
  tuntitoita: 0,
  kolli: 2,
  paino: 40,
  viitteet: ['PO-7'],
})

test("a customer's orders stand together with their sum, to the cent", () => {
  const groups = byCustomer([order('1', 'a', 0.1), order('2', 'a', 0.2), order('3', 'b', 5)])
  expect(groups.map(({ customer, orders, sum }) => [customer.id, orders.length, sum])).toEqual([
    ['a', 2, 0.3],
    ['b', 1, 5],
  ])
})

test('a new price takes the mark of a missing one away, and none brings it back', () => {
  expect(orderAs(order('1', 'a', 0), { hinta: 12 }).puuttuu).toEqual([])
  expect(orderAs(order('1', 'a', 12), { hinta: 0 }).puuttuu).toEqual(['hinta'])
  expect(orderAs(order('1', 'a', 12), undefined).hinta).toBe(12)
})

test('views and search', () => {
  expect(inView(order('1', 'a', 0), 'valmiit')).toBe(false)
  expect(inView(order('1', 'a', 0), 'puutteet')).toBe(true)
  expect(matches(order('1', 'a', 1), 'ääne')).toBe(true)
  expect(matches(order('1', 'a', 1), 'po-7')).toBe(true)
  expect(matches(order('1', 'a', 1), 'betoni')).toBe(false)
})
