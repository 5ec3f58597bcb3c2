import { expect, test } from 'vitest'
import { correctableWords, correctedTexts } from './corrected-search.ts'

test('words are corrected, and neither numbers nor short words', () => {
  expect(correctableWords('Virtannen T-1042 oy 33100')).toEqual(['virtannen'])
})

test('the likest words come first, and then the next ones, one at a time', () => {
  const like = { virtannen: ['virtanen', 'virta'], tampre: ['tampere'] }
  expect(correctedTexts('Virtannen Tampre 5', like)).toEqual(['virtanen tampere 5', 'virta tampere 5'])
})

test('a text without words like others has no correction', () => {
  expect(correctedTexts('virtanen', { virtanen: ['virtanen'] })).toEqual([])
  expect(correctedTexts('12345', {})).toEqual([])
})
