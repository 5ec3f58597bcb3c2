import { expect, test } from 'vitest'
import { newerVersions } from './undo-stack.ts'

test('a row that nobody else has changed has its newer version in earlier steps', () => {
  // Edited to 2, edited to 3, undone to 4: the first edit is undone from 4.
  expect(newerVersions({ versiot: { a: 2, b: 7 } }, { before: { a: 2 } }, { a: 4 })).toEqual({ a: 4, b: 7 })
  // Somebody else saved version 3 between the two edits.
  expect(newerVersions({ versiot: { a: 2 } }, { before: { a: 3 } }, { a: 5 })).toEqual({ a: 2 })
})
