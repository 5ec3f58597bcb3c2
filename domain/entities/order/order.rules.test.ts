import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../access/roles.ts'
import type { Change, RuleContext } from '../../model/define-entity.ts'
import { allFeatures, featuresWithout } from '../../model/features.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'
import type { Tilaus } from './order.entity.ts'
import { derivedState, type OrderLines, orderRules } from './order.rules.ts'
import { hourlyStates, orderStates, shipmentStates } from './order.states.ts'

const now = midnightOf('2026-03-10') + 9 * 3600
const viewer = (...roles: Viewer['roles']): Viewer => ({ userId: 'u', name: 'Testi', roles, asiakasId: null })
const context = (values: Partial<RuleContext> = {}): RuleContext => ({
  viewer: viewer('yllapito'),
  now,
  reason: '',
  features: allFeatures,
  sha256: () => '',
  ...values,
})

const same = <Row>(row: Row): Change<Row> => ({ before: row, after: row })
const lines = (lahetykset: Change<Lahetys>[], tuntituotteet: Change<Tuntituote>[] = []): OrderLines => ({ lahetykset, tuntituotteet })
const order = (values: Partial<Tilaus> = {}) => blankRow('tilaus', values)
const shipment = (values: Partial<Lahetys> = {}) => blankRow('lahetys', values)
const delivered = (values: Partial<Lahetys> = {}) => shipment({ tila: 'toimitettu', timestamp_toimitettu: now - 60, ...values })

function settle(change: Change<Tilaus>, held: OrderLines, values: Partial<RuleContext> = {}) {
  if (!orderRules.settle) throw new Error('an order settles')
  return orderRules.settle(change, held, context(values))
}

const keys = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]
const day = fc.constantFrom(0, midnightOf('2026-03-01'), midnightOf('2026-03-10'), midnightOf('2026-03-20'))
const anyShipment = fc
  .record({ tila: fc.constantFrom(...keys(shipmentStates)), toivottu_toimitus: day, status: fc.constantFrom<(0 | 1)[]>(1, 1, 1, 0) })
  .map((values) => shipment({ ...values, timestamp_toimitettu: values.tila === 'toimitettu' ? now - 500 : 0 }))
const anyJob = fc
  .record({ tila: fc.constantFrom(...keys(hourlyStates)), toimituspaiva: day })
  .map((values) => blankRow('tuntituote', { ...values, timestamp_toimitettu: values.tila === 'toimitettu' ? now - 700 : 0 }))
const anyLines = fc
  .tuple(fc.array(anyShipment, { maxLength: 4 }), fc.array(anyJob, { maxLength: 2 }))
  .map(([shipments, jobs]) => lines(shipments.map(same), jobs.map(same)))
const anyOrder = fc
  .record({ tilauksen_tila: fc.constantFrom(...keys(orderStates)), tyyppi: fc.constantFrom('lahetys' as const, 'tunti' as const) })
  .map((values) => order(values))
const publishedOf = (held: OrderLines) =>
  [...held.lahetykset, ...held.tuntituotteet].map(({ after }) => after).filter(({ status }) => status === 1)

describe('the state of an order derived from its lines', () => {
  test.each([
    [[], 'uusi'],
    [['odottaa_noutoa'], 'uusi'],
    [['odottaa_noutoa', 'odottaa_noutoa'], 'uusi'],
    [['odottaa_noutoa', 'peruutettu'], 'uusi'],
    [['peruutettu'], 'uusi'],
    [['kuljetuksessa'], 'kuljetuksessa'],
    [['odottaa_siirtoa'], 'kuljetuksessa'],
    [['siirto'], 'kuljetuksessa'],
    [['siirretty'], 'kuljetuksessa'],
    [['myohassa'], 'kuljetuksessa'],
    [['odottaa_noutoa', 'kuljetuksessa'], 'kuljetuksessa'],
    [['toimitettu', 'odottaa_noutoa'], 'kuljetuksessa'],
    [['toimitettu'], 'toimitettu'],
    [['toimitettu', 'peruutettu'], 'toimitettu'],
    [['toimitettu', 'toimitettu'], 'toimitettu'],
  ])('%j → %s', (states, expected) => {
    expect(derivedState(states.map((tila) => ({ tila })))).toBe(expected)
  })
})

