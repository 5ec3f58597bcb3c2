import { expect, test } from 'vitest'
import { idQuery } from './id-query.ts'

const [a, b, c] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [string, string, string]
const ids = idQuery('lahetykset', 2)

test.each([
  [a, [a]],
  [`${a},${b}`, [a, b]],
  [
    [a, b],
    [a, b],
  ],
  [a.toUpperCase(), [a]],
])('%j', (input, expected) => expect(ids.parse(input)).toEqual(expected))

test.each([
  [[a, `${b},${c}`], 'Kysy enintään 2 tunnistetta kerrallaan.'],
  [`${a};${b}`, 'Tunniste (lahetykset) on UUID.'],
  ['', 'Tunniste (lahetykset) on UUID.'],
])('%j is refused: %s', (input, message) => {
  expect(ids.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message])
})
