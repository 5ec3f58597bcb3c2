import { expect, test } from 'vitest'
import { chunksOf, mapWithPauses } from './with-pauses.ts'

test('others are served after every hundred rows', async () => {
  let read = 0
  const readBefore: number[] = []
  let next = setImmediate(function other() {
    readBefore.push(read)
    next = setImmediate(other)
  })
  const rows = Array.from({ length: 250 }, (_, index) => index)
  expect(await mapWithPauses(rows, (row) => [row, read++])).toEqual(rows.map((row) => [row, row]))
  clearImmediate(next)
  expect(readBefore).toEqual([100, 200, 250])
})

test('groups of rows are divided into chunks, and none is', () => {
  const chunks = [...chunksOf([3, 1, 2, 5, 1], 4, (group) => group)]
  expect(chunks).toEqual([[3, 1], [2, 5], [1]])
  expect([...chunksOf([], 4, () => 1)]).toEqual([])
})
