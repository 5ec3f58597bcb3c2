import { describe, expect, test } from 'vitest'
import { midnightOf } from '../../values/time/time.ts'
import { columnNames } from './order-columns.ts'
import { cellsOf, type FindProduct, type ImportProduct, ordersOf, readRow } from './order-rows.ts'

const now = midnightOf('2026-11-23')
/** A row that makes a shipment without faults. */
const whole = {
  ...{ nouto_nimi: 'Varasto', nouto_osoite1: 'Katu 1', nouto_postinro: '33100', nouto_postitmp: 'Tampere' },
  ...{ toimitus_nimi: 'Kauppa', toimitus_osoite1: 'Tie 2', toimitus_postinro: '65100', toimitus_postitmp: 'Vaasa' },
  ...{ tyyppi: 'paketti', pituus: '40', leveys: '30', korkeus: '25', paino: '12,5' },
}
const noGoods = { tyyppi: '', pituus: '', leveys: '', korkeus: '', paino: '' }
const product: ImportProduct = {
  ...{ id: 'p1', name: 'Laatikko', tunniste: 'TU-1', tyyppi: 'muu', pituus: 800, leveys: 600, korkeus: 400, paino: 50, kuvaus: 'Puuta' },
}

function read(cells: Readonly<Record<string, string>>, find: FindProduct = () => 0) {
  const { shipment, faults } = readRow({ row: 4, cells: columnNames.map((name) => cells[name] ?? '') }, find, { now, mayBePast: false })
  for (const { row } of faults) expect(row).toBe(4)
  return { ...shipment, faults: Object.fromEntries(faults.map(({ column, message }) => [column, message])) }
}

test('a whole row is read into the fields of its shipment', () => {
  const cells = {
    ...whole,
    tilaus: 'A1',
    viite: 'PO-7',
    maara: '2',
    toivottu_toimitus: '25.11.2026',
    varauma: '',
    nouto_puhelin: '040 123 4567',
  }
  expect(read(cells)).toEqual({
    ...{ row: 4, order: 'A1', tuote: null, faults: {} },
    attributes: {
      ...{ viite: 'PO-7', toivottu_toimitus: midnightOf('2026-11-25'), nouto_yhteyshenkilo_puhelin: '040 123 4567' },
      ...{ nouto_nimi: 'Varasto', nouto_osoite1: 'Katu 1', nouto_postinro: '33100', nouto_postitmp: 'Tampere' },
      ...{ toimitus_nimi: 'Kauppa', toimitus_osoite1: 'Tie 2', toimitus_postinro: '65100', toimitus_postitmp: 'Vaasa' },
      ...{ tyyppi: 'paketti', maara: 2, pituus: 400, leveys: 300, korkeus: 250, yksikkopaino: 12.5 },
    },
  })
})

test.each([
  ['nouto_nimi', 'Kirjoita nimi.'],
  ['nouto_osoite1', 'Kirjoita osoite.'],
  ['toimitus_postinro', 'Kirjoita postinumero.'],
  ['toimitus_postitmp', 'Kirjoita paikkakunta.'],
  ['tyyppi', 'Valitse tavaralaji: rullakko, paketti, muu.'],
  ['pituus', 'Kirjoita pituus.'],
  ['paino', 'Kirjoita paino.'],
])('a row without %s has the fault %s and no other', (column, message) => {
  expect(read({ ...whole, [column]: '' }).faults).toEqual({ [column]: message })
})

test.each([
  ['viite', '#N/A', 'Solun kaava antaa virheen #N/A. Kirjoita arvo.'],
  ['pituus', 'pitkä', 'Kirjoita luku muodossa 80,5.'],
  ['pituus', '61', 'Paketin enimmäispituus on 60 cm.'],
  ['maara', '0', 'Paketin vähimmäismäärä on 1 kpl.'],
  ['toivottu_toimitus', '32.11.2026', 'Päivää ei ole. Kirjoita päivä muodossa 23.11.2026.'],
  ['toivottu_toimitus', '22.11.2026', 'Päivä on jo mennyt. Valitse tämä päivä tai myöhempi.'],
])('a row with %s %j has the fault %s and no other', (column, text, message) => {
  expect(read({ ...whole, [column]: text }).faults).toEqual({ [column]: message })
})

