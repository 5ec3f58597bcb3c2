import { expect, test } from 'vitest'
import type { RowViewer } from '#domain/access/row-rights.ts'
import { changesOf, contentFaults, fieldRights, newContent, rowField, valueFault } from './row-fields.ts'

const now = 1_795_000_000
const who = (roles: RowViewer['roles'], asiakasId: string | null = null): RowViewer => ({ roles, userId: 'u1', asiakasId })
const carFields = ['rekisterinumero', 'name', 'seuraava_katsastus']
const all = () => true

test('labels, kinds and required marks come from the registry; an unknown field is rejected', () => {
  expect(rowField('auto', 'rekisterinumero')).toMatchObject({ label: 'Rekisterinumero', required: true, kind: 'field' })
  expect(rowField('auto', 'name')).toMatchObject({ label: 'Nimi', required: false })
  expect(rowField('huolto', 'auto')).toMatchObject({ label: 'Auto', required: true, once: true, kind: 'relation' })
  expect(() => rowField('auto', 'huollot')).toThrow('auto has no field huollot')
})

test('a new row starts with the defaults of its fields', () => {
  expect(newContent('huolto', ['name', 'tehty', 'paiva', 'auto', 'kuvat'])).toEqual({
    name: 'Huolto',
    tehty: false,
    paiva: 0,
    auto: null,
    kuvat: [],
  })
})

test('visible and editable fields follow from the policy, the row and the field', () => {
  const note = { id: 'h1', name: 'Huolto', tehty: false, auto: 'a1' }
  const keys = ['name', 'tehty', 'auto']
  const driver = who(['kuljettaja'])
  const added = fieldRights({ name: 'huolto', row: null, viewer: driver, now }, keys)
  expect(keys.map(added.edits)).toEqual([true, false, true])
  // The form of a new row does not show fields that may not be set.
  expect(added.sees('tehty')).toBe(false)
  const read = fieldRights({ name: 'huolto', row: note, viewer: driver, now }, keys)
  expect([read.editsAny, read.sees('tehty')]).toEqual([false, true])
  const staff = fieldRights({ name: 'huolto', row: note, viewer: who(['yllapito']), now }, keys)
  // A note cannot be moved to another car.
  expect(keys.map(staff.edits)).toEqual([true, true, false])
})

test('a customer edits only their own products, and cannot change whose they are', () => {
  const customer = who(['asiakas', 'asiakas_yllapito'], 'c1')
  const rightsOf = (row: object | null) => fieldRights({ name: 'tuote', row, viewer: customer, now }, ['name', 'asiakas'])
  expect(rightsOf({ id: 't1', name: 'Rulla', asiakas: 'c1' }).edits('name')).toBe(true)
  expect(rightsOf({ id: 't2', name: 'Rulla', asiakas: null }).editsAny).toBe(false)
  expect([rightsOf(null).edits('name'), rightsOf(null).sees('asiakas')]).toEqual([true, false])
})

test('faults are reported for editable fields only, also for an unfinished day', () => {
  const content = { rekisterinumero: '', name: 'Auto', seuraava_katsastus: 'joskus' }
  expect(contentFaults('auto', content, all)).toEqual({
    rekisterinumero: 'Kenttä on pakollinen.',
    seuraava_katsastus: expect.stringMatching(/^Päivää ei ole\./),
  })
  expect(contentFaults('auto', content, (key) => key === 'name')).toEqual({})
  expect(contentFaults('tuote', { pituus: 'pitkä' }, all)).toHaveProperty('pituus')
})

test('a save sends changed editable fields; a cleared number is 0', () => {
  const read = { rekisterinumero: 'ABC-123', name: 'Auto', seuraava_katsastus: now }
  const content = { rekisterinumero: 'ABC-124', name: 'Auto', seuraava_katsastus: '' }
  expect(changesOf('auto', { read, content }, all)).toEqual({ rekisterinumero: 'ABC-124', seuraava_katsastus: 0 })
  expect(changesOf('auto', { read, content }, (key) => key !== 'rekisterinumero')).toEqual({ seuraava_katsastus: 0 })
  expect(Object.keys(changesOf('auto', { read: {}, content: read }, all))).toEqual(carFields)
})

test('times and lengths are faulty as texts until they can be parsed', () => {
  const [start, length] = [rowField('tyoreitti', 'alkuaika'), rowField('tyoreitti', 'kesto')]
  expect([valueFault(start, 390), valueFault(length, 510), valueFault(length, '')]).toEqual([null, null, null])
  expect(valueFault(start, 'kuudelta')).toBe('Kirjoita aika muodossa 9.30.')
  expect(valueFault(length, 'päivä')).toBe('Kirjoita kesto muodossa 8 h 30 min.')
  expect(valueFault(length, 2881)).toBe('Anna luku, joka on enintään 2880.')
})
