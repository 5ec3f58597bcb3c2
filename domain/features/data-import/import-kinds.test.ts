import { expect, test } from 'vitest'
import { readTable } from '../../model/import/import-table.ts'
import { fieldOf } from './data-columns.ts'
import { dataFields, dataTemplate } from './data-templates.ts'
import { headingsOfKind, importKindNames, importKinds } from './import-kinds.ts'
import { readDataRow } from './read-data-row.ts'

const headings = (kind: (typeof importKindNames)[number]) => importKinds[kind].columns.map(({ heading }) => heading)

test.each(importKindNames)('%s: the template and its headings in another order, case and form are understood', (kind) => {
  const template = dataTemplate(kind)
  const names = importKinds[kind].columns.map(({ name }) => name)
  expect(readTable(headingsOfKind(kind), template)).toMatchObject({ found: names, unknown: [], leftOut: [], faults: [] })
  const turned = template.map((cells) => cells.toReversed())
  const [first = [], ...rest] = turned
  const other = [first.map((heading) => ` ${heading.toUpperCase().replaceAll(' ', '-')} `), ...rest]
  expect(readTable(headingsOfKind(kind), other)).toMatchObject({ rows: [{ cells: template[1] }], unknown: [] })
})

test.each(importKindNames)('%s: each heading means one column', (kind) => {
  for (const { name, aliases } of importKinds[kind].columns)
    for (const alias of [name, ...aliases])
      expect(readTable(headingsOfKind(kind), [[alias], ['x']]), alias).toMatchObject({ found: [name] })
  expect(new Set(headings(kind)).size).toBe(headings(kind).length)
})

test.each(['Salasana', 'PASSWORD', 'salasanat'])('a column %s is refused', (heading) => {
  expect(
    readTable(headingsOfKind('kayttajat'), [
      ['Sähköposti', heading],
      ['a@b.fi', 'x'],
    ]),
  ).toEqual({
    fault: expect.stringContaining('Salasanoja ei tuoda tiedostosta'),
  })
})

test('a row is read into the values of its parts, and only its cells with a text', () => {
  const cells = importKinds.asiakkaat.columns.map(
    ({ name }) => ({ nimi: 'Putki Oy', maksuehto: '30 pv', kayntiosoite: 'Katu 1', kayntipostinumero: '100' })[name] ?? '',
  )
  expect(readDataRow('asiakkaat', { row: 7, cells }, 0)).toEqual({
    row: 7,
    parts: { rivi: { name: 'Putki Oy', maksuehto: 30 }, kaynti: { field_osoite_1: 'Katu 1', field_postinumero: '00100' } },
    customer: '',
    faults: [],
    faultsOfNew: [],
  })
})

test('the template has empty cells where a column has no example, and its second sheet describes the columns', () => {
  expect(dataTemplate('autot')).toEqual([
    ['Rekisterinumero', 'Nimi', 'Kustannuspaikka', 'Mapon-tunnus', 'Seuraava katsastus', 'Kantavuus (kg)', 'Lavapaikat'],
    ['KLR-418', 'Scania R 450', '200', '', '1.10.2027', '9500', '18'],
  ])
  const [titles, ...rows] = dataFields('autot')
  expect(titles).toEqual(['Sarake', 'Mitä', 'Pakollinen', 'Mitä kirjoitetaan', 'Esimerkki'])
  expect(rows.map(([heading, , needed, , example]) => [heading, needed, example])).toEqual([
    ['Rekisterinumero', 'kyllä', 'KLR-418'],
    ['Nimi', '', 'Scania R 450'],
    ['Kustannuspaikka', '', '200'],
    ['Mapon-tunnus', '', ''],
    ['Seuraava katsastus', '', '1.10.2027'],
    ['Kantavuus (kg)', '', '9500'],
    ['Lavapaikat', '', '18'],
  ])
})

test('a name is checked as the name of its register, and an unknown field is refused', () => {
  expect(fieldOf('asiakas', 'name')).toMatchObject({ kind: 'text', label: 'Nimi', required: true })
  expect(fieldOf('auto', 'name')).toMatchObject({ kind: 'text', label: 'Nimi', required: false })
  expect(() => fieldOf('auto', 'paino')).toThrow('auto has no field paino')
})
