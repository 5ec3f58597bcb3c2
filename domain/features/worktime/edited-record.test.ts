import { expect, test } from 'vitest'
import type { Recording } from '../../entities/worktime/recording.ts'
import type { TaskType } from '../../entities/worktime/task-types.ts'
import { isEdited, recordedByDriver } from './edited-record.ts'

const stamp = (aika: number) => ({ aika, laitteen_aika: aika, laitteen_ero: 0, saapui: aika })
const recording = (tasks: readonly [TaskType, number][], loppu: number | null): Recording => ({
  ...{ alku: stamp(600), loppu: loppu === null ? null : stamp(loppu), muut: [] },
  tehtavat: tasks.map(([tyyppi, aika]) => ({ ...stamp(aika), tyyppi, id: `${tyyppi}${aika}` })),
})
const day = (tasks: readonly [TaskType, number][], loppuaika: number) => ({
  ...{ alkuaika: 600, loppuaika },
  tyotehtavat: tasks.map(([tyyppi, alkuaika]) => ({ id: `${tyyppi}${alkuaika}`, tyyppi, alkuaika })),
})
const driven: [TaskType, number][] = [
  ['MUU', 600],
  ['AJO', 1200],
]

test('presses of the type that ran already are no edit, and no task of the original', () => {
  const pressed = recording([...driven, ['AJO', 3000], ['AJO', 2400]], 6000)
  expect(isEdited(day(driven, 6000), pressed)).toBe(false)
  expect(recordedByDriver(pressed)?.tyotehtavat.map(({ id }) => id)).toEqual(['MUU600', 'AJO1200'])
  expect(isEdited(day([...driven, ['TAUKO', 3000]], 6000), pressed)).toBe(true)
})

test('a day that the server ended at its last task is not edited, one that an administrator ended is', () => {
  expect(isEdited(day(driven, 1200), recording(driven, null))).toBe(false)
  expect(isEdited(day(driven, 5400), recording(driven, null))).toBe(true)
})
