import { describe, expect, test } from 'vitest'
import type { Target } from './targets.ts'
import { type TimelineAcknowledgement, type TimelineFailure, timelineOf, type VisibleRevision } from './timeline.ts'

const line = (numero: number, kaikkiaan: number): Target => ({ kind: 'lahetys', numero, kaikkiaan })

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
/** What an entry of `revision` has unless its action says otherwise. */
const entry = {
  aika: 1_795_000_000,
  laitteen_aika: 0,
  kuka: { nimi: 'Mika Salonen', rooli: 'Kuljettaja', puhelin: '' },
  tila: '',
  syy: '',
  paikka: null,
  kuvat: [],
  kuittaus: null,
}
const pickedUp = { tila: ['odottaa_noutoa', 'kuljetuksessa'] } as const

describe('the entries', () => {
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

  test('the device’s time belongs to the change of state, and is not a change by itself', () => {
    const entries = timeline([revision({ muutokset: { ...pickedUp, laitteen_aika: [0, 1_794_999_000] } })])
    expect(entries).toMatchObject([{ teksti: 'merkitsi lähetyksen 1/2 noudetuksi', laitteen_aika: 1_794_999_000 }])
    expect(timeline([revision({ muutokset: { laitteen_aika: [0, 1_794_999_000] } })])).toEqual([])
    const unknown = timeline([revision({ muutokset: { ...pickedUp, laitteen_aika: [0, null] } })])
    expect(unknown).toMatchObject([{ laitteen_aika: 0 }])
    const withReference = timeline([revision({ muutokset: { ...pickedUp, viite: ['', 'A'], laitteen_aika: [0, 1_794_999_000] } })])
    expect(withReference.map(({ laitteen_aika }) => laitteen_aika)).toEqual([1_794_999_000, 0])
  })

  test('reasons are shown to staff only', () => {
    const cancelled = [revision({ syy: 'Ei maksa', muutokset: { tila: ['kuljetuksessa', 'peruutettu'] } })]
    expect(timeline(cancelled)[0]?.syy).toBe('Ei maksa')
    expect(timeline(cancelled, { audience: 'customer' })[0]?.syy).toBe('')
  })

  test('the creation of an order includes its lines, a line added later is an entry', () => {
    const created = [
      revision({ id: 3, vid: 1, rivi: 'b' }),
      revision({ id: 2, vid: 1, rivi: 'a' }),
      revision({ id: 1, vid: 1, rivi: 't', entiteetti: 'tilaus' }),
    ]
    expect(timeline(created)).toMatchObject([{ id: '1-0', laji: 'tilattu', teksti: 'teki tilauksen', tila: '' }])
    const added = [revision({ id: 9, vid: 1, rivi: 'b' }), revision({ id: 8, rivi: 't', entiteetti: 'tilaus' })]
    expect(timeline(added).map(({ teksti }) => teksti)).toEqual(['lisäsi lähetyksen 2/2'])
  })

  test('rows that the viewer may not read have no entries', () => {
    expect(timeline([revision({ rivi: 'hidden', muutokset: { viite: ['', 'A'] } })])).toEqual([])
  })

  test('the entries of one save are numbered, and have its author, time and kind', () => {
    const entries = timeline([revision({ id: 7, muutokset: { ...pickedUp, viite: ['', 'A'] } })])
    expect(entries).toEqual([
      { ...entry, id: '7-0', laji: 'tila', teksti: 'merkitsi lähetyksen 1/2 noudetuksi', tila: 'kuljetuksessa' },
      { ...entry, id: '7-1', laji: 'muutos', teksti: 'muutti lähetyksen 1/2 tietoja: Viite' },
    ])
  })

  test('saves of other people or at another time are other entries', () => {
    const both = (more: Partial<VisibleRevision>) =>
      timeline([revision({ muutokset: pickedUp }), revision({ rivi: 'b', muutokset: pickedUp, ...more })])
    expect(both({})).toHaveLength(1)
    expect(both({ kayttaja: 'n' })).toHaveLength(2)
    expect(both({ aika: 1_795_000_001 })).toHaveLength(2)
    expect(both({ syy: 'Kiire' })).toHaveLength(2)
  })

  test('added pictures have addresses while they exist', () => {
    expect(timeline([revision({ muutokset: { kuvat: [['q'], ['q', 'p', 'r']] } })])).toMatchObject([
      { laji: 'kuva', teksti: 'lisäsi 2 kuvaa', kuvat: ['/file/p'] },
    ])
  })
})

