import { expect, test } from 'vitest'
import { atAnswers, type ChangeAnswer } from './own-operations.ts'

test('an operation names the rows in the version that own operations have left, and those that others changed in the one that was seen', () => {
  const answers: ChangeAnswer[] = [
    { aiemmat: { a: 1, b: 7 }, kumoa: { versiot: { a: 2, b: 8 } } },
    { aiemmat: { a: 2 }, kumoa: { versiot: { a: 3 } } },
  ]
  expect(atAnswers({ a: 1, b: 6, c: 4 }, answers)).toEqual({ a: 3, b: 6, c: 4 })
})

test('the undo of an earlier operation follows later ones and their undos', () => {
  const undo = { shift: 2, order1: 2 }
  const later: ChangeAnswer = { aiemmat: { shift: 2, order2: 1 }, kumoa: { versiot: { shift: 3, order2: 2 } } }
  const undoOfLater: ChangeAnswer = { aiemmat: { shift: 3, order2: 2 }, kumoa: { versiot: { shift: 4, order2: 3 } } }
  expect(atAnswers(undo, [later])).toEqual({ shift: 3, order1: 2 })
  expect(atAnswers(undo, [later, undoOfLater])).toEqual({ shift: 4, order1: 2 })
  const afterOther: ChangeAnswer = { aiemmat: { shift: 9 }, kumoa: { versiot: { shift: 10 } } }
  expect(atAnswers(undo, [afterOther])).toEqual(undo)
})
