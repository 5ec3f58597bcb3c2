import { expect, test } from 'vitest'
import { taskBefore } from './next-press.ts'

const at = 1_795_250_040
const running = (tyyppi: 'AJO' | 'PURKU' | 'LASTAUS' | 'TAUKO', alkuaika = at) => ({ tyyppi, alkuaika })

test('unloading is started at the door, and then the delivery is signed for', () => {
  expect(taskBefore({ running: running('AJO'), lastDoneAt: 0, delivers: true })).toBe('PURKU')
  expect(taskBefore({ running: running('TAUKO'), lastDoneAt: at + 600, delivers: true })).toBe('PURKU')
  expect(taskBefore({ running: running('PURKU'), lastDoneAt: at - 600, delivers: true })).toBeNull()
  expect(taskBefore({ running: running('AJO'), lastDoneAt: 0, delivers: false })).toBeNull()
})

test('unloading of the visit before this one ends with the drive', () => {
  expect(taskBefore({ running: running('PURKU'), lastDoneAt: at + 600, delivers: true })).toBe('AJO')
  expect(taskBefore({ running: running('LASTAUS'), lastDoneAt: at + 600, delivers: false })).toBe('AJO')
})

test('a task that began in the same minute is not older than the delivery', () =>
  expect(taskBefore({ running: running('PURKU'), lastDoneAt: at + 30, delivers: true })).toBeNull())

test('without a working day the step itself is next', () => expect(taskBefore({ running: null, lastDoneAt: 0, delivers: true })).toBeNull())
