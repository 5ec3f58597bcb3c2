import { describe, expect, test } from 'vitest'
import { columnsOfHeadings, headingKey, maxImportRows, readTable } from './import-table.ts'

const known = { columns: ['viite', 'tyyppi', 'paino'].map((name) => ({ name })) }
const lines = [
  ['Viite', 'Laji', 'paino', 'Huom', ''],
  ['A', 'paketti', '34', '', 'x'],
  ['B', 'paketti', '12', 'soita', ''],
  ['C', 'rullakko', '200', '', ''],
]

describe('headings that the importer does not know', () => {
  test('are returned with example texts, each text once', () => {
    expect(readTable(known, lines)).toMatchObject({
      found: ['viite', 'paino'],
      unknown: [
        { heading: 'Laji', examples: ['paketti', 'rullakko'] },
        { heading: 'Huom', examples: ['soita'] },
      ],
      leftOut: [],
    })
  })

  test('map to the column that the person chose, or are left out', () => {
    const table = readTable(known, lines, { laji: 'tyyppi', Huom: '' })
    expect(table).toMatchObject({ found: ['viite', 'tyyppi', 'paino'], unknown: [], leftOut: ['Huom'] })
    const rows = 'rows' in table ? table.rows : []
    expect(rows.map(({ cells }) => cells.filter((cell) => cell !== ''))).toEqual([
      ['A', 'paketti', '34'],
      ['B', 'paketti', '12'],
      ['C', 'rullakko', '200'],
    ])
  })

  test('cannot map to a column that the file already has', () => {
    expect(readTable(known, lines, { Laji: 'paino' })).toEqual({ fault: 'Sarake paino on tiedostossa kahdesti.' })
  })
})

describe('headings', () => {
  test('are the same however they are written, and also by their aliases', () => {
    expect(['Nouto Postinro', ' nouto - postinro ', 'NOUTO_POSTINRO'].map(headingKey)).toEqual(Array(3).fill('nouto_postinro'))
    const aliased = { columns: [{ name: 'viite', aliases: ['Oma viite', 'PO'] }, { name: 'po' }] }
    expect(columnsOfHeadings(aliased, ['oma-viite', 'PO', 'muu'])).toEqual([0, 1, -1])
  })

  test('give at most three examples each, without spaces around them and of at most 60 characters', () => {
    const rows = [' yksi ', 'yksi', '', 'x'.repeat(61), 'kolme', 'neljä'].map((cell) => ['A', cell])
    expect(readTable(known, [['Viite', ' Laji '], ...rows])).toMatchObject({
      unknown: [{ heading: 'Laji', examples: ['yksi', 'x'.repeat(60), 'kolme'] }],
    })
    // A line without the cell.
    expect(readTable(known, [['Viite', 'Laji'], ['A']])).toMatchObject({ unknown: [{ heading: 'Laji', examples: [] }] })
  })

  test('that no file may have are refused, and a file without any known heading is', () => {
    const refusing = { ...known, refused: { hinta: 'Hintaa ei voi tuoda.' } }
    expect(
      readTable(refusing, [
        ['Viite', 'Hinta'],
        ['A', '1'],
      ]),
    ).toEqual({ fault: 'Hintaa ei voi tuoda.' })
    expect(readTable(known, [['Hinta'], ['1']])).toEqual({
      fault: 'Ensimmäisellä rivillä ei ole yhtään tuonnin otsikkoa. Lataa esimerkki ja käytä sen otsikoita.',
    })
    expect(
      readTable(known, [
        ['viite', 'Viite'],
        ['A', 'B'],
      ]),
    ).toEqual({ fault: 'Sarake viite on tiedostossa kahdesti.' })
  })
})

describe('rows', () => {
  test('keep their numbers in the file; those without any text are left out, above the headings too', () => {
    expect(readTable(known, [[' ', ''], ['paino', 'viite'], ['5', ' A '], ['', ' '], [], ['6']])).toEqual({
      ...{ found: ['viite', 'paino'], unknown: [], leftOut: [], faults: [] },
      rows: [
        { row: 3, cells: ['A', '', '5'] },
        { row: 6, cells: ['', '', '6'] },
      ],
    })
  })

  test('with text after the last heading have a fault', () => {
    expect(readTable(known, [['viite'], ['A', '', ' '], ['B', '', 'x', '']])).toMatchObject({
      faults: [{ row: 3, column: '', message: 'Rivillä on enemmän soluja kuin otsikoita. Tarkista erotin ja lainausmerkit.' }],
    })
  })

  test('are needed, and at most 5 000', () => {
    expect(readTable(known, [[''], [' ']])).toEqual({ fault: 'Tiedosto on tyhjä.' })
    expect(readTable(known, [['viite'], [' ']])).toEqual({ fault: 'Tiedostossa on vain otsikot.' })
    const many = Array.from({ length: maxImportRows }, () => ['A'])
    expect(readTable(known, [['viite'], ...many])).toMatchObject({ faults: [] })
    expect(readTable(known, [['viite'], ...many, ['A']])).toEqual({
      fault: 'Tiedostossa on 5\u00a0001 riviä. Yhdellä kertaa voi tuoda enintään 5\u00a0000 riviä.',
    })
  })
})