test('a kind of goods that cannot be read sets no limits', () => {
  const { faults } = read({ ...whole, tyyppi: '#REF!', paino: '900' })
  expect(faults).toEqual({ tyyppi: 'Solun kaava antaa virheen #REF!. Kirjoita arvo.' })
  expect(read({ ...whole, tyyppi: 'lava', paino: '900' })).toMatchObject({ attributes: { tyyppi: 'lava' }, faults: {} })
})

// Spreadsheets drop the leading zeros of Finnish codes only.
test.each([
  [{ nouto_postinro: '100' }, { nouto_postinro: '00100', toimitus_postinro: '65100' }],
  [
    { toimitus_postinro: '100', toimitus_maa: 'IS', nouto_postinro: '100' },
    { nouto_postinro: '00100', toimitus_postinro: '100' },
  ],
])('the postal codes of %j are %j', (cells, expected) => {
  expect(read({ ...whole, ...cells }).attributes).toMatchObject(expected)
})

describe('a named product', () => {
  const found: FindProduct = (named) => (named === 'Laatikko' ? product : 0)
  const goods = { tyyppi: 'muu', pituus: 800, leveys: 600, korkeus: 400, yksikkopaino: 50, kuvaus: 'Puuta' }

  test('fills the empty cells, and not those with a text', () => {
    const filled = read({ ...whole, ...noGoods, tuote: 'Laatikko' }, found)
    expect(filled).toMatchObject({ tuote: 'p1', attributes: goods, faults: {} })
    const { attributes } = read({ ...whole, ...noGoods, tuote: 'Laatikko', pituus: '100', kuvaus: 'Terästä' }, found)
    expect(attributes).toMatchObject({ ...goods, pituus: 1000, kuvaus: 'Terästä' })
  })

  test.each([
    [0, 'Tuotetta Lava ei löydy.'],
    [2, 'Tuotteita nimeltä Lava on 2. Kirjoita tuotteen tunniste.'],
  ])('that is one of %i is a fault, and what it could have filled is not missing', (count, message) => {
    const { tuote, faults } = read({ ...whole, ...noGoods, tuote: 'Lava' }, () => count)
    expect({ tuote, faults }).toEqual({ tuote: null, faults: { tuote: message } })
  })

  test('that is unknown does not excuse a size that is written', () => {
    expect(read({ ...whole, tuote: 'Lava', paino: '31' }).faults).toEqual({
      ...{ tuote: 'Tuotetta Lava ei löydy.', paino: 'Paketin enimmäispaino on 30 kg.' },
    })
  })

  test('is not looked for when its cell has an error', () => {
    const asked: string[] = []
    const { faults } = read({ ...whole, tuote: '#N/A' }, (named) => asked.push(named))
    expect({ asked, faults }).toEqual({ asked: [], faults: { tuote: 'Solun kaava antaa virheen #N/A. Kirjoita arvo.' } })
    read(whole, (named) => asked.push(named))
    expect(asked).toEqual([])
  })
})

test('rows of one order number are one order, rows without a number one each', () => {
  const rows = ['A', '', 'B', 'A', ''].map((order, index) => ({ row: index + 2, order }))
  expect(ordersOf(rows).map((some) => some.map(({ row }) => row))).toEqual([[2, 5], [3], [4], [6]])
})

test('a shipment is written as cells in the units of the file', () => {
  const attributes = {
    ...{ viite: 'PO-7', nouto_nimi: 'Varasto 3 kg', kuvaus: '', tyyppi: 'muu', varauma: '', maara: 3 },
    ...{ pituus: 805, leveys: 1200, korkeus: 400, yksikkopaino: 12.5, toivottu_toimitus: midnightOf('2026-11-25') },
  }
  const cells = cellsOf(attributes, { order: 'A1', product: 'Laatikko' })
  const written = Object.fromEntries(columnNames.map((name, index) => [name, cells[index]]).filter(([, text]) => text !== ''))
  expect(written).toEqual({
    ...{ tilaus: 'A1', viite: 'PO-7', toivottu_toimitus: '25.11.2026', nouto_nimi: 'Varasto 3 kg', tuote: 'Laatikko', tyyppi: 'muu' },
    ...{ maara: '3', pituus: '80,5', leveys: '120', korkeus: '40', paino: '12,5' },
  })
  expect(cellsOf({})).toEqual(columnNames.map(() => ''))
})
