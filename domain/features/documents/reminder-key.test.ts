import { expect, test } from 'vitest'
import { documentOfKey, reminderKey } from './reminder-key.ts'

test('the key of a reminder yields the document and its version, other keys nothing', () => {
  const document = { id: '3f0c7a52-9a53-4a0e-9f51-0d3f3c8f1a11', versio: 12 }
  expect(documentOfKey(reminderKey(document, 1_795_000_000))).toEqual(document)
  expect(documentOfKey(reminderKey({ ...document, versio: 0 }, 0))).toEqual({ ...document, versio: 0 })
  for (const key of ['', 'katsastus-1', 'dokumentti.x.1.2', `dokumentti.${document.id}.1`]) expect(documentOfKey(key)).toBeNull()
})
