import { expect, test } from 'vitest'
import { jobRow, orderRow, shipmentRow } from '../../kit/sample-order-row.ts'
import { returnsOf, withCrew } from './use-assignment.ts'

const named = (id: string) => ({ id, name: id })

test('the dropped order is shown with its driver at once; what is delivered keeps its own', () => {
  const order = orderRow([shipmentRow({ car: named('vanha') }), shipmentRow({ state: 'toimitettu', driver: named('ennen') })])
  const shown = withCrew(order, { driver: named('uusi'), car: null })
  expect(shown.lines.map(({ driver, car }) => [driver?.id, car?.id])).toEqual([
    ['uusi', 'vanha'],
    ['ennen', undefined],
  ])
})

test('undoing gives every line what it had, those that had the same in one call', () => {
  const mika = { driver: named('mika'), car: named('RYE') }
  const returns = returnsOf([
    orderRow([shipmentRow({ id: 'a', ...mika }), shipmentRow({ id: 'b' })]),
    orderRow([
      shipmentRow({ id: 'c', ...mika }),
      shipmentRow({ id: 'd', driver: named('jari'), state: 'toimitettu' }),
      jobRow({ id: 'e', ...mika }),
    ]),
  ])
  expect(returns).toEqual([
    { entityType: 'lahetys', ids: ['a', 'c'], crew: { kuljettaja: 'mika', auto: 'RYE' } },
    { entityType: 'lahetys', ids: ['b'], crew: { kuljettaja: null, auto: null } },
    { entityType: 'tuntituote', ids: ['e'], crew: { kuljettaja: 'mika', auto: 'RYE' } },
  ])
})
