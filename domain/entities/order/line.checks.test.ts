import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../access/roles.ts'
import type { Related, RuleContext } from '../../model/define-entity.ts'
import { featuresWithout } from '../../model/features.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { midnightOf } from '../../values/time/time.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'
import { hourlyRules, shipmentRules } from './line.rules.ts'

const now = midnightOf('2026-03-10') + 9 * 3600
const context = (role: Viewer['roles'][number] | null, values: Partial<RuleContext> = {}): RuleContext => ({
  ...ruleContext,
  now,
  viewer: role && { userId: 'u', name: 'Testi', roles: [role], asiakasId: null },
  ...values,
})
const shipment = (values: Partial<Lahetys> = {}) => blankRow('lahetys', { id: 's', kuljettaja: 'u', ...values })
const job = (values: Partial<Tuntituote> = {}) => blankRow('tuntituote', { kuljettaja: 'u', ...values })
/** The faults of a change from the first values to those that are added to them. */
const changed = (from: Partial<Lahetys>, to: Partial<Lahetys>, held: RuleContext, related: Related = {}) =>
  shipmentRules.check?.({ before: shipment(from), after: shipment({ ...from, ...to }) }, held, related)
const added = (values: Partial<Lahetys>, held = context('yllapito'), related: Related = {}) =>
  shipmentRules.check?.({ before: null, after: shipment(values) }, held, related)
const addedJob = (values: Partial<Tuntituote>, related: Related = {}) =>
  hourlyRules.check?.({ before: null, after: job(values) }, context('yllapito'), related)

describe('a refused change of state', () => {
  test('names both states', () => {
    const detail = 'Tilaa ei voi vaihtaa: Odottaa noutoa → Toimitettu'
    expect(added({ tila: 'toimitettu' })).toEqual([{ field: 'tila', detail }])
    expect(changed({}, { tila: 'toimitettu' }, context('yllapito'))).toEqual([{ field: 'tila', detail }])
    expect(changed({}, { tila: 'toimitettu' }, context('huolto'))).toEqual([{ field: 'tila', detail }])
    expect(addedJob({ tila: 'kuljetuksessa' })).toEqual([{ field: 'tila', detail: 'Tilaa ei voi vaihtaa: Odottaa noutoa → Kuljetuksessa' }])
  })

  test('asks for the reason of a cancellation', () => {
    const cancelled = (reason: string) => changed({}, { tila: 'peruutettu' }, context('yllapito', { reason }))
    expect(cancelled('')).toEqual([{ field: 'tila', detail: 'Kerro syy.' }])
    expect(cancelled('Asiakas soitti')).toEqual([])
  })

  test('is that of a transfer while transfers are switched off', () => {
    const moved = (off: readonly 'siirto_terminaaliin'[]) =>
      changed({}, { tila: 'odottaa_siirtoa' }, context('yllapito', { features: featuresWithout(off) }))
    expect(moved([])).toEqual([])
    expect(moved(['siirto_terminaaliin'])).toMatchObject([{ field: 'tila' }])
  })
})

describe('a driver’s undo that was made without a network', () => {
  const hour = 3600
  /** An undo of a pickup that was stored `since` seconds ago, pressed `pressed` seconds ago by the server's clock. */
  const undone = (since: number, pressed: number, laitteen_ero = 0) => {
    const carried = { tila: 'kuljetuksessa', tila_muuttui: now - since, created: now - 99 * hour } as const
    const laitteen_aika = now - pressed - laitteen_ero
    return changed(carried, { tila: 'odottaa_noutoa', laitteen_aika, laitteen_ero }, context('kuljettaja'))?.length
  }

  test('is limited by when it was pressed', () => {
    expect(undone(2 * hour, 2 * hour)).toBe(0)
    expect(undone(2 * hour, 2 * hour - 600)).toBe(0)
    expect(undone(2 * hour, 2 * hour - 601)).toBe(1)
    expect(undone(2 * hour, 2 * hour - 600, 3000)).toBe(0)
    expect(undone(2 * hour, 2 * hour - 601, -3000)).toBe(1)
  })

  test('counts from its arrival when it was pressed over 24 h ago, before the state that it undoes, or in the future', () => {
    expect(undone(24 * hour, 24 * hour)).toBe(0)
    expect(undone(24 * hour + 1, 24 * hour + 1)).toBe(1)
    expect(undone(2 * hour, 2 * hour + 1)).toBe(1)
    expect(undone(2 * hour, -1)).toBe(1)
    expect(undone(600, -1)).toBe(0)
  })

  test('of a line whose change of state has no time counts from its last change', () => {
    const pickup = (changedAt: number) => ({ tila: 'kuljetuksessa', tila_muuttui: 0, changed: changedAt }) as const
    expect(changed(pickup(now - 600), { tila: 'odottaa_noutoa' }, context('kuljettaja'))).toEqual([])
    expect(changed(pickup(now - 601), { tila: 'odottaa_noutoa' }, context('kuljettaja'))).toHaveLength(1)
  })
})

