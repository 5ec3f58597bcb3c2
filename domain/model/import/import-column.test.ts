import { expect, test } from 'vitest'
import { fieldRows } from './import-column.ts'

test('the template describes each column with the first example that has a text', () => {
  const columns = [
    { name: 'viite', label: 'Viite', help: 'Oma viite', needed: false },
    { name: 'paino', label: 'Paino', help: 'Kiloina', needed: true },
    { name: 'huom', label: 'Huomautus', help: 'Vapaa teksti', needed: false },
  ]
  const rows = fieldRows(columns, ({ label }) => label.toUpperCase(), [['', '34'], ['A', '12'], ['B']])
  expect(rows).toEqual([
    ['Sarake', 'Mitä', 'Pakollinen', 'Mitä kirjoitetaan', 'Esimerkki'],
    ['VIITE', 'Viite', '', 'Oma viite', 'A'],
    ['PAINO', 'Paino', 'kyllä', 'Kiloina', '34'],
    ['HUOMAUTUS', 'Huomautus', '', 'Vapaa teksti', ''],
  ])
})
