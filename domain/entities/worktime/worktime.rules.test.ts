import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { midnightOf } from '../../values/time/time.ts'
import { taskRules, workingDayRules } from './worktime.rules.ts'

const start = midnightOf('2026-11-10') + 6 * 3600
const end = start + 8 * 3600
const record = blankRow('tyovuoro_kirjaus', { alkuaika: start, loppuaika: end })
const faultsOf = (alkuaika: number, day = record) => {
  const after = blankRow('tyovuoro_kirjaus_tehtava', { alkuaika })
  return taskRules.check?.({ before: null, after }, ruleContext, { tyovuoro_kirjaus: [day] })?.map(({ detail }) => detail)
}

test('a task is within its working day and not in the future', () => {
  for (const at of [start, start + 60, end]) expect(faultsOf(at)).toEqual([])
  expect(faultsOf(start - 1)).toEqual(['Työtehtävä ei voi alkaa ennen työpäivän alkua.'])
  expect(faultsOf(end + 1)).toEqual(['Työtehtävä ei voi alkaa työpäivän päätyttyä.'])
  const open = blankRow('tyovuoro_kirjaus', { alkuaika: start })
  expect(faultsOf(ruleContext.now, open)).toEqual([])
  expect(faultsOf(ruleContext.now + 1, open)).toEqual(['Työtehtävä ei voi alkaa tulevaisuudessa.'])
})

describe('a working day', () => {
  test('belongs to the day on which it starts, also over midnight', () => {
    const late = blankRow('tyovuoro_kirjaus', { alkuaika: start + 17 * 3600, loppuaika: start + 22 * 3600 })
    expect(workingDayRules.derive?.({ before: null, after: late }, ruleContext, {})).toMatchObject({ paiva: midnightOf('2026-11-10') })
  })

  test('ends after it starts', () => {
    const after = { ...record, loppuaika: start - 1 }
    expect(workingDayRules.check?.({ before: null, after }, ruleContext, {})?.map(({ field }) => field)).toEqual(['loppuaika'])
    expect(workingDayRules.check?.({ before: null, after: record }, ruleContext, {})).toEqual([])
  })

  test('is locked while it is checked', () => {
    const checked = { ...record, tarkistettu: true }
    const check = (after: typeof record) => workingDayRules.check?.({ before: checked, after }, ruleContext, {})?.map(({ field }) => field)
    expect(check({ ...checked, loppuaika: end + 60 })).toEqual(['loppuaika'])
    expect(check({ ...checked, lahetetty: true })).toEqual([])
    expect(check({ ...checked, tarkistettu: false, loppuaika: end + 60 })).toEqual([])
    expect(workingDayRules.check?.({ before: record, after: { ...checked, loppuaika: end + 60 } }, ruleContext, {})).toEqual([])
    const task = blankRow('tyovuoro_kirjaus_tehtava', { alkuaika: start })
    const settle = (lines: { before: typeof task | null; after: typeof task }[]) =>
      workingDayRules.settle?.({ before: checked, after: checked }, { tyotehtavat: lines }, ruleContext).faults.length
    expect(settle([{ before: task, after: task }])).toBe(0)
    expect(settle([{ before: task, after: { ...task, tyyppi: 'AJO' } }])).toBe(1)
    expect(settle([{ before: null, after: task }])).toBe(1)
  })
})
