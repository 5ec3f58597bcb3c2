import { expect, test } from 'vitest'
import { daySave } from './day-save.ts'
import type { DayValues, StoredVersions, TaskValues } from './model/day-values.ts'

const id = '00000000-0000-4000-8000-000000000001'
const task = (name: string, tyyppi: TaskValues['tyyppi'], alkuaika: number): TaskValues => ({
  ...{ id: name, tyyppi, alkuaika, address_print: '', latitude: null, longitude: null },
})
const stored: StoredVersions = {
  vid: 3,
  tehtavat: [task('a', 'MUU', 600), task('b', 'AJO', 1200), task('c', 'PURKU', 6000)].map((each) => ({ ...each, vid: 7 })),
}
const day: DayValues = {
  alkuaika: 600,
  loppuaika: 9000,
  tehtavat: [task('a', 'MUU', 600), task('b', 'AJO', 1800), task('x', 'TAUKO', 5400)],
}

test('a day is saved as one call: the record first, then what was changed, added and removed, each in the version that was read', () => {
  const { operations } = daySave(id, day, stored)
  expect(
    operations.map((operation) => ('data' in operation ? [operation.op, operation.data.id] : [operation.op, operation.ref.id])),
  ).toEqual([
    ['update', id],
    ['update', 'b'],
    ['add', 'x'],
    ['remove', 'c'],
  ])
  expect(operations[0]).toMatchObject({ data: { attributes: { vid: 3, alkuaika: 600, loppuaika: 9000 } } })
  expect(operations[1]).toMatchObject({ data: { attributes: { vid: 7, alkuaika: 1800 } } })
  expect(operations[2]).toMatchObject({ data: { relationships: { tyovuoro_kirjaus: { data: { id } } } } })
  expect(operations[3]).toMatchObject({ meta: { vid: 7 } })
})

test('a fault of the server is shown at its task, and that of the day at its end', () => {
  const { fieldOf } = daySave(id, day, stored)
  const fieldAt = (index: number, field: string) => fieldOf(`/atomic:operations/${index}/data/attributes/${field}`)
  expect(fieldAt(0, 'loppuaika')).toBe('loppuaika')
  expect(fieldAt(0, 'alkuaika')).toBe('tehtavat.0.alkuaika')
  expect(fieldAt(1, 'alkuaika')).toBe('tehtavat.1.alkuaika')
  expect(fieldAt(2, 'address_print')).toBe('tehtavat.2.address_print')
  expect(fieldAt(3, 'alkuaika')).toBeNull()
  expect(fieldOf('/data')).toBeNull()
})
