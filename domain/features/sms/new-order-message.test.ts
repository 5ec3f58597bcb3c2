import { expect, test } from 'vitest'
import { settingsFrom } from '../settings/settings.ts'
import { isQuietHour, newOrderMessage } from './new-order-message.ts'

const defaults = settingsFrom({})

test('the message counts the orders', () => {
  expect(newOrderMessage(1, defaults)).toBe('Sinulle on 1 uusi tilaus.')
  expect(newOrderMessage(7, defaults)).toBe('Sinulle on 7 uutta tilausta.')
})

const quietHours = (from: number, to: number) =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isQuietHour(hour, { from, to }))

test('quiet hours may span midnight', () => {
  expect(quietHours(21, 6)).toEqual([0, 1, 2, 3, 4, 5, 21, 22, 23])
  expect(quietHours(1, 4)).toEqual([1, 2, 3])
  expect(quietHours(8, 8)).toEqual([])
})
