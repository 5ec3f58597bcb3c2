import { expect, test } from 'vitest'
import { parseField } from '../../model/validation.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { startOfDay } from '../../values/time/time.ts'
import { recurringRules } from '../hourly/recurring.rules.ts'
import { type Reitti, reitti } from './route.entity.ts'
import { routeRules } from './route.rules.ts'

const customer = '10000000-0000-4000-8000-000000000001'
const other = '10000000-0000-4000-8000-000000000002'

test('a contract starts today unless another day is given, and keeps that day', () => {
  const today = { aktivointipaiva: startOfDay(ruleContext.now) }
  const later = blankRow('reitti', { aktivointipaiva: today.aktivointipaiva + 86_400 })
  expect(routeRules.derive?.({ before: null, after: blankRow('reitti') }, ruleContext, {})).toEqual(today)
  expect(recurringRules.derive?.({ before: null, after: blankRow('tuntituote_toisto') }, ruleContext, {})).toEqual(today)
  expect(routeRules.derive?.({ before: null, after: later }, ruleContext, {})).toEqual({ aktivointipaiva: later.aktivointipaiva })
  expect(routeRules.derive?.({ before: later, after: blankRow('reitti') }, ruleContext, {})).toEqual({ aktivointipaiva: 0 })
})

test('a route has a number or a name; one that was stored without either may stay so', () => {
  const unnamed = blankRow('reitti')
  const numbered = blankRow('reitti', { reittinro: '7' })
  const check = (before: Reitti | null, after: Reitti) => routeRules.check?.({ before, after }, ruleContext, {})
  for (const before of [null, numbered]) expect(check(before, unnamed)).toEqual([{ field: 'name', detail: 'Anna reittinumero tai nimi.' }])
  for (const after of [numbered, blankRow('reitti', { name: 'Aamu' })]) expect(check(null, after)).toEqual([])
  expect(check(unnamed, { ...unnamed, hinta: 5 })).toEqual([])
})

test('prices are for customers on the route', () => {
  const check = (hinnat: Record<string, number>) =>
    routeRules.check?.({ before: null, after: blankRow('reitti', { name: 'Aamu', asiakkaat: [customer], hinnat }) }, ruleContext, {})
  expect(check({})).toEqual([])
  expect(check({ [customer]: 40 })).toEqual([])
  expect(check({ [customer]: 40, [other]: 1 })).toEqual([{ field: 'hinnat', detail: 'Hinta on asiakkaalla, joka ei ole reitillä.' }])
})

test('a price of 0, which would leave an order to the price list, is refused; one stored earlier stays', () => {
  const route = blankRow('reitti', { name: 'Aamu', asiakkaat: [customer], hinnat: { [customer]: 0 } })
  expect(routeRules.check?.({ before: null, after: route }, ruleContext, {})).toMatchObject([{ field: 'hinnat' }])
  expect(routeRules.check?.({ before: route, after: { ...route, hinta: 5 } }, ruleContext, {})).toEqual([])
})

test('a customer that is taken off the route takes its price along', () => {
  const hinnat = { [customer]: 40, [other]: 1 }
  const before = blankRow('reitti', { asiakkaat: [customer, other], hinnat })
  const derived = (asiakkaat: string[]) =>
    routeRules.derive?.({ before, after: blankRow('reitti', { asiakkaat, hinnat }) }, ruleContext, {})
  expect(derived([customer])).toMatchObject({ hinnat: { [customer]: 40 } })
  expect(derived([customer, other])).not.toHaveProperty('hinnat')
})

test('a price is euros and whole cents by customer', () => {
  const { hinnat } = reitti.fields
  expect(parseField(hinnat, { [customer]: 40.005 })).toEqual({ value: { [customer]: 40.01 } })
  expect(parseField(hinnat, null)).toEqual({ value: {} })
  for (const wrong of [{ a: 1 }, { [customer]: -1 }, { [customer]: '1' }, { [customer]: 1e9 }, [], 'a', 1])
    expect(parseField(hinnat, wrong), JSON.stringify(wrong)).toHaveProperty('fault')
})

test('weekdays are numbers in order, each once', () => {
  const { viikonpaivat } = reitti.fields
  expect(parseField(viikonpaivat, [5, 1, 5, 3])).toEqual({ value: [1, 3, 5] })
  for (const wrong of [[0], [8], [1.5], ['1'], '1', 1, {}]) expect(parseField(viikonpaivat, wrong)).toHaveProperty('fault')
})

test('skipped days are midnights in Helsinki', () => {
  const { ohitetut_paivat } = reitti.fields
  const noon = 1_795_039_200 + 12 * 3600
  expect(parseField(ohitetut_paivat, [noon, 1_795_039_200])).toEqual({ value: [startOfDay(noon)] })
})
