import { expect, test } from 'vitest'
import { isUnfinished } from './order-check.ts'
import { blankPlace } from './order-values.ts'
import { beginningOf } from './place-suggestions.ts'

test.each(['Hämeenkatu 5', 'Itäinen Rantakatu 12 b', 'Keilaranta 1B'])('%s begins a place as its street', (words) =>
  expect(beginningOf(words)).toEqual({ osoite1: words }),
)
test.each(['', 'Hämeen Huonekalu Oy', 'K-Market', 'Hämeenkatu'])('%s begins a place as its name', (words) =>
  expect(beginningOf(words)).toEqual({ nimi: words }),
)

test('a place is unfinished until it has a name and a whole address', () => {
  const whole = { ...blankPlace(() => ''), nimi: 'Hotelli', osoite1: 'Katu 1', postinro: '33100', postitmp: 'Tampere' }
  expect(isUnfinished(whole)).toBe(false)
  for (const missing of ['nimi', 'osoite1', 'postinro', 'postitmp']) expect(isUnfinished({ ...whole, [missing]: ' ' })).toBe(true)
})
