import { describe, expect, test } from 'vitest'
import type { RuleContext } from '../../model/define-entity.ts'
import type { Row } from '../../model/registry.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { midnightOf } from '../../values/time/time.ts'
import { isOutsideDay, lockedFault, longDayFault, longestDay, taskRules, wholeMinute, workingDayRules } from './worktime.rules.ts'

type TaskValues = Partial<Row<'tyovuoro_kirjaus_tehtava'>>

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

  test('is at most 24 hours long when it is typed; what a device stored is as long as it is', () => {
    const long = { ...record, loppuaika: start + longestDay + 60 }
    const faults = (before: typeof record | null, after: typeof record, bySystem = false) =>
      workingDayRules.check?.({ before, after }, { ...ruleContext, bySystem }, {})
    expect(faults(record, { ...record, loppuaika: start + longestDay })).toEqual([])
    expect(faults(record, long)).toEqual([{ field: 'loppuaika', detail: longDayFault }])
    expect(faults(null, long)).toEqual([{ field: 'loppuaika', detail: longDayFault }])
    expect(faults(record, { ...record, alkuaika: end - longestDay - 60 })).toEqual([{ field: 'alkuaika', detail: longDayFault }])
    expect(faults({ ...record, loppuaika: 0 }, long, true)).toEqual([])
    // Its times stay as they are, or it is removed.
    expect(faults(long, { ...long, tarkistettu: true })).toEqual([])
    expect(faults(record, { ...long, status: 0 })).toEqual([])
    expect(faults(null, { ...record, alkuaika: start - 3 * longestDay, loppuaika: 0 })).toEqual([])
  })

  test('is checked once it has ended', () => {
    const check = (after: Partial<typeof record>) =>
      workingDayRules.check?.({ before: null, after: { ...record, ...after } }, ruleContext, {})
    expect(check({ tarkistettu: true, loppuaika: 0 })).toEqual([{ field: 'tarkistettu', detail: 'Työpäivä on vielä auki.' }])
    expect(check({ loppuaika: 0 })).toEqual([])
    expect(check({ tarkistettu: true })).toEqual([])
    expect(check({ tarkistettu: true, loppuaika: 0, status: 0 })).toEqual([])
  })

  test('that was sent to payroll is not removed', () => {
    const sent = { ...record, lahetetty: true }
    const removed = (before: typeof record | null, after: typeof record) => workingDayRules.check?.({ before, after }, ruleContext, {})
    const detail = 'Palkanlaskentaan lähetettyä kirjausta ei voi poistaa. Korjaa sen ajat: ero lähtee seuraavassa palkka-aineistossa.'
    expect(removed(sent, { ...sent, status: 0 })).toEqual([{ field: 'lahetetty', detail }])
    expect(removed(record, { ...record, status: 0 })).toEqual([])
    expect(removed(sent, sent)).toEqual([])
    expect(removed({ ...sent, status: 0 }, { ...sent, status: 0 })).toEqual([])
    expect(removed(null, { ...sent, status: 0 })).toEqual([])
  })

  test('whose start is unknown keeps its day', () => {
    const after = blankRow('tyovuoro_kirjaus', { alkuaika: 0, paiva: midnightOf('2026-11-10') })
    expect(workingDayRules.derive?.({ before: null, after }, ruleContext, {})).toMatchObject({ paiva: midnightOf('2026-11-10') })
  })

  test('knows who changed it last', () => {
    const changer = (viewer: RuleContext['viewer']) =>
      workingDayRules.derive?.({ before: null, after: { ...record, user_latest_change: 'outi' } }, { ...ruleContext, viewer }, {})
        ?.user_latest_change
    expect(changer({ userId: 'mika', name: 'Mika', roles: ['yllapito'], asiakasId: null })).toBe('mika')
    expect(changer(null)).toBe('outi')
  })

  test('has the moments from its start to its end', () => {
    expect([start - 1, start, end, end + 1].map((at) => isOutsideDay(at, record))).toEqual([true, false, false, true])
    const open = { ...record, loppuaika: 0 }
    expect([start - 1, start, end + 1].map((at) => isOutsideDay(at, open))).toEqual([true, false, false])
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

test('moments are stored to the minute', () => {
  expect([0, 59, 60, 119, start + 59].map(wholeMinute)).toEqual([0, 0, 60, 60, start])
  const after = blankRow('tyovuoro_kirjaus', { alkuaika: start + 59, loppuaika: end + 1 })
  expect(workingDayRules.derive?.({ before: null, after }, ruleContext, {})).toMatchObject({ alkuaika: start, loppuaika: end })
})

describe('the times of a working day', () => {
  const faults = (times: { alkuaika: number; loppuaika: number }) =>
    workingDayRules.check?.({ before: null, after: { ...record, ...times } }, ruleContext, {})
  const { now } = ruleContext

  test('are known, not in the future, and in order', () => {
    expect(faults({ alkuaika: 0, loppuaika: 0 })).toEqual([{ field: 'alkuaika', detail: 'Anna alkuaika.' }])
    for (const loppuaika of [0, now]) expect(faults({ alkuaika: now, loppuaika })).toEqual([])
    expect(faults({ alkuaika: now + 1, loppuaika: 0 })).toEqual([{ field: 'alkuaika', detail: 'Työpäivä ei voi alkaa tulevaisuudessa.' }])
    expect(faults({ alkuaika: now, loppuaika: now + 1 })).toEqual([
      { field: 'loppuaika', detail: 'Työpäivä ei voi päättyä tulevaisuudessa.' },
    ])
    expect(faults({ alkuaika: now, loppuaika: now - 1 })).toEqual([
      { field: 'loppuaika', detail: 'Loppuaika ei voi olla ennen alkuaikaa.' },
    ])
  })

  const settled = (before: typeof record | null, after: typeof record, ...tasks: TaskValues[]) =>
    workingDayRules.settle?.(
      { before, after },
      { tyotehtavat: tasks.map((task) => ({ before: null, after: blankRow('tyovuoro_kirjaus_tehtava', task) })) },
      ruleContext,
    ).faults

  test('contain the tasks when one of them is moved, except flagged and removed ones', () => {
    const early = { field: 'alkuaika', detail: 'Työtehtävä alkaa ennen työpäivän alkua.' }
    const late = { field: 'loppuaika', detail: 'Työtehtävä alkaa työpäivän päätyttyä.' }
    const [first, last] = [{ alkuaika: start }, { alkuaika: end }]
    expect(settled(record, { ...record, alkuaika: start + 60 }, first, last)).toEqual([early])
    expect(settled(record, { ...record, loppuaika: end - 60 }, first, last)).toEqual([late])
    expect(settled(null, { ...record, alkuaika: start + 60 }, first)).toEqual([early])
    expect(settled(record, { ...record, loppuaika: 0 }, first, last)).toEqual([])
    // Neither is moved.
    expect(settled({ ...record, alkuaika: start + 60 }, { ...record, alkuaika: start + 60 }, first)).toEqual([])
    expect(settled(record, { ...record, alkuaika: start + 60 }, { ...first, tarkista: ['ennen_alkua'] }, { ...first, status: 0 })).toEqual(
      [],
    )
  })

  test('may end before a task that is flagged for that', () => {
    const earlier = { ...record, loppuaika: end - 60 }
    expect(settled(record, earlier, { alkuaika: end, tarkista: ['jalkeen_lopun'] })).toEqual([])
    expect(settled(record, earlier, { alkuaika: end, tarkista: ['ennen_alkua'] })).toHaveLength(1)
  })

  test('of a checked record stay, and so do its tasks', () => {
    const checked = { ...record, tarkistettu: true }
    const task = { alkuaika: start }
    const fault = [{ field: 'tyotehtavat', detail: lockedFault }]
    expect(settled(checked, checked, task)).toEqual(fault)
    // A task is added while the record is being checked, and while it is opened again.
    expect(settled(record, checked, task)).toEqual([])
    expect(settled(checked, record, task)).toEqual([])
    expect(settled(null, checked, task)).toEqual([])
    const unmoved = blankRow('tyovuoro_kirjaus_tehtava', task)
    const lines = {
      tyotehtavat: [
        { before: unmoved, after: unmoved },
        { before: null, after: unmoved },
      ],
    }
    expect(workingDayRules.settle?.({ before: checked, after: checked }, lines, ruleContext).faults).toEqual(fault)
  })
})

test('checking a record answers what was in doubt, and any other change leaves it', () => {
  const doubtful = blankRow('tyovuoro_kirjaus', { alkuaika: start, loppuaika: end, tarkista: ['ennen_alkua'] })
  const derived = (before: typeof record | null, after: typeof record) =>
    workingDayRules.derive?.({ before, after }, ruleContext, {})?.tarkista
  expect(derived(doubtful, { ...doubtful, tarkistettu: true })).toEqual([])
  for (const [before, after] of [
    [doubtful, doubtful],
    [null, { ...doubtful, tarkistettu: true }],
    [
      { ...doubtful, tarkistettu: true },
      { ...doubtful, tarkistettu: true },
    ],
    [{ ...doubtful, tarkistettu: true }, doubtful],
  ] as const)
    expect(derived(before, after)).toEqual(['ennen_alkua'])
})

test('a task of a record that does not exist is refused elsewhere', () => {
  const after = blankRow('tyovuoro_kirjaus_tehtava', { alkuaika: start })
  expect(taskRules.check?.({ before: null, after }, ruleContext, {})).toEqual([])
  expect(taskRules.check?.({ before: null, after }, ruleContext, { tyovuoro_kirjaus: [] })).toEqual([])
})

test('a removed task is not checked, and a flagged one may lie outside its day', () => {
  const faults = (task: TaskValues) =>
    taskRules.check?.({ before: null, after: blankRow('tyovuoro_kirjaus_tehtava', task) }, ruleContext, { tyovuoro_kirjaus: [record] })
  expect(faults({ alkuaika: start - 60, status: 0 })).toEqual([])
  expect(faults({ alkuaika: start - 60, tarkista: ['ennen_alkua'] })).toEqual([])
  expect(faults({ alkuaika: end + 60, tarkista: ['jalkeen_lopun'] })).toEqual([])
  expect(faults({ alkuaika: start - 60, tarkista: ['jalkeen_lopun'] })).toEqual([
    { field: 'alkuaika', detail: 'Työtehtävä ei voi alkaa ennen työpäivän alkua.' },
  ])
})

test('a corrected time of a task is no longer in doubt', () => {
  const before = blankRow('tyovuoro_kirjaus_tehtava', { alkuaika: start, tarkista: ['ennen_alkua'] })
  const derived = (alkuaika: number) => taskRules.derive?.({ before, after: { ...before, alkuaika } }, ruleContext, {})
  expect(derived(start + 59)).toEqual({ alkuaika: start, tarkista: ['ennen_alkua'] })
  expect(derived(start + 60)).toEqual({ alkuaika: start + 60, tarkista: [] })
  expect(taskRules.derive?.({ before: null, after: before }, ruleContext, {})?.tarkista).toEqual(['ennen_alkua'])
})

test('a press that is only recorded is no change of the record by anybody', () => {
  const stamp = { aika: end, laitteen_aika: 0, laitteen_ero: null, saapui: end }
  const pressed = { ...record, alkuperainen: { ...record.alkuperainen, loppu: stamp } }
  const changedAt = (after: typeof record, before: typeof record | null = record) =>
    workingDayRules.derive?.({ before, after }, ruleContext, {})?.timestamp_latest_change
  expect(changedAt(pressed)).toBeUndefined()
  expect(changedAt({ ...pressed, tarkista: ['kello'] })).toBe(ruleContext.now)
  expect(changedAt({ ...pressed, loppuaika: end + 60 })).toBe(ruleContext.now)
  expect(changedAt(pressed, null)).toBe(ruleContext.now)
})
