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

test('what is missing is said in words', () => {
  const faults = (values: Parameters<typeof blankRow<'notification'>>[1]) =>
    notificationRules.check?.({ before: null, after: blankRow('notification', values) }, ruleContext, {})
  expect(faults({ tyyppi: 'GLOBAL' })).toEqual([{ field: 'roles', detail: 'Valitse ainakin yksi rooli.' }])
  expect(faults({ tyyppi: 'PERSONAL' })).toEqual([{ field: 'henkilot', detail: 'Valitse ainakin yksi henkilö.' }])
  expect(faults({ roles: ['huolto'], start: 100, end: 99 })).toEqual([
    { field: 'end', detail: 'Ilmoituksen on päätyttävä alkamisensa jälkeen.' },
  ])
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

test('it is called by the beginning of its message, unless it is given a name', () => {
  const named = (before: Parameters<typeof blankRow<'notification'>>[1] | null, after: Parameters<typeof blankRow<'notification'>>[1]) =>
    notificationRules.derive?.(
      { before: before ? blankRow('notification', before) : null, after: blankRow('notification', after) },
      ruleContext,
      {},
    )
  expect(named(null, { message: 'Halli 2\non kiinni' })).toEqual({ name: 'Halli 2 on kiinni' })
  expect(named(null, { message: 'a'.repeat(200) })).toEqual({ name: 'a'.repeat(80) })
  expect(named(null, { message: `  ${'a'.repeat(79)} \n bb` })).toEqual({ name: 'a'.repeat(79) })
  expect(named(null, { message: 'Halli 2', name: 'Halli 2' })).toEqual({})
  expect(named(null, { message: 'Halli 2', name: 'Oma' })).toEqual({})
  expect(named({ message: 'Halli 2', name: 'Halli 2' }, { message: 'Halli 3', name: 'Halli 2' })).toEqual({ name: 'Halli 3' })
  expect(named({ message: 'Halli 2', name: 'Oma' }, { message: 'Halli 3', name: 'Oma' })).toEqual({})
})
