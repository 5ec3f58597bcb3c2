import { expect, test } from 'vitest'
import { orderRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { withAssignment } from './use-assignment.ts'

const named = (id: string) => ({ id, name: id })

test('a dropped order is shown with its new driver at once; delivered lines keep their driver', () => {
  const order = orderRow([shipmentRow({ car: named('vanha') }), shipmentRow({ state: 'toimitettu', driver: named('ennen') })])
  const shown = withAssignment(order, { driver: named('uusi'), car: null })
  expect(shown.lines.map(({ driver, car }) => [driver?.id, car?.id])).toEqual([
    ['uusi', 'vanha'],
    ['ennen', undefined],
  ])
})

test('an order dropped on a shift without a car loses the car of another driver', () => {
  const order = orderRow([
    shipmentRow({ driver: named('muu'), car: named('muun') }),
    shipmentRow({ driver: named('sama'), car: named('oma') }),
  ])
  const shown = withAssignment(order, { driver: named('sama'), car: null, day: 86_400 })
  expect(shown.lines.map(({ driver, car }) => [driver?.id, car?.id])).toEqual([
    ['sama', undefined],
    ['sama', 'oma'],
  ])
})
