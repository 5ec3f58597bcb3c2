import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { addDays, startOfDay } from '../../values/time/time.ts'
import { faultName, maintenanceRules } from './maintenance.rules.ts'

const today = startOfDay(ruleContext.now)
const entry = (values: Parameters<typeof blankRow<'huolto'>>[1]) => blankRow('huolto', values)
const faultsOf = (change: { before: ReturnType<typeof entry> | null; after: ReturnType<typeof entry> }) =>
  maintenanceRules.check?.(change, ruleContext, {})?.map(({ field }) => field)

test('a fault report says what is wrong, when it is made', () => {
  expect(faultsOf({ before: null, after: entry({ name: faultName }) })).toEqual(['info'])
  expect(faultsOf({ before: null, after: entry({ name: faultName, info: 'Oikea takavalo ei pala' }) })).toEqual([])
  expect(faultsOf({ before: null, after: entry({ name: 'Huolto' }) })).toEqual([])
  expect(faultsOf({ before: entry({ name: faultName }), after: entry({ name: faultName, tehty: true }) })).toEqual([])
})

test('a fault report that says nothing is refused in words', () => {
  expect(faultName).toBe('Vika')
  expect(maintenanceRules.check?.({ before: null, after: entry({ name: faultName }) }, ruleContext, {})).toEqual([
    { field: 'info', detail: 'Kerro, mikä autossa on vialla.' },
  ])
  const stored = entry({ name: faultName, info: 'Ovi' })
  expect(maintenanceRules.derive?.({ before: stored, after: stored }, ruleContext, {})).toEqual({})
})

test('a fault report without a day is of today', () => {
  const dayOf = (values: Parameters<typeof entry>[0]) =>
    maintenanceRules.derive?.({ before: null, after: entry({ info: 'Ovi', ...values }) }, ruleContext, {})
  expect(dayOf({ name: faultName })).toEqual({ paiva: today })
  expect(dayOf({ name: faultName, paiva: addDays(today, -1) })).toEqual({})
  expect(dayOf({ name: 'Huolto' })).toEqual({})
})
