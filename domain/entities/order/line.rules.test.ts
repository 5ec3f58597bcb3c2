import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../access/roles.ts'
import type { Change, RuleContext } from '../../model/define-entity.ts'
import { allFeatures } from '../../model/features.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'
import { hourlyRules, shipmentRules } from './line.rules.ts'

const now = midnightOf('2026-03-10') + 9 * 3600
const context = (roles: Viewer['roles'] | null, reason = '', userId = 'u'): RuleContext => ({
  viewer: roles && { userId, name: 'Testi', roles, asiakasId: null },
  now,
  reason,
  features: allFeatures,
  sha256: () => '',
})
const shipment = (values: Partial<Lahetys> = {}) => blankRow('lahetys', { kuljettaja: 'u', ...values })
const check = (change: Change<Lahetys>, held: RuleContext) => (shipmentRules.check?.(change, held, {}) ?? []).map(({ field }) => field)
const derive = (after: Lahetys, before: Lahetys | null = after) => ({
  ...after,
  ...shipmentRules.derive?.({ before, after }, context(null), {}),
})
const step = (from: Lahetys['tila'], to: Lahetys['tila'], held: RuleContext, values: Partial<Lahetys> = {}) =>
  check({ before: shipment({ tila: from, ...values }), after: shipment({ tila: to, ...values }) }, held)