describe('the sizes of a shipment', () => {
  test.each<[Partial<Lahetys>, string, string]>([
    [{ pituus: 7501 }, 'pituus', 'Tavaran enimmäispituus on 750 cm.'],
    [{ leveys: 2401 }, 'leveys', 'Tavaran enimmäisleveys on 240 cm.'],
    [{ korkeus: 2351 }, 'korkeus', 'Tavaran enimmäiskorkeus on 235 cm.'],
    [{ tyyppi: 'paketti', yksikkopaino: 30.01 }, 'yksikkopaino', 'Paketin enimmäispaino on 30 kg.'],
    [{ maara: 251 }, 'maara', 'Tavaran enimmäismäärä on 250 kpl.'],
  ])('%j', (values, field, detail) => {
    expect(added(values)).toEqual([{ field, detail }])
  })

  test('of a product that are locked stay for its customer', () => {
    const locks = { lukitse_pituus: true, lukitse_leveys: true, lukitse_korkeus: true, lukitse_paino: true }
    const sizes = { pituus: 800, leveys: 670, korkeus: 1800 }
    const product = blankRow('tuote', { name: 'Rullakko', paino: 40, ...sizes, ...locks })
    const asked = (values: Partial<Lahetys>, tuote = product, held = context('asiakas')) => added(values, held, { tuote: [tuote] })
    const detail = 'Tuotteen Rullakko mittaa ei voi muuttaa tilauksella.'
    const wrong = { pituus: 801, leveys: 671, korkeus: 1801, yksikkopaino: 41 }
    expect(asked({ ...sizes, yksikkopaino: 40 })).toEqual([])
    expect(asked(wrong)).toEqual(['pituus', 'leveys', 'korkeus', 'yksikkopaino'].map((field) => ({ field, detail })))
    expect(asked(wrong, { ...product, lukitse_pituus: false, lukitse_paino: false })?.map(({ field }) => field)).toEqual([
      'leveys',
      'korkeus',
    ])
    for (const held of [context('kuljettaja'), context('yllapito'), context(null)]) expect(asked(wrong, product, held)).toEqual([])
    // Stored before the product got its present sizes.
    expect(changed(wrong, { viite: 'x' }, context('asiakas'), { tuote: [product] })).toEqual([])
    expect(added(wrong, context('asiakas'))).toEqual([])
  })
})

describe('the weight of a row', () => {
  const different = [{ field: 'paino', detail: 'Paino yhteensä on eri kuin kappaleen paino kertaa määrä.' }]

  test('is the weight of a piece times the pieces', () => {
    expect(added({ yksikkopaino: 12.5, maara: 4, paino: 50 })).toEqual([])
    expect(added({ yksikkopaino: 12.5, maara: 4, paino: 50.01 })).toEqual(different)
    expect(added({ yksikkopaino: 33.333333, maara: 3, paino: 100 })).toEqual([])
    expect(changed({ yksikkopaino: 12.5, maara: 4, paino: 50 }, { paino: 60 }, context('yllapito'))).toEqual(different)
    // The rules correct a total that the save does not change.
    expect(changed({ yksikkopaino: 12.5, maara: 4, paino: 60 }, { viite: 'x' }, context('yllapito'))).toEqual([])
    expect(added({ yksikkopaino: 12.5, maara: 4 })).toEqual([])
  })

  test('needs the pieces', () => {
    expect(added({ maara: 0, paino: 50 })).toEqual([{ field: 'paino', detail: 'Anna myös määrä.' }])
  })
})

test('goods at a terminal need a named one', () => {
  expect(added({ tila: 'siirretty' }, context(null))).toEqual([{ field: 'nykyinen_osoite', detail: 'Valitse terminaali.' }])
  expect(added({ tila: 'siirretty', nykyinen_osoite: 't1' }, context(null))).toEqual([])
})

test('wished days, windows and promised times are at most 24 months ahead', () => {
  const far = midnightOf('2028-03-11')
  const detail = 'Päivä on liian kaukana. Viimeinen mahdollinen on 10.3.2028.'
  expect(added({ toivottu_toimitus: far })).toEqual([{ field: 'toivottu_toimitus', detail }])
  expect(added({ nouto_aika_alku: far, luvattu_aika: far })).toEqual([
    { field: 'nouto_aika_alku', detail },
    { field: 'luvattu_aika', detail },
  ])
  expect(addedJob({ toimituspaiva: far })).toEqual([{ field: 'toimituspaiva', detail }])
  expect(hourlyRules.check?.({ before: job({ toimituspaiva: far }), after: job({ toimituspaiva: far }) }, context(null), {})).toEqual([])
})

