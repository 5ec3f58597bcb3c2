import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Audience } from '../../entities/order/order.status.ts'
import { inflect, type Target } from './targets.ts'
import { actionsOf } from './timeline-actions.ts'

const order: Target = { kind: 'tilaus' }
const shipment: Target = { kind: 'lahetys', numero: 1, kaikkiaan: 2 }
const job: Target = { kind: 'tuntituote', numero: 1, kaikkiaan: 1 }

type Changes = Parameters<typeof actionsOf>[0]['muutokset']
type Circumstances = { vid?: number; audience?: Audience }
const names = new Map([
  ['d', 'Mika Salonen'],
  ['c', 'ABC-123'],
  ['t', 'Lahden terminaali'],
])

const actions = (target: Target, muutokset: Changes, { vid = 2, audience = 'staff' }: Circumstances = {}) =>
  actionsOf({ vid, muutokset }, target, audience, (id) => names.get(id))
/** Kinds and texts. */
const shown = (target: Target, muutokset: Changes, circumstances?: Circumstances) =>
  actions(target, muutokset, circumstances).map(({ kind, words }) => [kind, words(inflect([target]))])

test('the first revision is the creation, whatever its values', () => {
  const values: Changes = { viite: ['', 'A'], laskutus_viesti: ['', 'B'] }
  expect(shown(order, values, { vid: 1 })).toEqual([['tilattu', 'teki tilauksen']])
  expect(shown(shipment, values, { vid: 1 })).toEqual([['muutos', 'lisäsi lähetyksen 1/2']])
})

test('a removal and its undo are the only action of their revision', () => {
  expect(shown(shipment, { status: [1, 0], viite: ['A', ''] })).toEqual([['muutos', 'poisti lähetyksen 1/2']])
  expect(shown(shipment, { status: [0, 1], viite: ['', 'A'] })).toEqual([['muutos', 'palautti lähetyksen 1/2']])
})

describe('an order', () => {
  test.each<[Changes, expected: string[][]]>([
    [{ tilauksen_tila: ['toimitettu', 'laskutettu'] }, [['laskutus', 'merkitsi tilauksen laskutetuksi']]],
    [{ tilauksen_tila: ['laskutettu', 'toimitettu'] }, [['laskutus', 'perui tilauksen laskutuksen']]],
    [{ tilauksen_tila: ['uusi', 'kuljetuksessa'], avoin: [true, false] }, []],
    [{ rahtikirja: [null, 'f'] }, [['rahtikirja', 'teki rahtikirjan']]],
    [{ rahtikirja_koonti: [null, 'f'] }, [['rahtikirja', 'teki rahtikirjan']]],
    [{ rahtikirja: [null, 'f'], rahtikirja_koonti: ['g', null] }, [['rahtikirja', 'teki rahtikirjan']]],
    [{ rahtikirja: ['f', null] }, []],
    [{ tilaus_ryhma: [null, 'r'] }, [['muutos', 'liitti tilauksen tilausryhmään']]],
    [{ tilaus_ryhma: ['r', 'u'] }, [['muutos', 'siirsi tilauksen toiseen tilausryhmään']]],
    [
      { tilaus_ryhma: ['r', null], laskutus_viesti: ['', 'A'] },
      [
        ['muutos', 'poisti tilauksen tilausryhmästä'],
        ['muutos', 'muutti tilauksen tietoja: Viesti laskulle'],
      ],
    ],
    // The day of an order follows from its lines.
    [{ toivottu_toimitus: [0, 1_795_039_200] }, []],
  ])('%j', (muutokset, expected) => expect(shown(order, muutokset)).toEqual(expected))

  test('customers do not see that a waybill was made', () => {
    expect(shown(order, { rahtikirja: [null, 'f'] }, { audience: 'customer' })).toEqual([])
  })
})

