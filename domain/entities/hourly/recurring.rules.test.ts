import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { startOfDay } from '../../values/time/time.ts'
import { workTimesFault } from './hourly.times.ts'
import { recurringTerms } from './recurring.calendar.ts'
import { recurringRules } from './recurring.rules.ts'

test('work does not end before it begins; 0 is an unknown time', () => {
  const detail = 'Lopetusaika ei voi olla ennen aloitusaikaa.'
  expect(workTimesFault(600, 599)).toBe(detail)
  expect(workTimesFault(600, 600)).toBeNull()
  expect(workTimesFault(600, 0)).toBeNull()
  expect(workTimesFault(0, 600)).toBeNull()
  expect(workTimesFault(2, 1)).toBe(detail)
})

test('a recurring job begins today, and its pickup has a postal code of its country', () => {
  const { aktivointipaiva } = recurringRules.derive?.({ before: null, after: blankRow('tuntituote_toisto') }, ruleContext, {}) ?? {}
  expect(aktivointipaiva).toBe(startOfDay(ruleContext.now))
  const faults = (nouto_postinro: string, nouto_maa = 'FI') =>
    recurringRules.check?.({ before: null, after: blankRow('tuntituote_toisto', { nouto_postinro, nouto_maa }) }, ruleContext, {})
  expect(faults('33100')).toEqual([])
  expect(faults('331', 'SE')).toEqual([])
  expect(faults('331')).toEqual([{ field: 'nouto_postinro', detail: 'Postinumerossa on viisi numeroa. Esimerkki: 33100.' }])
})

test('a recurring job is done while it is active and not removed, on holidays when it says so', () => {
  const terms = (values: Parameters<typeof blankRow<'tuntituote_toisto'>>[1]) => {
    const { isActive, runsOnHolidays } = recurringTerms(blankRow('tuntituote_toisto', values))
    return [isActive, runsOnHolidays]
  }
  expect(terms({ tila: 'aktiivinen', ajetaan_pyhapaivat: true })).toEqual([true, true])
  expect(terms({ tila: 'aktiivinen', ajetaan_pyhapaivat: false })).toEqual([true, false])
  expect(terms({ tila: 'arkistoitu', ajetaan_pyhapaivat: false })).toEqual([false, false])
  expect(terms({ tila: 'aktiivinen', status: 0, ajetaan_pyhapaivat: false })).toEqual([false, false])
})
