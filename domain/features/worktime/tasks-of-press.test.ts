import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TaskType, taskTypes } from '../../entities/worktime/task-types.ts'
import { sumsOf } from './sums.ts'
import { tasksOfPress } from './tasks-of-press.ts'

type Press = { id: string; tyyppi: TaskType; aika: number }
const types = Object.keys(taskTypes).slice(0, 3) as TaskType[]
const hour = 3600

/** The tasks of a day after presses that arrived in this order. */
function arrive(presses: readonly Press[]) {
  const [tasks, recorded]: [{ id: string; tyyppi: TaskType; alkuaika: number; status: number }[], Press[]] = [[], []]
  for (const press of presses) {
    for (const { id, tyyppi, aika } of tasksOfPress(press, { tasks, recorded })) tasks.push({ id, tyyppi, alkuaika: aika, status: 1 })
    tasks.sort((a, b) => a.alkuaika - b.alkuaika)
    recorded.push(press)
  }
  return tasks
}

test('a press of the type that runs makes no task, and continues it after a break that arrives later', () => {
  const [drive, again, pause] = (
    [
      ['AJO', 8],
      ['AJO', 10],
      ['TAUKO', 9],
    ] as const
  ).map(([tyyppi, at]): Press => ({ id: `${tyyppi}${at}`, tyyppi, aika: at * hour }))
  if (!drive || !again || !pause) throw new Error('three presses')
  expect(arrive([drive, again]).map(({ id }) => id)).toEqual(['AJO8'])
  expect(arrive([drive, again, pause]).map(({ id }) => id)).toEqual(['AJO8', 'TAUKO9', 'AJO10'])
})

test('a task that an administrator removed does not come back', () => {
  const tasks = [
    { id: 'a', tyyppi: 'AJO' as const, alkuaika: 8 * hour, status: 1 },
    { id: 'b', tyyppi: 'AJO' as const, alkuaika: 10 * hour, status: 0 },
  ]
  const recorded: Press[] = tasks.map(({ id, tyyppi, alkuaika }) => ({ id, tyyppi, aika: alkuaika }))
  expect(tasksOfPress({ id: 'c', tyyppi: 'TAUKO', aika: 9 * hour }, { tasks, recorded })).toHaveLength(1)
})

test('no order of arrival changes the sums of a day', () => {
  const presses = fc.uniqueArray(fc.record({ minute: fc.integer({ min: 1, max: 600 }), tyyppi: fc.constantFrom(...types) }), {
    selector: ({ minute }) => minute,
    maxLength: 10,
  })
  const inSomeOrder = presses.chain((made) => fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length })))
  fc.assert(
    fc.property(inSomeOrder, ([made, arriving]) => {
      const press = ({ minute, tyyppi }: (typeof made)[number]): Press => ({ id: String(minute), tyyppi, aika: minute * 60 })
      const sums = (tehtavat: { tyyppi: TaskType; alkuaika: number }[]) =>
        sumsOf({ alkuaika: 0, loppuaika: 700 * 60, tehtavat }, { rules: [], holidays: new Set() })
      expect(sums(arrive(arriving.map(press)))).toEqual(sums(made.map(press).map(({ tyyppi, aika }) => ({ tyyppi, alkuaika: aika }))))
    }),
  )
})
