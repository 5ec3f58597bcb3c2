import { expect, test } from 'vitest'
import { readGeonames } from './geonames.ts'

const tampere = 'FI\t33100\tTampere\tPirkanmaa\t06\tTampere\t064\tTampere\t837\t61.4991\t23.7871\t6'

test('lines become codes with their points', () => {
  expect(readGeonames(`${tampere}\r\n\n${tampere.replace('33100', '33200')}\n`)).toEqual([
    { maa: 'FI', postinumero: '33100', paikka: 'Tampere', lat: 61.4991, lng: 23.7871 },
    { maa: 'FI', postinumero: '33200', paikka: 'Tampere', lat: 61.4991, lng: 23.7871 },
  ])
})

test('places may lie at the edges of the map', () => {
  const [southPole] = readGeonames(tampere.replace('61.4991', '-90').replace('23.7871', '180'))
  expect(southPole).toMatchObject({ lat: -90, lng: 180 })
})

test.each([
  ['', 'Tiedostossa ei ole yhtään postinumeroa.'],
  [' \n\t\n', 'Tiedostossa ei ole yhtään postinumeroa.'],
  [`${tampere}\npostinumero;paikka`, 'Rivi 2 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('FI', 'Suomi'), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('FI', 'SUOMI'), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('33100', ''), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('Tampere', ''), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('61.4991', ''), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('23.7871', ''), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('23.7871', 'itä'), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('61.4991', '161'), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
  [tampere.replace('23.7871', '-181'), 'Rivi 1 ei ole GeoNamesin postinumerorivi.'],
])('another file is refused: %j', (text, sentence) => {
  expect(() => readGeonames(text)).toThrow(sentence)
})
