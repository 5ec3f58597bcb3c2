import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HourlyState, hourlyTransitions, type ShipmentState, shipmentTransitionsOf } from '../../entities/order/order.states.ts'
import { allFeatures } from '../../model/features.ts'
import { hourlyStepWords, shipmentStepWords } from './state-words.ts'
import { inflect, type Target } from './targets.ts'
import { timelineOf, type VisibleRevision } from './timeline.ts'
import { actionsOf } from './timeline-actions.ts'

const line = (numero: number, kaikkiaan: number): Target => ({ kind: 'lahetys', numero, kaikkiaan })

describe('the object of an action in Finnish', () => {
  test.each<[Target[], string]>([
    [[{ kind: 'tilaus' }], 'tilauksen'],
    [[line(1, 1)], 'lähetyksen'],
    [[line(2, 3)], 'lähetyksen 2/3'],
    [[line(3, 4), line(1, 4)], 'lähetykset 1 ja 3'],
    [[line(2, 2), line(1, 2)], 'kaikki lähetykset'],
    [[{ kind: 'tuntituote', numero: 1, kaikkiaan: 1 }], 'tuntityön'],
  ])('%o', (targets, accusative) => expect(inflect(targets).accusative).toBe(accusative))

  test('the object of a failed delivery is in the partitive', () => {
    expect(inflect([line(2, 3)]).partitive).toBe('lähetystä 2/3')
    expect(inflect([line(1, 3), line(2, 3)]).partitive).toBe('lähetyksiä 1 ja 2')
  })

  test('every transition of the state tables has its words', () => {
    const what = inflect([line(1, 2)])
    for (const { from, to } of shipmentTransitionsOf(allFeatures))
      for (const state of from) expect(shipmentStepWords(state, to)(what)).toContain('lähety')
    const job = inflect([{ kind: 'tuntituote', numero: 1, kaikkiaan: 1 }])
    for (const { from, to } of hourlyTransitions) for (const state of from) expect(hourlyStepWords(state, to)(job)).toContain('tuntityö')
  })
})

const revision = (values: Partial<VisibleRevision>): VisibleRevision => ({
  id: 1,
  tapahtuma: '9',
  aika: 1_795_000_000,
  kuka: { nimi: 'Mika Salonen', rooli: 'Kuljettaja', puhelin: '' },
  kayttaja: 'm',
  entiteetti: 'lahetys',
  rivi: 'a',
  vid: 2,
  syy: '',
  muutokset: {},
  ...values,
})
const timeline = (revisions: VisibleRevision[], more: Partial<Parameters<typeof timelineOf>[0]> = {}) =>
  timelineOf({
    revisions,
    targets: new Map([
      ['t', { kind: 'tilaus' }],
      ['a', line(1, 2)],
      ['b', line(2, 2)],
    ]),
    acknowledgements: new Map(),
    failures: new Map(),
    pictures: new Set(['p']),
    pictureAddress: (id) => `/file/${id}`,
    nameOf: () => undefined,
    audience: 'staff',
    pricedByHand: false,
    ...more,
  })
const pickedUp = { tila: ['odottaa_noutoa', 'kuljetuksessa'] } as const

