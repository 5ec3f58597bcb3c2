import { expect, test } from 'vitest'
import { type BoardChange, maxBoardRows } from '#domain/features/planning-board/board-operations.ts'
import { CallFault, readFault } from '#web/data/fault.ts'
import { refusalsOf } from '#web/features/orders/save-changes.ts'
import { orderRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { giveParts, giving, partsOf } from './give-on-shift.ts'

const linesOf = (count: number) => Array.from({ length: count }, (_, at) => shipmentRow({ id: `${at}` }))
const named = (id: string, values = {}) => ({ ...orderRow([shipmentRow({ id: `line of ${id}`, ...values })]), id, number: id })
const answer: BoardChange = {
  success: true,
  reitit: [],
  kumoa: { operation: 'restore', tyot: [], reitit: [], poistettavat: [], versiot: {} },
  aiemmat: {},
}

test('lines are given in the versions that the list has, to the shift of the card', () => {
  const orders = [orderRow([shipmentRow({ id: 'a', vid: 3 }), shipmentRow({ id: 'b', vid: 7 })])]
  expect(giving(orders, { driver: 'd', shift: 'evening', day: 86_400 })).toEqual({
    ...{ operation: 'assign', ids: ['a', 'b'], kuljettaja: 'd', paiva: 86_400, tyovuoro: 'evening', versiot: { a: 3, b: 7 } },
  })
})

test('what is delivered stays with its driver, and an order without anything else is left out', () => {
  const delivered = shipmentRow({ id: 'delivered', live: false })
  const mixed = orderRow([delivered, shipmentRow({ id: 'open' })])
  expect(partsOf([mixed, orderRow([delivered])])).toEqual([[mixed]])
  expect(giving([mixed], { driver: 'd', shift: 's', day: 1 })).toMatchObject({ ids: ['open'] })
})

test('more lines than one operation takes are divided between orders', () => {
  const [first, second, third] = [orderRow(linesOf(maxBoardRows - 1)), orderRow(linesOf(2)), orderRow(linesOf(1))]
  expect(partsOf([first, second, third])).toEqual([[first], [second, third]])
})

test('orders that are refused by name are named with the reason, and the others are given', async () => {
  const orders = ['T-1', 'T-2', 'T-3', 'T-4'].map((id) => named(id))
  orders.push(named('T-5', { live: false }))
  const faults = [
    readFault(409, { errors: [{ field: 'line of T-2', message: 'Muokattava sisältö ei ole ajan tasalla.' }] }),
    readFault(422, { errors: [{ field: 'line of T-4', message: 'Tilaus on jo toimitettu.' }] }),
  ]
  const sent: string[][] = []
  const { done, answers, results } = await giveParts(orders, async (part) => {
    sent.push(part.map(({ id }) => id))
    return faults.shift() ?? answer
  })
  expect(sent).toEqual([
    ['T-1', 'T-2', 'T-3', 'T-4'],
    ['T-1', 'T-3', 'T-4'],
    ['T-1', 'T-3'],
  ])
  expect([done.map(({ id }) => id), answers]).toEqual([['T-1', 'T-3'], [answer]])
  expect(
    refusalsOf(
      orders.map((order) => ({ order })),
      results,
    )?.text,
  ).toBe(
    'T-2: Joku muu ehti muuttaa tilausta. Katso muutos ja yritä uudelleen. T-4: Tilaus on jo toimitettu. T-5: Tilauksella ei ole rivejä, joita voisi muuttaa.',
  )
})

test.each([
  [readFault(422, { errors: [{ field: 'tyovuoro', message: 'Kuljettajalla ei ole tätä työvuoroa valittuna päivänä.' }] })],
  [new CallFault(0)],
])('a fault that names no order keeps all from being saved, and is not repeated for the later parts: %s', async (fault) => {
  const orders = [orderRow(linesOf(maxBoardRows)), orderRow(linesOf(1))].map((order, at) => ({ ...order, id: `${at}` }))
  let calls = 0
  const { done, results } = await giveParts(orders, async () => {
    calls++
    return fault
  })
  expect([calls, done, [...results.keys()]]).toEqual([1, [], ['0', '1']])
  expect([...results.values()].map((result) => !result.done && result.status)).toEqual([fault.status, fault.status])
})
