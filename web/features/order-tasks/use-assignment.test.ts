import { expect, test } from 'vitest'
import { orderRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { assignmentText, withAssignment } from './use-assignment.ts'

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
  const shown = withAssignment(order, { driver: named('sama'), car: null, shift: { id: 'vuoro', day: 86_400 } })
  expect(shown.lines.map(({ driver, car }) => [driver?.id, car?.id])).toEqual([
    ['sama', undefined],
    ['sama', 'oma'],
  ])
})

test('the toast names the day and the car of a shift, and without a shift the driver alone', () => {
  const orders = [{ number: 'T-1' }]
  const driver = named('Aino Aho')
  expect(assignmentText(orders, { driver, car: named('ABC-1'), shift: { id: 'vuoro', day: 1_780_000_000 } })).toMatch(
    /^T-1: Aino Aho, ABC-1, .*28\.5\.$/,
  )
  expect(assignmentText(orders, { driver, car: null })).toBe('T-1: Aino Aho.')
  expect(assignmentText([...orders, ...orders], { driver: null, car: null })).toBe('2 tilausta: ei kuljettajaa.')
})
