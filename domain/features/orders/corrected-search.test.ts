import { expect, test } from 'vitest'
import { correctableWords, correctedTexts } from './corrected-search.ts'

test('words are corrected, and neither numbers nor short words', () => {
  expect(correctableWords('Virtannen T-1042 oy 33100')).toEqual(['virtannen'])
  expect(correctableWords('12345')).toEqual([])
  expect(correctableWords('Oulu Oul oulu')).toEqual(['oulu'])
  expect(correctableWords('yksi kaksi kolme neljä viisi')).toEqual(['yksi', 'kaksi', 'kolme', 'neljä'])
})

test('the likest words come first, and then the next ones, one at a time', () => {
  const like = { virtannen: ['virtanen', 'virta'], tampre: ['tampere'] }
  expect(correctedTexts('Virtannen Tampre 5', like)).toEqual(['virtanen tampere 5', 'virta tampere 5'])
  const others = { virtannen: ['virtanen', 'virta'], tampre: ['tampere', 'tamppi'] }
  expect(correctedTexts('virtannen tampre', others)).toEqual(['virtanen tampere', 'virta tampere', 'virtanen tamppi'])
  const many = { virtannen: ['virtanen', 'virta', 'virtaus', 'virtaa'], tampre: ['tampere', 'tamppi'] }
  expect(correctedTexts('virtannen tampre', many)).toEqual(['virtanen tampere', 'virta tampere', 'virtaus tampere'])
})

test('a text without words like others has no correction', () => {
  expect(correctedTexts('virtanen', { virtanen: ['virtanen'] })).toEqual([])
  expect(correctedTexts('12345', {})).toEqual([])
  expect(correctedTexts('virtannen tampre', { tampre: ['tampere'] })).toEqual(['virtannen tampere'])
})
