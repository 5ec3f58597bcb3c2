import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteForms, parseDuration } from './minutes.ts'
import { writeDuration, writeTimeOfDay } from './write-minutes.ts'

test.each([
  ['8 h 30 min', 510],
  ['8h30', 510],
  ['8 h 30', 510],
  ['8.30', 510],
  ['8:30', 510],
  ['8,5', 510],
  ['8,5 h', 510],
  ['8', 480],
  ['8 t', 480],
  ['2 tuntia', 120],
  ['45 min', 45],
  ['45 minuuttia', 45],
  ['510', 510],
  ['0', 0],
  ['8.59', 539],
  ['48', 2880],
  ['49', 49],
  [' 8 ', 480],
  [' 8,5 ', 510],
  ['12,25', 735],
  ['8,5 t', 510],
  ['0,75 h', 45],
  ['h', null],
  ['', null],
  [' ', null],
  ['8.60', null],
  ['123,5', null],
  ['8,5x', null],
  ['8.75', null],
  ['kahdeksan', null],
  ['-5', null],
  ['8 h 30 h', null],
])('the length %j', (text, minutes) => expect(parseDuration(text)).toBe(minutes))

test('written as people write it', () => {
  expect([0, 1, 59].map(writeDuration)).toEqual(['', '1 min', '59 min'])
  expect([0, 5, 45, 60, 485, 510, 2880].map(writeDuration)).toEqual([
    '',
    '5 min',
    '45 min',
    '1 h 00 min',
    '8 h 05 min',
    '8 h 30 min',
    '48 h 00 min',
  ])
  expect([0, 390, 1439].map(writeTimeOfDay)).toEqual(['0.00', '6.30', '23.59'])
})

test('what is written is parsed as the same', () => {
  for (const [form, max] of [
    [minuteForms.timeOfDay, 1439],
    [minuteForms.duration, 2880],
  ] as const)
    fc.assert(fc.property(fc.integer({ min: 1, max }), (minutes) => void expect(form.parse(form.write(minutes))).toBe(minutes)))
})