describe('settling an order', () => {
  test('follows its lines, of whatever type', () => {
    fc.assert(
      fc.property(anyOrder, anyLines, (stored, held) => {
        const { set, faults } = settle(same(stored), held)
        const all = publishedOf(held)
        const live = all.filter(({ tila }) => tila !== 'peruutettu')
        expect(faults).toEqual([])
        if (stored.tilauksen_tila === 'laskutettu') {
          expect(set.tilauksen_tila).toBe('laskutettu')
          return
        }
        expect(set.tilauksen_tila).not.toBe('laskutettu')
        expect(set.tilauksen_tila === 'toimitettu').toBe(live.length > 0 && live.every(({ tila }) => tila === 'toimitettu'))
        expect(set.timestamp_toimitettu !== 0).toBe(set.tilauksen_tila === 'toimitettu')
        if (all.length > 0 && live.length === 0) expect(set.avoin).toBe(false)
        if (live.some(({ tila }) => tila !== 'toimitettu')) expect(set.avoin).toBe(true)
        if (set.avoin) expect(['uusi', 'kuljetuksessa']).toContain(set.tilauksen_tila)
      }),
    )
  })

  test('gives the same result when it runs again', () => {
    fc.assert(
      fc.property(anyOrder, anyLines, (stored, held) => {
        const once = { ...stored, ...settle(same(stored), held).set }
        const twice = { ...once, ...settle(same(once), held, { now: now + 1000 }).set }
        expect(twice).toEqual(once)
      }),
    )
  })

  test('a person can set only the state invoiced and undo it, and only with the role yllapito', () => {
    fc.assert(
      fc.property(
        anyOrder,
        anyLines,
        fc.constantFrom(...keys(orderStates)),
        fc.constantFrom<Viewer['roles'][]>(['yllapito'], ['kuljettaja'], ['asiakas'], ['huolto']),
        (before, held, tilauksen_tila, roles) => {
          const followed = settle(same(before), held).set.tilauksen_tila
          const { set, faults } = settle({ before, after: { ...before, tilauksen_tila } }, held, {
            viewer: viewer(...roles),
            reason: 'Virhe',
          })
          const isRequested = tilauksen_tila !== before.tilauksen_tila && tilauksen_tila !== followed
          const isAllowed =
            roles.includes('yllapito') &&
            ((followed === 'toimitettu' && tilauksen_tila === 'laskutettu') ||
              (followed === 'laskutettu' && tilauksen_tila === 'toimitettu'))
          expect(faults.map(({ field }) => field)).toEqual(isRequested && !isAllowed ? ['tilauksen_tila'] : [])
          if (!isRequested) expect(set.tilauksen_tila).toBe(followed)
        },
      ),
    )
  })

  test('an order with all lines cancelled is never invoiceable', () => {
    fc.assert(
      fc.property(anyOrder, fc.integer({ min: 1, max: 4 }), (before, count) => {
        fc.pre(before.tilauksen_tila !== 'laskutettu')
        const held = lines(Array.from({ length: count }, () => same(shipment({ tila: 'peruutettu' }))))
        const { faults } = settle({ before, after: { ...before, tilauksen_tila: 'laskutettu' } }, held)
        expect(faults).toEqual([{ field: 'tilauksen_tila', detail: 'Tilaa ei voi vaihtaa: Odottaa noutoa → Laskutettu' }])
      }),
    )
  })

  test('is delivered when its last live line is, at the same time', () => {
    const held = lines([same(delivered({ timestamp_toimitettu: 1_700_000_500 })), same(delivered({ timestamp_toimitettu: 1_700_000_900 }))])
    const { set } = settle(same(order({ tilauksen_tila: 'kuljetuksessa' })), held)
    expect(set).toMatchObject({ tilauksen_tila: 'toimitettu', timestamp_toimitettu: 1_700_000_900, avoin: false, tila_weight: 20 })
  })

  test('goes back under way when a delivery is undone or a line is added', () => {
    const stored = order({ tilauksen_tila: 'toimitettu', timestamp_toimitettu: now - 60 })
    const undone = lines([{ before: delivered(), after: shipment({ tila: 'kuljetuksessa' }) }])
    expect(settle(same(stored), undone).set).toMatchObject({ tilauksen_tila: 'kuljetuksessa', timestamp_toimitettu: 0, avoin: true })
    const added = lines([same(delivered()), { before: null, after: shipment() }])
    expect(settle(same(stored), added).set.tilauksen_tila).toBe('kuljetuksessa')
  })

  test('removed lines are ignored', () => {
    const stored = order({ tilauksen_tila: 'kuljetuksessa' })
    const held = lines([same(delivered()), { before: shipment(), after: shipment({ status: 0 }) }])
    expect(settle(same(stored), held).set.tilauksen_tila).toBe('toimitettu')
    const none = lines([{ before: delivered(), after: delivered({ status: 0 }) }])
    expect(settle(same(order({ tilauksen_tila: 'toimitettu' })), none).set.tilauksen_tila).toBe('uusi')
  })

  test('has the earliest wished day of its open lines', () => {
    const [early, late] = [midnightOf('2026-03-05'), midnightOf('2026-03-12')]
    const wishedDayWith = (...held: Lahetys[]) => settle(same(order()), lines(held.map(same))).set.toivottu_toimitus
    expect(wishedDayWith(shipment({ toivottu_toimitus: late }), shipment({ toivottu_toimitus: early + 3600 }))).toBe(early)
    expect(wishedDayWith(shipment({ toivottu_toimitus: late }), delivered({ toivottu_toimitus: early }))).toBe(late)
    expect(wishedDayWith(shipment({ toivottu_toimitus: late }), shipment({ toivottu_toimitus: early, tila: 'peruutettu' }))).toBe(late)
    expect(wishedDayWith(delivered({ toivottu_toimitus: early }), delivered({ toivottu_toimitus: late }))).toBe(late)
    expect(wishedDayWith(shipment({ toivottu_toimitus: late }), shipment())).toBe(late)
    // An open line without a wished day is not late because of one that was delivered.
    expect(wishedDayWith(shipment(), delivered({ toivottu_toimitus: early }))).toBe(0)
    expect(wishedDayWith()).toBe(0)
  })

  test('a customer adds lines only until the transport starts', () => {
    const added: Change<Lahetys> = { before: null, after: shipment() }
    const faults = (before: Tilaus | null, roles: Viewer['roles'], held: OrderLines) =>
      settle({ before, after: before ?? order() }, held, { viewer: viewer(...roles) }).faults.map(({ field }) => field)
    const started = order({ tilauksen_tila: 'kuljetuksessa' })
    expect(faults(null, ['asiakas'], lines([added]))).toEqual([])
    expect(faults(order(), ['asiakas'], lines([same(shipment()), added]))).toEqual([])
    expect(faults(started, ['asiakas'], lines([same(delivered()), added]))).toEqual(['lahetykset'])
    expect(faults(started, ['asiakas'], lines([same(delivered())], [{ before: null, after: blankRow('tuntituote') }]))).toEqual([
      'tuntituotteet',
    ])
    expect(faults(started, ['yllapito'], lines([same(delivered()), added]))).toEqual([])
  })

  test('a new order has the state of its lines, and no other state can be set', () => {
    const made = (values: Partial<Tilaus>, held = lines([])) => settle({ before: null, after: order(values) }, held)
    expect(made({})).toMatchObject({ set: { tilauksen_tila: 'uusi', avoin: false }, faults: [] })
    for (const tilauksen_tila of ['kuljetuksessa', 'toimitettu', 'laskutettu'] as const) {
      expect(made({ tilauksen_tila }, lines([{ before: null, after: shipment() }])).faults).toHaveLength(1)
    }
  })

  test('an order of a rental is created as delivered, and can only be invoiced', () => {
    const rental = order({ tyyppi: 'vuokraus' })
    const made = settle({ before: null, after: rental }, lines([]))
    expect(made).toMatchObject({ set: { tilauksen_tila: 'toimitettu', timestamp_toimitettu: now, avoin: false }, faults: [] })
    const stored = { ...rental, ...made.set }
    expect(settle(same(stored), lines([])).set.tilauksen_tila).toBe('toimitettu')
    expect(settle({ before: stored, after: { ...stored, tilauksen_tila: 'laskutettu' } }, lines([]))).toMatchObject({
      set: { tilauksen_tila: 'laskutettu' },
      faults: [],
    })
  })
})

