import { expect, test } from 'vitest'
import { stepsAtVersions } from './undo-stack.ts'

const step = (versiot: Record<string, number>, before: Record<string, number> = {}) => ({ undo: { versiot }, before })

test('a row that nobody else has changed has its newer version in earlier steps', () => {
  // Edited to 2, edited to 3, undone to 4: the first edit is undone from 4.
  const [first, last] = [step({ a: 2, b: 7 }), step({ a: 3 }, { a: 2 })]
  expect(stepsAtVersions([first, last], { a: 4 })).toEqual([step({ a: 4, b: 7 }), last])
  // Somebody else saved version 3 between the two edits.
  const overtaken = step({ a: 4 }, { a: 3 })
  expect(stepsAtVersions([step({ a: 2 }), overtaken], { a: 5 })).toEqual([step({ a: 2 }), overtaken])
  expect(stepsAtVersions([], { a: 1 })).toEqual([])
})
