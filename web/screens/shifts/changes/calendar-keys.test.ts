import { expect, test } from 'vitest'
import { readCalendarKey } from './calendar-keys.ts'

const held = { ctrlKey: false, metaKey: false, shiftKey: false }
const read = (key: string, begun = false) => readCalendarKey({ ...held, key }, begun)

test.each([
  ['t', 'TYOVUORO'],
  ['x', 'EI_AJOA'],
  ['s', 'SAIRASLOMA'],
  ['K', 'KOULUTUS'],
])('%s is a type', (key, type) => {
  expect(read(key)).toEqual({ kind: 'type', type })
})

test('v and another key are a type; alone they are not', () => {
  expect(read('v')).toEqual({ kind: 'begins' })
  expect(read('p', true)).toEqual({ kind: 'type', type: 'VAPAA' })
  expect(read('l', true)).toEqual({ kind: 'type', type: 'LOMA' })
  expect(read('p')).toBeNull()
  expect(read('t', true)).toEqual({ kind: 'type', type: 'TYOVUORO' })
})

test('commands', () => {
  const command = (key: string, shiftKey = false) => readCalendarKey({ ...held, ctrlKey: true, shiftKey, key }, false)
  expect(command('z')).toEqual({ kind: 'action', action: 'undo' })
  expect(command('Z', true)).toEqual({ kind: 'action', action: 'redo' })
  expect(command('x')).toEqual({ kind: 'action', action: 'cut' })
  // The palette and the browser have the others.
  for (const key of ['k', 's', 't', 'p']) expect(command(key)).toBeNull()
  expect(read('Delete')).toEqual({ kind: 'action', action: 'remove' })
})