describe('an invoiced order', () => {
  const stored = order({ tilauksen_tila: 'laskutettu', timestamp_toimitettu: now - 60, hinta: 100 })
  const line = delivered()
  const locked = 'Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.'

  test.each<[string, Partial<Tilaus>]>([
    ['hinta', { hinta: 90 }],
    ['laskutus_nimi', { laskutus_nimi: 'Toinen Oy' }],
    ['laskutus_osoite1', { laskutus_osoite1: 'Katu 1' }],
    ['laskutus_email', { laskutus_email: 'a@b.fi' }],
    ['laskutus_viesti', { laskutus_viesti: 'Kiitos' }],
  ])('keeps its %s', (field, values) => {
    expect(settle({ before: stored, after: { ...stored, ...values } }, lines([same(line)])).faults).toEqual([{ field, detail: locked }])
  })

  test.each<[string, Change<Lahetys>]>([
    ['state', { before: line, after: { ...line, tila: 'kuljetuksessa' } }],
    ['price', { before: line, after: { ...line, hinta: 5 } }],
    ['pieces', { before: line, after: { ...line, maara: 5 } }],
    ['place', { before: line, after: { ...line, toimitus_osoite1: 'Katu 1' } }],
    ['number of lines (one more)', { before: null, after: shipment() }],
    ['number of lines (one less)', { before: line, after: { ...line, status: 0 } }],
  ])('keeps the %s of its lines', (_what, change) => {
    const { faults, set } = settle(same(stored), lines([same(line), change]))
    expect(faults).toEqual([{ field: 'lahetykset', detail: locked }])
    expect(set.tilauksen_tila).toBe('laskutettu')
  })

  test('accepts photos, and its hourly jobs are locked like shipments', () => {
    expect(settle(same(stored), lines([{ before: line, after: { ...line, kuvat: ['k'], vid: 2, changed: now } }])).faults).toEqual([])
    const job = blankRow('tuntituote', { tila: 'toimitettu' })
    expect(settle(same(stored), lines([same(line)], [{ before: job, after: { ...job, aika: 60 } }])).faults).toHaveLength(1)
  })

  test('is undone by yllapito with a reason, and then follows its lines', () => {
    const undo = { before: stored, after: { ...stored, tilauksen_tila: 'toimitettu' as const } }
    expect(settle(undo, lines([same(line)])).faults).toEqual([{ field: 'tilauksen_tila', detail: 'Kerro syy.' }])
    expect(settle(undo, lines([same(line)]), { reason: 'Väärä hinta' })).toMatchObject({
      set: { tilauksen_tila: 'toimitettu' },
      faults: [],
    })
    const withLine = lines([{ before: line, after: { ...line, tila: 'kuljetuksessa', timestamp_toimitettu: 0 } }])
    expect(settle(undo, withLine, { reason: 'Väärä hinta' }).set).toMatchObject({ tilauksen_tila: 'kuljetuksessa', avoin: true })
    for (const roles of [['kuljettaja'], ['asiakas'], ['huolto']] as const) {
      expect(settle(undo, lines([same(line)]), { reason: 'x', viewer: viewer(...roles) }).faults).toHaveLength(1)
    }
  })
})