describe('an acknowledgement', () => {
  const kuittaus = { nimenselvennys: 'Aino Virta', allekirjoitus: '/file/s', muutettu: false }
  const signed = { laitteen_aika: 1_794_999_000, paikka: { lat: 60.1, lng: 24.9 }, lahetykset: ['a', 'b'], jattopaikka: null, kuittaus }
  const acknowledged = (values: Partial<TimelineAcknowledgement> = {}) => ({ acknowledgements: new Map([['k', { ...signed, ...values }]]) })
  const record = revision({ id: 5, vid: 1, entiteetti: 'v_o_kuittaus', rivi: 'k' })
  const delivered = { tila: ['kuljetuksessa', 'toimitettu'] } as const

  test('is one entry with the deliveries that it covers', () => {
    const save = [
      record,
      revision({ id: 4, rivi: 'a', muutokset: { ...delivered, laitteen_aika: [0, 1_794_999_000] } }),
      revision({ id: 3, rivi: 'b', muutokset: delivered }),
    ]
    expect(timeline(save, acknowledged())).toEqual([
      {
        ...entry,
        id: '5-0',
        laji: 'kuittaus',
        teksti: 'luovutti kaikki lähetykset, vastaanottaja Aino Virta',
        tila: 'toimitettu',
        laitteen_aika: 1_794_999_000,
        paikka: { lat: 60.1, lng: 24.9 },
        kuittaus,
      },
    ])
  })

  test('covers no other line and no other change', () => {
    const save = [
      record,
      revision({ id: 4, rivi: 'a', muutokset: { ...delivered, viite: ['', 'A'] } }),
      revision({ id: 3, rivi: 'b', muutokset: delivered }),
    ]
    expect(timeline(save, acknowledged({ lahetykset: ['a'] })).map(({ teksti }) => teksti)).toEqual([
      'luovutti lähetyksen 1/2, vastaanottaja Aino Virta',
      'muutti lähetyksen 1/2 tietoja: Viite',
      'merkitsi lähetyksen 2/2 toimitetuksi',
    ])
  })

  test('names only the lines that the viewer may read', () => {
    expect(timeline([record], acknowledged({ lahetykset: ['b', 'hidden'] }))[0]?.teksti).toBe(
      'luovutti lähetyksen 2/2, vastaanottaja Aino Virta',
    )
  })

  test('without a signature says where the goods were left', () => {
    expect(timeline([record], acknowledged({ jattopaikka: 'Laiturille 3' }))[0]?.teksti).toBe(
      'jätti kaikki lähetykset ilman kuittausta: Laiturille 3',
    )
  })

  test('is an entry once, its later revisions are none', () => {
    expect(timeline([{ ...record, vid: 2 }], acknowledged())).toEqual([])
  })
})

describe('a failed delivery', () => {
  const failed: TimelineFailure = {
    laitteen_aika: 1_794_999_000,
    paikka: null,
    lahetykset: ['a'],
    syy: 'vaurioitunut',
    selite: 'Kaksi laatikkoa märkiä',
    kuvat: ['p', 'removed'],
  }
  const record = revision({ id: 5, vid: 1, entiteetti: 'toimituspoikkeama', rivi: 'f' })
  const late = revision({ id: 4, muutokset: { tila: ['kuljetuksessa', 'myohassa'], poikkeama: [null, 'f'] } })

  test('is one entry with its reason, its pictures and the delay that it causes', () => {
    expect(timeline([record, late], { failures: new Map([['f', failed]]) })).toEqual([
      {
        ...entry,
        id: '5-0',
        laji: 'poikkeama',
        teksti: 'ei saanut toimitettua lähetystä 1/2: Tavara on vaurioitunut. Kaksi laatikkoa märkiä',
        tila: 'myohassa',
        laitteen_aika: 1_794_999_000,
        kuvat: ['/file/p'],
      },
    ])
  })

  test('without an explanation has its reason alone', () => {
    expect(timeline([record], { failures: new Map([['f', { ...failed, selite: '' }]]) })[0]?.teksti).toBe(
      'ei saanut toimitettua lähetystä 1/2: Tavara on vaurioitunut',
    )
  })

  test('that the viewer may not read has no entry', () => {
    expect(timeline([record])).toEqual([])
  })
})
