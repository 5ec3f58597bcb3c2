import { describe, expect, test } from 'vitest'
import { readTable } from './import-table.ts'

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
