import { expect, test } from 'vitest'
import { CallFault, Conflict } from '#web/data/fault.ts'
import { OutdatedEdit, type QuickEdit, rebased, refusalOf } from './quick-edit.ts'

const edit: QuickEdit = { id: 'a', vid: 3, heading: 'ABC-1', key: 'kantavuus', value: 900, before: 700 }
const stored = (vid: number, kantavuus: number) => ({ id: 'a', vid, status: 1, kantavuus })

test('an edit is based on a version in which somebody else changed other fields only', () => {
  expect(rebased(edit, stored(5, 700))).toEqual({ ...edit, vid: 5 })
  expect(rebased(edit, stored(5, 900))).toBe('stored')
  expect(rebased(edit, stored(5, 800))).toBe('changed')
  expect(rebased(edit, stored(3, 700))).toBe('same')
})

test('a refusal carries the value that somebody else stored, and whether it has been shown already', () => {
  const row = stored(5, 800)
  expect(refusalOf(new OutdatedEdit(row))).toMatchObject({ stored: row, isSilent: true })
  expect(refusalOf(new Conflict())).toMatchObject({ stored: null, isSilent: true })
  expect(refusalOf(new CallFault(422, [{ detail: 'Liian suuri.' }]))).toEqual({ text: 'Liian suuri.', stored: null, isSilent: true })
  expect(refusalOf(new CallFault(0))).toMatchObject({ stored: null, isSilent: false })
})
