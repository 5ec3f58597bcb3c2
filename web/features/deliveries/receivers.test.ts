import { expect, test } from 'vitest'
import { receiverNames } from './receivers.ts'

const door = { toimitus_nimi: 'Hotelli Kerava', toimitus_osoite1: 'Asemakatu 1', toimitus_postinro: '04200' }
const shipment = { ...door, toimitus_yhteyshenkilo_etunimi: ' Liisa', toimitus_yhteyshenkilo_sukunimi: 'Höyry ' }
const stored: Record<string, typeof door> = {
  here: { ...door, toimitus_nimi: 'hotelli kerava ' },
  next: { ...door, toimitus_osoite1: 'Asemakatu 2' },
}
/** Acknowledgements as the device has read them, the newest first. */
const read = (rows: readonly [name: string, shipment: string][]) => ({
  rows: rows.map(([nimenselvennys, of], index) => ({ id: String(index), nimenselvennys, lahetykset: [of] })),
  included: { all: (_name: 'lahetys', ids: readonly string[]) => ids.flatMap((id) => stored[id] ?? []) },
})

test('the contact of the place comes first, then those who last signed at the same door, each once', () => {
  const names: [string, string][] = [
    ['Ville Virtanen', 'here'],
    ['Naapuri Niemi', 'next'],
    ['liisa höyry', 'here'],
    ['Ville  Virtanen', 'here'],
    ['Maija Mäki', 'here'],
  ]
  expect(receiverNames([shipment], [read(names)])).toEqual(['Liisa Höyry', 'Ville Virtanen', 'Maija Mäki'])
  expect(receiverNames([shipment], [])).toEqual(['Liisa Höyry'])
  expect(receiverNames([{ ...shipment, toimitus_yhteyshenkilo_etunimi: '', toimitus_yhteyshenkilo_sukunimi: '' }], [])).toEqual([])
})

test('at most four names are suggested', () => {
  const many = Array.from({ length: 9 }, (_, index): [string, string] => [`Nimi ${index}`, 'here'])
  expect(receiverNames([shipment], [read(many)])).toHaveLength(4)
})