test('a Finnish billing postal code has five digits', () => {
  const faults = (values: Partial<Tilaus>) => orderRules.check?.({ before: null, after: order(values) }, context(), {}) ?? []
  expect(faults({ laskutus_postinro: '331' }).map(({ field }) => field)).toEqual(['laskutus_postinro'])
  expect(faults({ laskutus_postinro: '33100' })).toEqual([])
  expect(faults({ laskutus_postinro: 'SE-11', laskutus_maa: 'SE' })).toEqual([])
})

describe('while a feature is switched off', () => {
  const added = <Row>(row: Row): Change<Row> => ({ before: null, after: row })
  const fieldsOf = (held: OrderLines, values: Partial<RuleContext>) =>
    settle({ before: null, after: order() }, held, values).faults.map(({ field }) => field)
  test('a second row of goods and extra work cannot be added', () => {
    const many = lines([added(shipment()), added(shipment())], [added(blankRow('tuntituote'))])
    expect(fieldsOf(many, { features: featuresWithout([]) })).toEqual([])
    expect(fieldsOf(many, { features: featuresWithout(['useat_tuotteet', 'lisatyot']) })).toEqual(['lahetykset', 'tuntituotteet'])
    expect(fieldsOf(many, { features: featuresWithout(['useat_tuotteet', 'lisatyot']), viewer: null })).toEqual([])
  })
  test('stored rows can be kept and changed', () => {
    const many = lines([same(shipment()), same(shipment())], [same(blankRow('tuntituote'))])
    expect(fieldsOf(many, { features: featuresWithout(['useat_tuotteet', 'lisatyot']) })).toEqual([])
  })
})

test('an order is untouched until a person changes it or its lines; a printed waybill is no change', () => {
  const stored = order({ koskematon: true })
  const line = shipment()
  const remains = (after: Partial<Tilaus>, held = lines([same(line)]), values: Partial<RuleContext> = {}) =>
    settle({ before: stored, after: { ...stored, ...after } }, held, values).set.koskematon
  expect(remains({ rahtikirja: 'f' })).toBe(true)
  expect(remains({ name: 'Sovittu' })).toBe(false)
  expect(remains({}, lines([{ before: line, after: { ...line, viite: 'B' } }]))).toBe(false)
  expect(remains({ name: 'Reitti' }, lines([same(line)]), { viewer: null })).toBe(true)
})