describe('the entries', () => {
  test('a start time set with the state is not listed separately, a corrected one is', () => {
    const targets = new Map([['j', { kind: 'tuntituote', numero: 1, kaikkiaan: 1 } as const]])
    const job = (muutokset: VisibleRevision['muutokset']) => [revision({ entiteetti: 'tuntituote', rivi: 'j', muutokset })]
    expect(timeline(job({ ...pickedUp, aloitusaika: [0, 9] }), { targets })).toHaveLength(1)
    expect(timeline(job({ aloitusaika: [0, 9] }), { targets }).map(({ teksti }) => teksti)).toEqual([
      'muutti tuntityön tietoja: Aloitusaika',
    ])
  })

  test('a typed price is an entry, a calculated one is not', () => {
    const price = (id: number, from: number, to: number, more: VisibleRevision['muutokset'] = {}) =>
      revision({ id, tapahtuma: String(id), entiteetti: 'tilaus', rivi: 't', muutokset: { hinta: [from, to], ...more } })
    const calculated = [price(3, 20, 30), revision({ id: 2, tapahtuma: '3', muutokset: { hinta: [20, 30], viite: ['', 'A'] } })]
    expect(timeline(calculated).map(({ teksti }) => teksti)).toEqual(['muutti lähetyksen 1/2 tietoja: Viite'])
    const byHand = [price(6, 99, 100), price(5, 30, 99, { hinta_kasin: [false, true] }), price(4, 20, 30)]
    expect(timeline(byHand, { pricedByHand: true }).map(({ id }) => id)).toEqual(['6-0', '5-0'])
    const recalculated = [
      price(9, 31, 40),
      price(8, 99, 31, { hinta_kasin: [true, false] }),
      price(7, 98, 99),
      price(6, 30, 98, { hinta_kasin: [false, true] }),
    ]
    expect(timeline(recalculated).map(({ id }) => id)).toEqual(['8-0', '7-0', '6-0'])
  })

  test('one action on several lines is one entry, two actions are two', () => {
    const both = [revision({ id: 2, muutokset: pickedUp }), revision({ id: 1, rivi: 'b', muutokset: pickedUp })]
    expect(timeline(both).map(({ teksti }) => teksti)).toEqual(['merkitsi kaikki lähetykset noudetuiksi'])
    const apart = both.map((one, index) => ({ ...one, tapahtuma: String(index) }))
    expect(timeline(apart).map(({ teksti }) => teksti)).toEqual([
      'merkitsi lähetyksen 1/2 noudetuksi',
      'merkitsi lähetyksen 2/2 noudetuksi',
    ])
  })

  test('lines that change from different states to the same one are one entry', () => {
    const cancelled = (from: string) => ({ tila: [from, 'peruutettu'] }) as const
    const both = [revision({ muutokset: cancelled('kuljetuksessa') }), revision({ rivi: 'b', muutokset: cancelled('siirretty') })]
    expect(timeline(both).map(({ teksti }) => teksti)).toEqual(['peruutti kaikki lähetykset'])
  })

  test('a change between states that are shown alike is not listed', () => {
    expect(timeline([revision({ muutokset: { tila: ['kuljetuksessa', 'kuljetuksessa'] } })])).toEqual([])
  })

  test('the device’s time belongs to the change of state, and is not a change by itself', () => {
    const entries = timeline([revision({ muutokset: { ...pickedUp, laitteen_aika: [0, 1_794_999_000] } })])
    expect(entries).toMatchObject([{ teksti: 'merkitsi lähetyksen 1/2 noudetuksi', laitteen_aika: 1_794_999_000 }])
    expect(timeline([revision({ muutokset: { laitteen_aika: [0, 1_794_999_000] } })])).toEqual([])
  })

  test('reasons are shown to staff only', () => {
    const cancelled = [revision({ syy: 'Ei maksa', muutokset: { tila: ['kuljetuksessa', 'peruutettu'] } })]
    expect(timeline(cancelled)[0]?.syy).toBe('Ei maksa')
    expect(timeline(cancelled, { audience: 'customer' })[0]?.syy).toBe('')
  })

  test('pictures, days, fields, invoicing and removals have entries', () => {
    const texts = (muutokset: VisibleRevision['muutokset'], more: Partial<VisibleRevision> = {}) =>
      timeline([revision({ muutokset, ...more })]).map(({ teksti }) => teksti)
    expect(texts({ kuvat: [['q'], ['q', 'p']] })).toEqual(['lisäsi kuvan'])
    expect(texts({ kuvat: [['q', 'p'], ['p']] })).toEqual(['poisti lähetyksen 1/2 kuvan'])
    expect(texts({ toivottu_toimitus: [1_795_039_200, 0] })).toEqual(['vaihtoi lähetyksen 1/2 toivotun päivän: to 19.11. → ei päivää'])
    expect(texts({ viite: ['', 'A'], paino: [1, 2], tila_weight: [0, 5] })).toEqual(['muutti lähetyksen 1/2 tietoja: Viite'])
    expect(texts({ status: [1, 0] })).toEqual(['poisti lähetyksen 1/2'])
    expect(texts({ poikkeama: ['p', null] })).toEqual(['merkitsi epäonnistuneen toimituksen käsitellyksi'])
    const order = { rivi: 't', entiteetti: 'tilaus' }
    expect(texts({ tilauksen_tila: ['toimitettu', 'laskutettu'] }, order)).toEqual(['merkitsi tilauksen laskutetuksi'])
    expect(texts({ tilauksen_tila: ['uusi', 'kuljetuksessa'], avoin: [true, false] }, order)).toEqual([])
    expect(texts({ tilaus_ryhma: [null, 'r'] }, order)).toEqual(['liitti tilauksen tilausryhmään'])
    expect(texts({ tilaus_ryhma: ['r', 'u'] }, order)).toEqual(['siirsi tilauksen toiseen tilausryhmään'])
    expect(texts({ tilaus_ryhma: ['r', null], laskutus_viesti: ['', 'A'] }, order)).toEqual([
      'poisti tilauksen tilausryhmästä',
      'muutti tilauksen tietoja: Viesti laskulle',
    ])
    expect(texts({ asiakas: [null, 'c'] }, { ...order, vid: 1 })).toEqual(['teki tilauksen'])
    expect(texts({}, { vid: 1 })).toEqual(['lisäsi lähetyksen 1/2'])
    expect(texts({}, { entiteetti: 'asiakas' })).toEqual([])
  })

  test('no recorded value makes the timeline fail', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()), fc.boolean())
    const states: (ShipmentState | HourlyState)[] = ['odottaa_noutoa', 'siirretty', 'toimitettu']
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('tila', 'kuvat', 'viite', 'auto', 'kuljettaja', 'status', 'outo'), fc.tuple(value, value)),
        fc.constantFrom('tilaus', 'lahetys', 'tuntituote'),
        fc.constantFrom(...states),
        (muutokset, entiteetti, tila) => {
          const actions = actionsOf(
            { entiteetti, vid: 2, muutokset: { tila: ['', tila], ...muutokset } },
            line(1, 2),
            'staff',
            () => undefined,
          )
          for (const { words } of actions) expect(words(inflect([line(1, 2)]))).not.toMatch(/undefined|null/)
        },
      ),
    )
  })
})
