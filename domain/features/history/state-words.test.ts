import { expect, test } from 'vitest'
import { type HourlyState, hourlyTransitions, type ShipmentState, shipmentTransitionsOf } from '../../entities/order/order.states.ts'
import { allFeatures } from '../../model/features.ts'
import { hourlyStepWords, shipmentStepWords } from './state-words.ts'
import { inflect } from './targets.ts'

const one = inflect([{ kind: 'lahetys', numero: 1, kaikkiaan: 2 }])
const many = inflect([1, 2].map((numero) => ({ kind: 'lahetys', numero, kaikkiaan: 2 })))
const job = inflect([{ kind: 'tuntituote', numero: 1, kaikkiaan: 1 }])

test.each<[from: ShipmentState, to: ShipmentState, ofOne: string, ofMany: string]>([
  ['odottaa_noutoa', 'kuljetuksessa', 'merkitsi lähetyksen 1/2 noudetuksi', 'merkitsi kaikki lähetykset noudetuiksi'],
  [
    'siirretty',
    'kuljetuksessa',
    'merkitsi lähetyksen 1/2 noudetuksi terminaalista',
    'merkitsi kaikki lähetykset noudetuiksi terminaalista',
  ],
  ['myohassa', 'kuljetuksessa', 'jatkoi lähetyksen 1/2 kuljetusta', 'jatkoi kaikkien lähetysten kuljetusta'],
  ['odottaa_siirtoa', 'kuljetuksessa', 'jatkoi lähetyksen 1/2 kuljetusta', 'jatkoi kaikkien lähetysten kuljetusta'],
  ['siirto', 'kuljetuksessa', 'jatkoi lähetyksen 1/2 kuljetusta', 'jatkoi kaikkien lähetysten kuljetusta'],
  ['toimitettu', 'kuljetuksessa', 'palautti lähetyksen 1/2 kuljetukseen', 'palautti kaikki lähetykset kuljetukseen'],
  ['peruutettu', 'kuljetuksessa', 'palautti lähetyksen 1/2 kuljetukseen', 'palautti kaikki lähetykset kuljetukseen'],
  ['kuljetuksessa', 'odottaa_noutoa', 'palautti lähetyksen 1/2 odottamaan noutoa', 'palautti kaikki lähetykset odottamaan noutoa'],
  ['odottaa_noutoa', 'odottaa_siirtoa', 'ohjasi lähetyksen 1/2 terminaaliin', 'ohjasi kaikki lähetykset terminaaliin'],
  ['odottaa_siirtoa', 'siirto', 'lähti viemään lähetyksen 1/2 terminaaliin', 'lähti viemään kaikki lähetykset terminaaliin'],
  ['siirto', 'siirretty', 'toi lähetyksen 1/2 terminaaliin', 'toi kaikki lähetykset terminaaliin'],
  ['kuljetuksessa', 'toimitettu', 'merkitsi lähetyksen 1/2 toimitetuksi', 'merkitsi kaikki lähetykset toimitetuiksi'],
  ['kuljetuksessa', 'myohassa', 'ilmoitti, että lähetys 1/2 myöhästyy', 'ilmoitti, että kaikki lähetykset myöhästyvät'],
  ['odottaa_noutoa', 'peruutettu', 'peruutti lähetyksen 1/2', 'peruutti kaikki lähetykset'],
])('a shipment from %s to %s', (from, to, ofOne, ofMany) => {
  const words = shipmentStepWords(from, to)
  expect([words(one), words(many)]).toEqual([ofOne, ofMany])
})

test.each<[from: HourlyState, to: HourlyState, text: string]>([
  ['odottaa_noutoa', 'kuljetuksessa', 'aloitti tuntityön'],
  ['toimitettu', 'kuljetuksessa', 'palautti tuntityön työn alle'],
  ['kuljetuksessa', 'toimitettu', 'merkitsi tuntityön valmiiksi'],
  ['toimitettu', 'odottaa_noutoa', 'palautti tuntityön odottamaan'],
  ['peruutettu', 'odottaa_noutoa', 'palautti tuntityön odottamaan'],
  ['kuljetuksessa', 'peruutettu', 'peruutti tuntityön'],
])('an hourly job from %s to %s', (from, to, text) => expect(hourlyStepWords(from, to)(job)).toBe(text))

test('every transition of the state tables has its words', () => {
  for (const { from, to } of shipmentTransitionsOf(allFeatures))
    for (const state of from) expect(shipmentStepWords(state, to)(one)).toContain('lähety')
  for (const { from, to } of hourlyTransitions) for (const state of from) expect(hourlyStepWords(state, to)(job)).toContain('tuntityö')
})
