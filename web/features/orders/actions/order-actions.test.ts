import { expect, test } from 'vitest'
import { shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { allFeatures, featuresWithout } from '#domain/model/features.ts'
import { orderRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { orderActions } from './order-actions.ts'

const context = { now: 1_000_000, table: shipmentTransitionsOf(allFeatures), features: allFeatures }
const staff = { ...context, actor: 'yllapito' } as const
const customer = { ...context, actor: 'asiakas' } as const
const waiting = orderRow([shipmentRow({ state: 'odottaa_noutoa' })])
const delivered = orderRow([shipmentRow({ state: 'toimitettu', live: false })])
const titles = (...of: Parameters<typeof orderActions>) => orderActions(...of).map(({ title }) => title)

test('an action says how many of the selected orders it concerns, when not all', () => {
  const found = titles([waiting, waiting, delivered], staff)
  expect(found).toContain('Noudettu (2/3)')
  expect(found).toContain('Kuljettaja ja auto… (2/3)')
  expect(found).toContain('Palauta kuljetukseen (1/3)')
  expect(found).toContain('Rahtikirjat…')
})

test('one order is opened and copied; several are grouped', () => {
  const ids = (...orders: Parameters<typeof orderActions>[0]) =>
    orderActions(orders, staff).flatMap(({ id, able }) => (able > 0 ? [id] : []))
  expect(ids(waiting)).toEqual(expect.arrayContaining(['open', 'copy', 'assignment']))
  expect(ids(waiting)).not.toContain('group')
  expect(ids(waiting, waiting)).toContain('group')
  expect(ids(waiting, waiting)).not.toContain('open')
})

test('a customer is offered their own actions alone', () => {
  expect(titles([waiting], customer)).toEqual(['Avaa', 'Rahtikirja…', 'Tilaa uudelleen', 'Peruuta…'])
  expect(titles([delivered], customer)).toEqual(['Avaa', 'Rahtikirja…', 'Tilaa uudelleen'])
})

test('what the company has switched off is not offered', () => {
  const features = featuresWithout(['tekstiviestit', 'siirto_terminaaliin'])
  const ids = orderActions([waiting], { ...staff, features, table: shipmentTransitionsOf(features) }).map(
    ({ group, id }) => `${group} ${id}`,
  )
  expect(ids.filter((id) => id.startsWith('transfer') || id.endsWith('sms'))).toEqual([])
})

test('no two actions share an id or a key', () => {
  const actions = orderActions([waiting, delivered], staff)
  const keys = actions.flatMap(({ shortcut }) => shortcut ?? [])
  expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length)
  expect(new Set(keys).size).toBe(keys.length)
})