describe('derived values of a shipment', () => {
  test('the total weight is exact to ten grams', () => {
    expect(derive(shipment({ yksikkopaino: 0.1, maara: 3 })).paino).toBe(0.3)
    expect(derive(shipment({ yksikkopaino: 12.35, maara: 10 })).paino).toBe(123.5)
    expect(derive(shipment({ yksikkopaino: 5, maara: 0 })).paino).toBe(0)
  })

  test('a total that is sent alone sets the weight of a piece', () => {
    const stored = shipment({ yksikkopaino: 12.5, maara: 4, paino: 50 })
    const weights = (values: Partial<Lahetys>, before: Lahetys | null = stored) => {
      const { yksikkopaino, paino } = derive({ ...(before ?? shipment()), ...values }, before)
      return [yksikkopaino, paino]
    }
    expect(weights({ paino: 100, maara: 3 }, null)).toEqual([33.333333, 100])
    expect(weights({ paino: 60 })).toEqual([15, 60])
    expect(weights({ paino: 60, maara: 5 })).toEqual([12, 60])
    expect(weights({ maara: 5 })).toEqual([12.5, 62.5])
    expect(weights({ yksikkopaino: 10 })).toEqual([10, 40])
    // Both are checked when both are sent, and there is no weight of a piece without pieces.
    expect(weights({ yksikkopaino: 10, paino: 60 })).toEqual([10, 60])
    expect(weights({ paino: 60, maara: 0 })).toEqual([12.5, 60])
  })

  test('lists order it by its state', () => {
    expect(
      (['myohassa', 'odottaa_noutoa', 'siirto', 'toimitettu', 'peruutettu'] as const).map((tila) => derive(shipment({ tila })).tila_weight),
    ).toEqual([0, 5, 10, 20, 40])
  })

  test('the time of delivery is set once, and cleared when the delivery is undone', () => {
    const delivered = derive(shipment({ tila: 'toimitettu' }))
    expect(delivered.timestamp_toimitettu).toBe(now)
    expect(derive({ ...delivered, timestamp_toimitettu: now - 99 }).timestamp_toimitettu).toBe(now - 99)
    expect(derive({ ...delivered, tila: 'kuljetuksessa' }).timestamp_toimitettu).toBe(0)
  })

  test('the time of delivery is the device’s time, if that is between the pickup and now', () => {
    const carried = shipment({ tila: 'kuljetuksessa', created: now - 5000, timestamp_noudettu: now - 3600, laitteen_aika: now - 3600 })
    const delivered = (laitteen_aika: number) => derive({ ...carried, tila: 'toimitettu', laitteen_aika }, carried)
    expect(delivered(now - 1800)).toMatchObject({ timestamp_toimitettu: now - 1800, laitteen_aika: now - 1800, tila_muuttui: now })
    expect(delivered(now - 3601)).toMatchObject({ timestamp_toimitettu: now, laitteen_aika: now - 3601 })
    expect(delivered(now + 1)).toMatchObject({ timestamp_toimitettu: now, laitteen_aika: now + 1 })
    // At the very moment of the pickup, which was stored without a device's time.
    const loaded = { ...carried, laitteen_aika: 0 }
    const atOnce = derive({ ...loaded, tila: 'toimitettu', laitteen_aika: now - 3600 }, loaded)
    expect(atOnce).toMatchObject({ timestamp_noudettu: now - 3600, timestamp_toimitettu: now - 3600 })
    // The device's time of the pickup is not the time of the delivery.
    expect(delivered(carried.laitteen_aika)).toMatchObject({ timestamp_toimitettu: now, laitteen_aika: 0 })
    // Without a change of state, the device's time is ignored.
    expect(derive({ ...carried, laitteen_aika: now }, carried).laitteen_aika).toBe(carried.laitteen_aika)
  })

  test('the device’s time is corrected by its measured offset, and both are stored', () => {
    const waiting = shipment({ created: now - 5000 })
    const carried = derive({ ...waiting, tila: 'kuljetuksessa', laitteen_aika: now + 3000, laitteen_ero: -3600 }, waiting)
    expect(carried).toMatchObject({ timestamp_noudettu: now - 600, laitteen_aika: now + 3000, laitteen_ero: -3600, tila_muuttui: now })
    const delivered = derive({ ...carried, tila: 'toimitettu', laitteen_aika: now - 900, laitteen_ero: 600 }, carried)
    expect(delivered.timestamp_toimitettu).toBe(now - 300)
    // An offset does not bring a time before the pickup, nor into the future.
    for (const laitteen_ero of [200, 1000])
      expect(derive({ ...carried, tila: 'toimitettu', laitteen_aika: now - 900, laitteen_ero }, carried).timestamp_toimitettu).toBe(now)
    // Without a change of state nothing of it is stored, and a step without a device's time has no offset.
    expect(derive({ ...carried, laitteen_ero: 5 }, carried).laitteen_ero).toBe(-3600)
    expect(derive({ ...carried, tila: 'odottaa_siirtoa' }, carried)).toMatchObject({ laitteen_aika: 0, laitteen_ero: 0 })
  })

  test('the time of the pickup is kept until the pickup is undone', () => {
    const waiting = shipment({ created: now - 5000 })
    const carried = derive({ ...waiting, tila: 'kuljetuksessa', laitteen_aika: now - 60 }, waiting)
    expect(carried.timestamp_noudettu).toBe(now - 60)
    expect(derive({ ...carried, tila: 'toimitettu' }, carried).timestamp_noudettu).toBe(now - 60)
    expect(derive({ ...carried, tila: 'odottaa_noutoa' }, carried).timestamp_noudettu).toBe(0)
    expect(derive({ ...waiting, tila: 'myohassa' }, waiting).timestamp_noudettu).toBe(0)
    expect(derive({ ...waiting, tila: 'odottaa_siirtoa' }, waiting).timestamp_noudettu).toBe(now)
    expect(derive({ ...waiting, tila: 'peruutettu' }, waiting).timestamp_noudettu).toBe(0)
    // Goods are not picked up before they are ordered.
    const early = { tila: 'kuljetuksessa', laitteen_aika: now - 5001 } as const
    expect(derive({ ...waiting, ...early }, waiting).timestamp_noudettu).toBe(now)
    expect(derive({ ...waiting, ...early, laitteen_aika: now - 5000 }, waiting).timestamp_noudettu).toBe(now - 5000)
    expect(derive({ ...waiting, ...early, laitteen_aika: now - 5 }, null).timestamp_noudettu).toBe(now)
  })

  test('a reported delay ends with another promise', () => {
    const delay = { myohastyminen: 30, myohastyminen_ilmoitettu: now - 600 }
    const late = shipment({ tila: 'myohassa', luvattu_aika: now, ...delay })
    expect(derive({ ...late, viite: 'x' }, late)).toMatchObject(delay)
    expect(derive({ ...late, luvattu_aika: now + 600 }, late)).toMatchObject({ myohastyminen: 0, myohastyminen_ilmoitettu: 0 })
  })

  test('a terminal is added to the visited places once', () => {
    const moved = derive(shipment({ tila: 'siirretty', nykyinen_osoite: 't2', siirto_osoitteet: ['t1'] }))
    expect(moved.siirto_osoitteet).toEqual(['t1', 't2'])
    expect(derive(moved).siirto_osoitteet).toEqual(['t1', 't2'])
    expect(derive(shipment({ tila: 'siirto', nykyinen_osoite: 't2' })).siirto_osoitteet).toEqual([])
  })

  test('goods on a car again are no longer at the terminal', () => {
    const moved = shipment({ tila: 'siirretty', nykyinen_osoite: 't1', siirto_osoitteet: ['t1'] })
    expect(derive({ ...moved, tila: 'kuljetuksessa' }, moved)).toMatchObject({ nykyinen_osoite: null, siirto_osoitteet: ['t1'] })
    expect(derive({ ...moved, tila: 'kuljetuksessa', nykyinen_osoite: 't2' }, moved).nykyinen_osoite).toBe('t2')
    expect(derive({ ...moved, viite: 'x' }, moved).nykyinen_osoite).toBe('t1')
  })

  test('a failed delivery is open until the shipment changes state or gets another day', () => {
    const failed = shipment({ tila: 'myohassa', poikkeama: 'p', toivottu_toimitus: now })
    const waits = (change: Partial<Lahetys>) => derive({ ...failed, ...change }, failed).poikkeama
    expect(waits({ kuljettaja: 'v', viite: 'x' })).toBe('p')
    for (const tila of ['kuljetuksessa', 'toimitettu', 'peruutettu', 'odottaa_siirtoa'] as const) expect(waits({ tila })).toBeNull()
    expect(waits({ toivottu_toimitus: now + 86_400 })).toBeNull()
    expect(waits({ luvattu_aika: now + 3600 })).toBeNull()
    expect(waits({ tila: 'kuljetuksessa', poikkeama: 'q' })).toBe('q')
    expect(derive(failed, shipment({ tila: 'kuljetuksessa' })).poikkeama).toBe('p')
    expect(derive(failed, null).poikkeama).toBe('p')
  })

  test('an hourly job gets a time of delivery too', () => {
    const job = blankRow('tuntituote', { tila: 'toimitettu' })
    expect(hourlyRules.derive?.({ before: job, after: job }, context(null), {})).toEqual({ timestamp_toimitettu: now })
  })

  test('the driver’s state changes set and clear the work times; other people’s do not', () => {
    const press = (before: Tuntituote, change: Partial<Tuntituote>, held = context(['kuljettaja'])) => {
      const after = { ...before, ...change }
      return { ...after, ...hourlyRules.derive?.({ before, after }, held, {}) }
    }
    const waiting = blankRow('tuntituote', { kuljettaja: 'u' })
    const begun = press(waiting, { tila: 'kuljetuksessa' })
    expect(begun).toMatchObject({ aloitusaika: now, lopetusaika: 0 })
    expect(press(begun, { tila: 'odottaa_noutoa' })).toMatchObject({ aloitusaika: 0, lopetusaika: 0 })
    const done = press({ ...begun, aloitusaika: now - 3600 }, { tila: 'toimitettu' })
    expect(done).toMatchObject({ aloitusaika: now - 3600, lopetusaika: now })
    expect(press(done, { tila: 'kuljetuksessa' })).toMatchObject({ aloitusaika: now - 3600, lopetusaika: 0 })
    expect(press(done, { selite: 'x' })).toMatchObject({ aloitusaika: now - 3600, lopetusaika: now })
    expect(press(begun, { tila: 'toimitettu', lopetusaika: now - 60 }).lopetusaika).toBe(now - 60)
    // A time that the change itself sets, and one that somebody has typed, stay.
    expect(press(waiting, { tila: 'kuljetuksessa', aloitusaika: now - 60 }).aloitusaika).toBe(now - 60)
    expect(press(begun, { tila: 'odottaa_noutoa', aloitusaika: now - 60 }).aloitusaika).toBe(now - 60)
    expect(press(done, { tila: 'kuljetuksessa', lopetusaika: now - 60 })).toMatchObject({ aloitusaika: now - 3600, lopetusaika: now - 60 })
    expect(press({ ...done, aloitusaika: 0 }, { tila: 'kuljetuksessa' })).toMatchObject({ aloitusaika: 0, lopetusaika: 0 })
    expect(press({ ...waiting, lopetusaika: now }, { tila: 'kuljetuksessa' }).lopetusaika).toBe(now)
    // A typed beginning is still to come: the end would be before it.
    for (const [aloitusaika, lopetusaika] of [
      [now, now],
      [now + 60, 0],
    ] as const)
      expect(press({ ...begun, aloitusaika }, { tila: 'toimitettu' })).toMatchObject({ aloitusaika, lopetusaika })
    // A new job has only the times that are typed.
    expect(hourlyRules.derive?.({ before: null, after: begun }, context(['kuljettaja']), {})).toEqual({ timestamp_toimitettu: 0 })
    for (const held of [context(['yllapito']), context(null)])
      expect(press(waiting, { tila: 'kuljetuksessa' }, held)).toMatchObject({ aloitusaika: 0, lopetusaika: 0 })
  })
})

