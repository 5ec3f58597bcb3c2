import { describe, expect, test } from 'vitest'
import { midnightOf } from '../../values/time/time.ts'
import { choice, choices, coordinate, day, decimal, flag, integer, millimetres, moment, money, text, timeOfDay } from '../define-field.ts'
import { readFieldCell } from './read-field.ts'

const now = 1_795_000_000
const cellValue = (field: Parameters<typeof readFieldCell>[0], cell: string) => {
  const read = readFieldCell(field, cell, now)
  return 'value' in read ? read.value : read.fault
}

describe('a cell is read as people write it', () => {
  test.each([
    [millimetres('Pituus'), '80,5 cm', 805],
    [millimetres('Pituus'), '1 200.0', 12_000],
    [decimal('Paino'), '40,50', 40.5],
    [money('Hinta'), '12,5 €', 12.5],
    [coordinate('Leveysaste', 90), '61.49780', 61.4978],
    [flag('Lukitse'), 'Kyllä', true],
    [flag('Lukitse'), 'x', true],
    [flag('Lukitse'), '0', false],
    [day('Katsastus'), '1.10.2027', midnightOf('2027-10-01')],
    [day('Katsastus'), '2027-10-01', midnightOf('2027-10-01')],
    [choices('Käyttö', { nouto: 'Nouto', kaynti: 'Käynti' }), 'käynti; NOUTO', ['kaynti', 'nouto']],
    [choices('Käyttö', { nouto: 'Nouto', kaynti: 'Käynti' }), 'käynti;; nouto,', ['kaynti', 'nouto']],
    [choice('Tila', { auki: 'Avoinna' }, 'auki'), 'AVOINNA', 'auki'],
    [integer('Määrä'), '12 kpl', 12],
    [money('Hinta'), '12€', 12],
    [integer('Maksuehto'), '14 PV', 14],
    [timeOfDay('Alkaa'), '6.30', 390],
    [moment('Nähty'), '1.10.2027', midnightOf('2027-10-01')],
    [text('Nimi'), '=1+1', '=1+1'],
  ] as const)('%# %o: %s', (field, cell, value) => {
    expect(cellValue(field, cell)).toEqual(value)
  })
})

test.each([
  [millimetres('Pituus'), '80,55', 'Kirjoita luku muodossa 80,5.'],
  [money('Hinta'), '12,555', 'Kirjoita luku muodossa 80,50.'],
  [timeOfDay('Alkaa'), '25.00', 'Kirjoita aika muodossa 9.30.'],
  [flag('Lukitse'), 'ehkä', 'Kirjoita kyllä tai ei.'],
  [choices('Käyttö', { nouto: 'Nouto' }), 'vienti', 'Valitse näistä: Nouto.'],
  [text('Nimi', { max: 3 }), 'neljä', 'Tekstin enimmäispituus on 3 merkkiä.'],
  [text('Nimi'), '#REF!', 'Solun kaava antaa virheen #REF!. Kirjoita arvo.'],
] as const)('%# a fault: %s', (field, cell, fault) => {
  expect(cellValue(field, cell)).toBe(fault)
})
