import { expect, test } from 'vitest'
import { add } from './operations.ts'
import { newId } from './row.ts'
import { saveKeyOf } from './save-key.ts'

test('a retry keeps its key; other content and another row get a new one', () => {
  const first = saveKeyOf('a', { viite: 'A' })
  expect(saveKeyOf('a', { viite: 'A' })).toBe(first)
  expect(saveKeyOf('a', { viite: 'B' })).not.toBe(first)
  expect(saveKeyOf('b', { viite: 'A' })).not.toBe(first)
})

test('a retry from the stored draft after a reload keeps its key', () => {
  const typed = { id: newId(), asiakas: newId(), laskutus_viesti: 'Soita ensin, kiitos' }
  const draft: typeof typed = JSON.parse(JSON.stringify(typed))
  expect(saveKeyOf(draft.id, [add('tilaus', draft)])).toBe(saveKeyOf(typed.id, [add('tilaus', typed)]))
})

test('the key has the form that the server accepts: short and plain ASCII', () => {
  expect(saveKeyOf(newId(), [{ viesti: 'Ääkkösiä ja välejä' }])).toMatch(/^[\x21-\x7e]{1,128}$/)
})

test('contents that differ by one letter have different keys', () => {
  const keys = Array.from({ length: 2000 }, (_, index) => saveKeyOf('a', { maara: index }))
  expect(new Set(keys).size).toBe(keys.length)
})