describe('the state of a line', () => {
  test('a new line waits for its pickup, unless the system creates it', () => {
    const started: Change<Lahetys> = { before: null, after: shipment({ tila: 'kuljetuksessa' }) }
    expect(check(started, context(['yllapito'], 'syy'))).toEqual(['tila'])
    expect(check(started, context(null))).toEqual([])
    expect(check({ before: null, after: shipment() }, context(['asiakas']))).toEqual([])
  })

  test('changes only as the table allows', () => {
    expect(step('odottaa_noutoa', 'kuljetuksessa', context(['kuljettaja']))).toEqual([])
    expect(step('odottaa_noutoa', 'kuljetuksessa', context(['asiakas']))).toEqual(['tila'])
    expect(step('odottaa_noutoa', 'toimitettu', context(['yllapito'], 'syy'))).toEqual(['tila'])
    expect(step('kuljetuksessa', 'peruutettu', context(['yllapito']))).toEqual(['tila'])
    expect(step('kuljetuksessa', 'peruutettu', context(['yllapito'], 'syy'))).toEqual([])
    expect(step('kuljetuksessa', 'toimitettu', context(['huolto']))).toEqual(['tila'])
  })

  test('goods arrive at a named terminal, and keep it', () => {
    const at = (tila: Lahetys['tila'], nykyinen_osoite: string | null) => shipment({ tila, nykyinen_osoite })
    const moves = (before: Lahetys, after: Lahetys) => check({ before, after }, context(['kuljettaja']))
    expect(moves(at('siirto', null), at('siirretty', null))).toEqual(['nykyinen_osoite'])
    expect(moves(at('siirto', null), at('siirretty', 't1'))).toEqual([])
    expect(moves(at('siirretty', 't1'), at('siirretty', null))).toEqual(['nykyinen_osoite'])
    // Stored before a terminal was required: other changes of the row are still accepted.
    expect(moves(at('siirretty', null), { ...at('siirretty', null), viite: 'x' })).toEqual([])
    expect(moves(at('siirretty', null), at('kuljetuksessa', null))).toEqual([])
  })

  test.each([
    ['toimitettu', 'kuljetuksessa'],
    ['kuljetuksessa', 'odottaa_noutoa'],
    ['siirto', 'kuljetuksessa'],
  ] as const)('the driver undoes %s within ten minutes of the change of state, also after other changes', (from, to) => {
    const entered = (seconds: number) => ({ tila_muuttui: now - seconds, timestamp_toimitettu: 0, changed: now })
    expect(step(from, to, context(['kuljettaja']), entered(600))).toEqual([])
    expect(step(from, to, context(['kuljettaja']), entered(601))).toEqual(['tila'])
    expect(step(from, to, context(['yllapito']), entered(99_999))).toEqual([])
  })

  test('a driver who is also a customer may not act as the driver of other people’s lines', () => {
    const both = (userId: string) => context(['kuljettaja', 'asiakas'], '', userId)
    expect(step('odottaa_noutoa', 'kuljetuksessa', both('u'))).toEqual([])
    expect(step('odottaa_noutoa', 'kuljetuksessa', both('v'))).toEqual(['tila'])
    expect(step('odottaa_noutoa', 'peruutettu', both('v'))).toEqual([])
    // Nor by taking over the line in the same change.
    const [before, after] = [shipment(), shipment({ tila: 'kuljetuksessa', kuljettaja: 'v' })]
    expect(check({ before, after }, both('v'))).toEqual(['tila'])
    expect(check({ before, after }, both('u'))).toEqual([])
  })
})

