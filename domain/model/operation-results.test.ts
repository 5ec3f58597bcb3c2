import { expect, test } from 'vitest'
import { idsOf, reasonText } from './operation-results.ts'

const [a, b, c] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [string, string, string]
const ids = idsOf({ max: 2, what: { one: 'lähetys', many: 'lähetystä' } })
const faultOf = (read: ReturnType<typeof ids.safeParse | typeof reasonText.safeParse>) => read.error?.issues.map(({ message }) => message)

test('ids are written in lower case, and each counts once', () => {
  expect(ids.parse([a.toUpperCase(), a])).toEqual([a])
  expect(ids.parse([b, a])).toEqual([b, a])
})

test.each([
  [[], 'Valitse ainakin yksi lähetys.'],
  [[a, b, c], 'Valitse enintään 2 lähetystä kerrallaan.'],
  [['x'], 'Tunniste (id) on UUID.'],
  [undefined, 'Anna tunnisteiden luettelo (ids).'],
])('the ids %j are refused: %s', (input, message) => expect(faultOf(ids.safeParse(input))).toEqual([message]))

test('a reason has no spaces around it, and at most 1000 characters', () => {
  expect(reasonText.parse(' Ei maksa ')).toBe('Ei maksa')
  // A letter with a combining mark is stored as one character.
  expect(reasonText.parse('Pa\u0308iva\u0308')).toBe('P\u00e4iv\u00e4')
  expect(reasonText.parse('x'.repeat(1000))).toHaveLength(1000)
  expect(faultOf(reasonText.safeParse('x'.repeat(1001)))).toEqual(['Syy on enintään 1000 merkkiä.'])
  expect(faultOf(reasonText.safeParse(5))).toEqual(['Syy on tekstiä.'])
})