test('a Finnish postal code has five digits', () => {
  const detail = 'Postinumerossa on viisi numeroa. Esimerkki: 33100.'
  expect(added({ nouto_postinro: '123', toimitus_postinro: '33100' })).toEqual([{ field: 'nouto_postinro', detail }])
  expect(added({ nouto_postinro: '33100', toimitus_postinro: '123' })).toEqual([{ field: 'toimitus_postinro', detail }])
  expect(addedJob({ nouto_postinro: '123' })).toEqual([{ field: 'nouto_postinro', detail }])
  expect(addedJob({ nouto_postinro: '123', nouto_maa: 'SE' })).toEqual([])
})

describe('a failed delivery', () => {
  const failure = (values: Parameters<typeof blankRow<'toimituspoikkeama'>>[1] = {}): Related => ({
    poikkeama: [blankRow('toimituspoikkeama', { id: 'p', lahetykset: ['s'], created: now, ...values })],
  })
  const late = { tila: 'myohassa', changed: now } as const
  const refused = (detail: string) => [{ field: 'poikkeama', detail }]

  test('is recorded of this shipment, before it is delivered or cancelled', () => {
    const foreign = refused('Poikkeama ei koske tätä lähetystä.')
    expect(changed(late, { poikkeama: 'p' }, context('kuljettaja'), failure())).toEqual([])
    expect(changed(late, { poikkeama: 'p' }, context('kuljettaja'), failure({ lahetykset: ['r'] }))).toEqual(foreign)
    for (const tila of ['toimitettu', 'peruutettu'] as const)
      expect(changed({ ...late, tila }, { poikkeama: 'p' }, context('yllapito'), failure())).toEqual(foreign)
    // The reference to a row that does not exist is refused elsewhere.
    expect(changed(late, { poikkeama: 'p' }, context('kuljettaja'))).toEqual([])
  })

  test('is recorded anew when the driver tries once more', () => {
    const again = refused('Tämä epäonnistunut toimitus on jo käsitelty. Kirjaa uusi yritys omanaan.')
    const recorded = (role: 'kuljettaja' | 'yllapito' | null, created: number) =>
      changed(late, { poikkeama: 'p' }, context(role), failure({ created }))
    expect(recorded('kuljettaja', now)).toEqual([])
    expect(recorded('kuljettaja', now - 1)).toEqual(again)
    for (const role of ['yllapito', null] as const) expect(recorded(role, now - 1)).toEqual([])
    expect(added({ poikkeama: 'p' }, context('kuljettaja'), failure({ created: 0 }))).toEqual([])
  })

  test('is answered by the dispatchers, or by a driver who goes on with the delivery', () => {
    const marked = { ...late, poikkeama: 'p' }
    const answer = (role: 'kuljettaja' | 'yllapito' | null, values: Partial<Lahetys> = {}) =>
      changed(marked, { poikkeama: null, ...values }, context(role), failure())
    const kept = refused('Epäonnistuneen toimituksen merkitsee käsitellyksi ajojärjestely.')
    expect(answer('kuljettaja')).toEqual(kept)
    expect(answer('kuljettaja', { viite: 'x' })).toEqual(kept)
    for (const values of [{ tila: 'kuljetuksessa' }, { toivottu_toimitus: now }, { luvattu_aika: now }] as const)
      expect(answer('kuljettaja', values)).toEqual([])
    for (const role of ['yllapito', null] as const) expect(answer(role)).toEqual([])
    // A promise that is taken away is none.
    expect(changed({ ...marked, luvattu_aika: now }, { poikkeama: null, luvattu_aika: 0 }, context('kuljettaja'))).toEqual(kept)
  })

  test('is answered before a dispatcher marks the goods as delivered', () => {
    expect(changed({ ...late, poikkeama: 'p' }, { tila: 'toimitettu' }, context('yllapito'), failure())).toEqual(
      refused('Toimitus on epäonnistunut, eikä siitä ole päätetty. Merkitse se ensin käsitellyksi.'),
    )
    expect(changed({ ...late, poikkeama: 'p' }, { tila: 'kuljetuksessa' }, context('yllapito'), failure())).toEqual([])
  })
})

describe('an hourly job', () => {
  test('does not end before it begins', () => {
    const detail = 'Lopetusaika ei voi olla ennen aloitusaikaa.'
    expect(addedJob({ aloitusaika: now, lopetusaika: now - 1 })).toEqual([{ field: 'lopetusaika', detail }])
  })

  test('joins a group of its own customer', () => {
    const group = { tilaus_ryhma: [blankRow('tilaus_ryhma', { asiakas: 'a' })] }
    expect(addedJob({ asiakas: 'a' }, group)).toEqual([])
    expect(addedJob({ asiakas: 'b' }, group)).toEqual([{ field: 'tilaus_ryhma', detail: 'Tilausryhmä on toisen asiakkaan.' }])
  })
})
