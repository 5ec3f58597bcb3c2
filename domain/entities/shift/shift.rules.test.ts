import { expect, test } from 'vitest'
import { parseField } from '../../model/validation.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { shiftMarks, tyoreitti } from './shift.entity.ts'
import { calendarDayRules } from './shift.rules.ts'

test('a shift and a note belong to a day', () => {
  expect(calendarDayRules.check?.({ before: null, after: blankRow('tyovuoro') }, ruleContext, {})?.map(({ field }) => field)).toEqual([
    'paiva',
  ])
})

test('every type has a distinct mark', () => {
  expect(Object.values(shiftMarks)).toEqual(['X', 'T', 'VP', 'VL', 'S', 'K'])
})

test('a work route has a colour and a note', () => {
  const { color, lisatiedot } = tyoreitti.fields
  expect(parseField(color, '#1F7A8C')).toEqual({ value: '#1f7a8c' })
  for (const wrong of ['1f7a8c', '#fff', 'red', '#1f7a8g', '#1f7a8c0']) expect(parseField(color, wrong)).toHaveProperty('fault')
  expect(parseField(lisatiedot, { value: ' Avain\tpöydällä\n' })).toEqual({ value: { value: 'Avain\tpöydällä' } })
  for (const wrong of [{}, { value: 1 }, { value: 'a', muu: 1 }, 'a', { value: 'a\u0001' }, { value: '\ud800' }])
    expect(parseField(lisatiedot, wrong)).toHaveProperty('fault')
})
