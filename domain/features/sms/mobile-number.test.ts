import { expect, test } from 'vitest'
import { isMobileNumber } from './mobile-number.ts'

test.each([
  ['+358401234567', true],
  ['+358501234567', true],
  ['+3725123456', true],
  ['+46701234567', true],
  ['+4741234567', true],
  ['+35891234567', false],
  ['+3588001234', false],
  ['+35840', false],
  ['040 123 4567', false],
  ['', false],
])('%s: %s', (number, expected) => expect(isMobileNumber(number)).toBe(expected))