describe('the values of a line', () => {
  test.each<[string, Partial<Lahetys>, string[]]>([
    ['nothing said', { maara: 0 }, []],
    ['a heavy parcel', { tyyppi: 'paketti', yksikkopaino: 30.01 }, ['yksikkopaino']],
    ['a heavy piece of something else', { tyyppi: 'muu', yksikkopaino: 5000 }, []],
    ['a tall one', { korkeus: 2351 }, ['korkeus']],
    ['many', { maara: 251 }, ['maara']],
    ['a bad Finnish code', { nouto_postinro: '1', toimitus_postinro: '2' }, ['nouto_postinro', 'toimitus_postinro']],
    ['a foreign code', { nouto_postinro: 'LV-1010', nouto_maa: 'LV' }, []],
  ])('%s', (_what, values, fields) => {
    expect(check({ before: null, after: shipment(values) }, context(['yllapito']))).toEqual(fields)
  })

  test('a wished day too far ahead is rejected when it is set, and accepted if it was stored before', () => {
    const far = { toivottu_toimitus: midnightOf('2028-03-11') }
    const fieldsOf = (before: Lahetys | null, after: Lahetys) => check({ before, after }, context(['yllapito']))
    expect(fieldsOf(null, shipment(far))).toEqual(['toivottu_toimitus'])
    expect(fieldsOf(shipment(), shipment(far))).toEqual(['toivottu_toimitus'])
    expect(fieldsOf(shipment(far), shipment({ ...far, viite: 'x' }))).toEqual([])
    expect(fieldsOf(shipment(far), shipment({ toivottu_toimitus: midnightOf('2028-03-09') }))).toEqual([])
  })

  test('customers cannot change a product’s locked size, and administrators can', () => {
    const tuote = [{ ...blankRow('tuote', { name: 'Rullakko', pituus: 800, leveys: 670 }), lukitse_pituus: true }]
    const fields = (values: Parameters<typeof blankRow<'lahetys'>>[1], held: RuleContext) =>
      (shipmentRules.check?.({ before: null, after: shipment(values) }, held, { tuote }) ?? []).map(({ field }) => field)
    expect(fields({ pituus: 900, leveys: 100 }, context(['asiakas']))).toEqual(['pituus'])
    expect(fields({ pituus: 800, leveys: 100 }, context(['asiakas']))).toEqual([])
    expect(fields({ pituus: 900 }, context(['yllapito']))).toEqual([])
  })

  test('a failed delivery refers to this shipment, which must be undelivered', () => {
    const fields = (lahetykset: string[], tila: Lahetys['tila'], before: string | null = null) =>
      (
        shipmentRules.check?.(
          { before: shipment({ id: 's', tila, poikkeama: before }), after: shipment({ id: 's', tila, poikkeama: 'p' }) },
          context(['kuljettaja']),
          { poikkeama: [blankRow('toimituspoikkeama', { id: 'p', lahetykset })] },
        ) ?? []
      ).map(({ field }) => field)
    expect(fields(['r', 's'], 'kuljetuksessa')).toEqual([])
    expect(fields(['r'], 'kuljetuksessa')).toEqual(['poikkeama'])
    expect(fields(['s'], 'toimitettu')).toEqual(['poikkeama'])
    expect(fields(['r'], 'kuljetuksessa', 'p')).toEqual([])
  })

  test('a driver reports a new failure, and removes the mark only by continuing the delivery', () => {
    const made = (created: number) => [blankRow('toimituspoikkeama', { id: 'p', lahetykset: ['s'], created })]
    const fields = (role: Viewer['roles'][number], from: Partial<Lahetys>, to: Partial<Lahetys>, poikkeama = made(now)) =>
      (
        shipmentRules.check?.(
          { before: shipment({ id: 's', tila: 'myohassa', changed: now, ...from }), after: shipment({ id: 's', tila: 'myohassa', ...to }) },
          context([role]),
          // Looked up before the mark was removed.
          { poikkeama },
        ) ?? []
      ).map(({ field }) => field)
    const marked = { poikkeama: 'p' }
    expect(fields('kuljettaja', marked, { poikkeama: null })).toEqual(['poikkeama'])
    for (const tila of ['kuljetuksessa', 'toimitettu'] as const)
      expect(fields('kuljettaja', marked, { poikkeama: null, tila }, made(now - 9))).toEqual([])
    expect(fields('kuljettaja', { poikkeama: 'o' }, marked)).toEqual([])
    expect(fields('kuljettaja', {}, marked, made(now - 1))).toEqual(['poikkeama'])
    expect(fields('yllapito', marked, { poikkeama: null })).toEqual([])
    expect(fields('yllapito', {}, marked, made(now - 1))).toEqual([])
  })

  test('the dispatcher can deliver a shipment with a failed delivery only when the same change resolves it', () => {
    const failed = shipment({ tila: 'myohassa', poikkeama: 'p' })
    const deliver = (roles: Viewer['roles'] | null, said: Partial<Lahetys> = {}) => {
      const change = { before: failed, after: shipment({ tila: 'toimitettu', poikkeama: 'p', ...said }) }
      Object.assign(change.after, shipmentRules.derive?.(change, context(roles), {}))
      return [check(change, context(roles)), change.after.poikkeama]
    }
    expect(deliver(['yllapito'])).toEqual([['poikkeama'], 'p'])
    expect(deliver(['yllapito'], { poikkeama: null })).toEqual([[], null])
    for (const roles of [['kuljettaja' as const], null]) expect(deliver(roles)).toEqual([[], null])
  })

  test('an hourly job does not end before it starts', () => {
    const fields = (values: Parameters<typeof blankRow<'tuntituote'>>[1]) =>
      (hourlyRules.check?.({ before: null, after: blankRow('tuntituote', values) }, context(['yllapito']), {}) ?? []).map(
        ({ field }) => field,
      )
    expect(fields({ aloitusaika: now, lopetusaika: now - 1 })).toEqual(['lopetusaika'])
    expect(fields({ aloitusaika: now, lopetusaika: now })).toEqual([])
    expect(fields({ aloitusaika: now, lopetusaika: now + 1 })).toEqual([])
    expect(fields({ aloitusaika: now, lopetusaika: 0 })).toEqual([])
    expect(fields({ nouto_postinro: '123' })).toEqual(['nouto_postinro'])
  })
})