describe('the state', () => {
  test('of a shipment is named with the terminal that it came to', () => {
    const arrival: Changes = { tila: ['siirto', 'siirretty'] }
    expect(shown(shipment, { ...arrival, nykyinen_osoite: [null, 't'] })).toEqual([
      ['tila', 'toi lähetyksen 1/2 terminaaliin: Lahden terminaali'],
    ])
    // No terminal, or one that the viewer may not read.
    expect(shown(shipment, arrival)).toEqual([['tila', 'toi lähetyksen 1/2 terminaaliin']])
    expect(shown(shipment, { ...arrival, nykyinen_osoite: [null, 'hidden'] })).toEqual([['tila', 'toi lähetyksen 1/2 terminaaliin']])
    expect(shown(shipment, { tila: ['siirretty', 'kuljetuksessa'], nykyinen_osoite: [null, 't'] })).toEqual([
      ['tila', 'merkitsi lähetyksen 1/2 noudetuksi terminaalista'],
    ])
  })

  test('of a job has the words of jobs, of a shipment those of shipments', () => {
    const step: Changes = { tila: ['odottaa_noutoa', 'kuljetuksessa'] }
    expect(shown(job, step)).toEqual([['tila', 'aloitti tuntityön']])
    expect(shown(shipment, step)).toEqual([['tila', 'merkitsi lähetyksen 1/2 noudetuksi']])
  })

  test('is the new one, which only a change of state has', () => {
    const states = actions(shipment, { tila: ['kuljetuksessa', 'toimitettu'], viite: ['', 'A'] }).map(({ kind, state }) => [kind, state])
    expect(states).toEqual([
      ['tila', 'toimitettu'],
      ['muutos', ''],
    ])
  })

  test('that is shown as it was, or is unknown, is not listed', () => {
    expect(actions(shipment, { tila: ['kuljetuksessa', 'kuljetuksessa'] })).toEqual([])
    expect(actions(shipment, { tila: ['', 'kuljetuksessa'] })).toEqual([])
    expect(actions(shipment, { tila: ['kuljetuksessa', 'outo'] })).toEqual([])
  })
})

describe('the driver and the car', () => {
  test.each<[Changes, text: string]>([
    [{ kuljettaja: [null, 'd'] }, 'valitsi lähetyksen 1/2 kuljettajan: Mika Salonen'],
    [{ auto: [null, 'c'] }, 'valitsi lähetyksen 1/2 auton: ABC-123'],
    [{ kuljettaja: ['x', 'd'], auto: ['y', 'c'] }, 'valitsi lähetyksen 1/2 kuljettajan ja auton: Mika Salonen, ABC-123'],
    [{ kuljettaja: ['d', null], auto: [null, 'c'] }, 'valitsi lähetyksen 1/2 kuljettajan ja auton: ABC-123'],
    [{ kuljettaja: [null, 'd'], auto: ['c', null] }, 'valitsi lähetyksen 1/2 kuljettajan ja auton: Mika Salonen'],
    // A person whose name the viewer may not know.
    [{ kuljettaja: [null, 'hidden'] }, 'valitsi lähetyksen 1/2 kuljettajan'],
    [{ kuljettaja: ['d', null] }, 'poisti lähetyksen 1/2 kuljettajan'],
    [{ auto: ['c', null] }, 'poisti lähetyksen 1/2 auton'],
    [{ kuljettaja: ['d', null], auto: ['c', null] }, 'poisti lähetyksen 1/2 kuljettajan ja auton'],
  ])('%j', (muutokset, text) => expect(shown(shipment, muutokset)).toEqual([['kuljettaja', text]]))
})

describe('pictures', () => {
  test.each<[Changes[string], text: string, added: string[]]>([
    [[['q'], ['q', 'p']], 'lisäsi kuvan', ['p']],
    [[['q'], ['p', 'q', 'r']], 'lisäsi 2 kuvaa', ['p', 'r']],
    [[null, ['p']], 'lisäsi kuvan', ['p']],
    [[['q', 'p'], ['p']], 'poisti lähetyksen 1/2 kuvan', []],
    [[['p'], null], 'poisti lähetyksen 1/2 kuvan', []],
  ])('%j', (kuvat, text, added) => {
    expect(shown(shipment, { kuvat })).toEqual([['kuva', text]])
    expect(actions(shipment, { kuvat })[0]?.pictures).toEqual(added)
  })

  test('that differ are different actions, other changes have none', () => {
    const keyOf = (id: string) => actions(shipment, { kuvat: [[], [id]] })[0]?.key
    expect(keyOf('p')).toBe(keyOf('p'))
    expect(keyOf('p')).not.toBe(keyOf('q'))
    expect(actions(shipment, { viite: ['', 'A'] })[0]?.pictures).toEqual([])
  })
})

