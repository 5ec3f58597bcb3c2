import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { notificationRules } from './notification.rules.ts'

const fieldsOf = (values: Parameters<typeof blankRow<'notification'>>[1]) =>
  notificationRules.check?.({ before: null, after: blankRow('notification', values) }, ruleContext, {})?.map(({ field }) => field)

test('a notification has recipients', () => {
  expect(fieldsOf({ tyyppi: 'GLOBAL' })).toEqual(['roles'])
  expect(fieldsOf({ tyyppi: 'GLOBAL', roles: ['kuljettaja'] })).toEqual([])
  expect(fieldsOf({ tyyppi: 'PERSONAL', roles: ['kuljettaja'] })).toEqual(['henkilot'])
  expect(fieldsOf({ tyyppi: 'PERSONAL', henkilot: ['x'] })).toEqual([])
})

test('it ends after it starts', () => {
  const roles = ['huolto'] as const
  for (const [start, end] of [
    [0, 0],
    [100, 0],
    [100, 101],
  ] as const)
    expect(fieldsOf({ roles: [...roles], start, end })).toEqual([])
  for (const end of [99, 100]) expect(fieldsOf({ roles: [...roles], start: 100, end })).toEqual(['end'])
})
