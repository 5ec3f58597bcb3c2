import { expect, test } from 'vitest'
import { createSaveKey } from './save-key.ts'

test('a retry keeps its key; other content and a finished save get a new one', () => {
  const save = createSaveKey()
  const first = save.keyFor({ viite: 'A' })
  expect(save.keyFor({ viite: 'A' })).toBe(first)
  const second = save.keyFor({ viite: 'B' })
  expect(second).not.toBe(first)
  save.done()
  expect(save.keyFor({ viite: 'B' })).not.toBe(second)
})