describe('a failed delivery', () => {
  const handled = ['poikkeama', 'merkitsi epäonnistuneen toimituksen käsitellyksi']

  test('is handled when nothing else answers it', () => {
    expect(shown(shipment, { poikkeama: ['f', null] })).toEqual([handled])
    expect(shown(shipment, { poikkeama: ['f', null], viite: ['', 'A'] })).toContainEqual(handled)
  })

  test('that is answered by a new state or day, or begins, is no action', () => {
    expect(shown(shipment, { poikkeama: ['f', null], tila: ['myohassa', 'kuljetuksessa'] })).not.toContainEqual(handled)
    expect(shown(shipment, { poikkeama: ['f', null], toivottu_toimitus: [0, 1_795_039_200] })).not.toContainEqual(handled)
    expect(shown(shipment, { poikkeama: [null, 'f'] })).toEqual([])
  })
})

describe('other fields', () => {
  test.each<[Target, Changes, texts: string[]]>([
    [shipment, { toivottu_toimitus: [1_795_039_200, 0] }, ['vaihtoi lähetyksen 1/2 toivotun päivän: to 19.11. → ei päivää']],
    [shipment, { toivottu_toimitus: [null, 1_795_039_200] }, ['vaihtoi lähetyksen 1/2 toivotun päivän: ei päivää → to 19.11.']],
    [job, { toimituspaiva: ['', 1_795_039_200] }, ['vaihtoi tuntityön toivotun päivän: ei päivää → to 19.11.']],
    [shipment, { viite: ['', 'A'], kuvaus: ['', 'B'], tuote: [null, 'p'] }, ['muutti lähetyksen 1/2 tietoja: Viite, Kuvaus, Tuote']],
    // An unknown field is not named.
    [shipment, { nouto_osoite: [null, 'a'], viite: ['', 'A'], outo: [1, 2] }, ['muutti lähetyksen 1/2 tietoja: Noutopaikka, Viite']],
    // Calculated by the server, or shown elsewhere.
    [shipment, { tila_weight: [0, 5], paino: [1, 2], laitteen_aika: [0, 9], laitteen_ero: [0, 9], tyovuoro: [null, 's'] }, []],
    // Shown to the viewer with the same value.
    [shipment, { viite: ['A', 'A'], siirto_osoitteet: [[], ['t']] }, []],
    [job, { aloitusaika: [0, 9], lopetusaika: [0, 9] }, ['muutti tuntityön tietoja: Aloitusaika, Lopetusaika']],
    [job, { tila: ['odottaa_noutoa', 'kuljetuksessa'], aloitusaika: [0, 9], lopetusaika: [9, 0] }, ['aloitti tuntityön']],
  ])('of %j: %j', (target, muutokset, texts) => {
    expect(shown(target, muutokset).map(([, text]) => text)).toEqual(texts)
  })

  test('and a new day are changes', () => {
    const kinds = actions(shipment, { toivottu_toimitus: [0, 1_795_039_200], viite: ['', 'A'] }).map(({ kind }) => kind)
    expect(kinds).toEqual(['muutos', 'muutos'])
  })
})

test('the key of an action does not depend on its line', () => {
  const keysOf = (numero: number) =>
    actions({ kind: 'lahetys', numero, kaikkiaan: 3 }, { tila: ['kuljetuksessa', 'peruutettu'], viite: ['', 'A'] }).map(({ key }) => key)
  expect(keysOf(1)).toEqual(keysOf(2))
  expect(new Set(keysOf(1)).size).toBe(2)
})

test('no recorded value makes an action fail', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()), fc.boolean())
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('tila', 'kuvat', 'viite', 'auto', 'kuljettaja', 'status', 'outo'), fc.tuple(value, value)),
      fc.constantFrom(order, shipment, job),
      fc.constantFrom('odottaa_noutoa', 'siirretty', 'toimitettu'),
      (muutokset, target, tila) => {
        for (const { words } of actions(target, { tila: ['odottaa_noutoa', tila], ...muutokset }))
          expect(words(inflect([target]))).not.toMatch(/undefined|null/)
      },
    ),
  )
})
