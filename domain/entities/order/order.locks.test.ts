import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../access/roles.ts'
import type { Change, RuleContext } from '../../model/define-entity.ts'
import { featuresWithout } from '../../model/features.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { midnightOf } from '../../values/time/time.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'
import type { Tilaus } from './order.entity.ts'
import { type OrderLines, orderRules } from './order.rules.ts'

const now = midnightOf('2026-03-10') + 9 * 3600
const viewer = (...roles: Viewer['roles']): Viewer => ({ userId: 'u', name: 'Testi', roles, asiakasId: null })
const context = (values: Partial<RuleContext> = {}): RuleContext => ({ ...ruleContext, viewer: viewer('yllapito'), now, ...values })

const same = <Row>(row: Row): Change<Row> => ({ before: row, after: row })
const added = <Row>(row: Row): Change<Row> => ({ before: null, after: row })
const lines = (lahetykset: Change<Lahetys>[], tuntituotteet: Change<Tuntituote>[] = []): OrderLines => ({ lahetykset, tuntituotteet })
const order = (values: Partial<Tilaus> = {}) => blankRow('tilaus', values)
const shipment = (values: Partial<Lahetys> = {}) => blankRow('lahetys', values)
const job = (values: Partial<Tuntituote> = {}) => blankRow('tuntituote', values)
const delivered = shipment({ tila: 'toimitettu', timestamp_toimitettu: now - 60 })
const faults = (change: Change<Tilaus>, held: OrderLines, values: Partial<RuleContext> = {}) =>
  orderRules.settle?.(change, held, context(values)).faults

const locks = {
  invoiced: 'Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.',
  onInvoice: 'Tilaus on laskulla, joten sitä ei voi muuttaa. Peru lasku tai tee siitä hyvityslasku.',
}

describe.each([
  ['invoiced', order({ tilauksen_tila: 'laskutettu', timestamp_toimitettu: now - 60 }), locks.invoiced],
  ['on an invoice', order({ tilauksen_tila: 'toimitettu', timestamp_toimitettu: now - 60, lasku: 'l' }), locks.onInvoice],
])('an order that is %s', (_what, stored, detail) => {
  const changed = (values: Partial<Tilaus>, held = lines([same(delivered)])) =>
    faults({ before: stored, after: { ...stored, ...values } }, held)
  const ofLine = (before: Lahetys | null, values: Partial<Lahetys>) =>
    changed({}, lines([same(delivered), { before, after: { ...(before ?? shipment()), ...values } }]))
  const atLines = [{ field: 'lahetykset', detail }]

  test.each<Partial<Tilaus>>([
    ...[{ laskutus_nimi: 'A' }, { laskutus_osoite1: 'A' }, { laskutus_osoite2: 'A' }, { laskutus_postinro: '33100' }],
    ...[{ laskutus_postitmp: 'A' }, { laskutus_maa: 'SE' }, { laskutus_verkkolaskuosoite: '1' }, { laskutus_valittaja: '1' }],
    ...[{ laskutus_email: 'a@b.fi' }, { laskutus_viesti: 'A' }, { hinta: 5 }, { asiakas: 'a' }, { tilaus_ryhma: 'r' }],
  ])('keeps its billing, price, customer and group: %j', (values) => {
    expect(changed(values)).toEqual([{ field: Object.keys(values)[0], detail }])
  })

  test('names every locked field that is changed, and its lines when only they are', () => {
    expect(changed({ hinta: 5, laskutus_viesti: 'A' })?.map(({ field }) => field)).toEqual(['laskutus_viesti', 'hinta'])
    expect(changed({ hinta: 5 }, lines([{ before: delivered, after: { ...delivered, maara: 3 } }]))).toEqual([{ field: 'hinta', detail }])
    expect(ofLine(delivered, { maara: 3 })).toEqual(atLines)
    expect(ofLine(null, { tila: 'toimitettu', timestamp_toimitettu: now })).toEqual(atLines)
    expect(changed({ status: 0 })).toEqual(atLines)
    const done = job({ tila: 'toimitettu', timestamp_toimitettu: now - 60 })
    expect(changed({}, lines([same(delivered)], [{ before: done, after: { ...done, aika: 60 } }]))).toEqual(atLines)
  })

  test('may get pictures, another driver, car and shift, and a note', () => {
    const open = { kuvat: ['k'], kuljettaja: 'v', auto: 'a', tyovuoro: 't' }
    const versions = { vid: 2, changed: now, revision_created: now, revision_log_message: 'Kuva' }
    expect(ofLine(delivered, { ...open, ...versions })).toEqual([])
    expect(changed({ name: 'Sovittu', koskematon: false, seurantalinkki: !stored.seurantalinkki })).toEqual([])
  })
})

describe('the state of an order on an invoice', () => {
  const onInvoice = order({ tilauksen_tila: 'toimitettu', timestamp_toimitettu: now - 60, lasku: 'l' })
  const marked = (before: Tilaus, values: Partial<Tilaus>, held: Partial<RuleContext> = {}) =>
    faults({ before, after: { ...before, ...values } }, lines([same(delivered)]), held)

  test('is changed by the sending of the invoice alone', () => {
    expect(marked(onInvoice, { tilauksen_tila: 'laskutettu' })).toEqual([{ field: 'tilauksen_tila', detail: locks.onInvoice }])
    expect(marked(onInvoice, { tilauksen_tila: 'laskutettu' }, { viewer: null })).toEqual([])
  })

  test('is free again when the invoice is undone, or before it is on one', () => {
    expect(marked(onInvoice, { lasku: null, hinta: 5 })).toEqual([])
    expect(marked({ ...onInvoice, lasku: null }, { lasku: 'l', hinta: 5 })).toEqual([])
    expect(marked({ ...onInvoice, lasku: null }, { tilauksen_tila: 'laskutettu' })).toEqual([])
    expect(marked({ ...onInvoice, lasku: null }, { tilauksen_tila: 'laskutettu', hinta: 5 })).toEqual([])
  })
})

test('a state that somebody without a role in the table asks for is refused with both states', () => {
  const stored = order({ tilauksen_tila: 'toimitettu' })
  const asked = { before: stored, after: { ...stored, tilauksen_tila: 'laskutettu' as const } }
  const detail = 'Tilaa ei voi vaihtaa: Toimitettu → Laskutettu'
  for (const role of ['huolto', 'kuljettaja', 'asiakas'] as const)
    expect(faults(asked, lines([same(delivered)]), { viewer: viewer(role) })).toEqual([{ field: 'tilauksen_tila', detail }])
  expect(faults(asked, lines([same(delivered)]), { viewer: null })).toEqual([])
})

test('a customer’s late addition is refused at its lines', () => {
  const stored = order({ tilauksen_tila: 'kuljetuksessa' })
  const held = lines([same(delivered), added(shipment())], [added(job())])
  const detail = 'Tilaukseen ei voi enää lisätä rivejä, koska kuljetus on alkanut.'
  expect(faults(same(stored), held, { viewer: viewer('asiakas') })).toEqual([
    { field: 'lahetykset', detail },
    { field: 'tuntituotteet', detail },
  ])
  expect(faults(same(stored), lines([same(delivered)], [same(job())]), { viewer: viewer('asiakas') })).toEqual([])
  expect(faults(same(stored), held, { viewer: null })).toEqual([])
})

describe('while a feature is switched off', () => {
  const off = { features: featuresWithout(['useat_tuotteet', 'lisatyot']) }
  const made = (held: OrderLines, values: Partial<Tilaus> = {}) => faults(added(order(values)), held, off)

  test('what needs it is refused in words', () => {
    expect(made(lines([added(shipment()), added(shipment())], [added(job())]))).toEqual([
      { field: 'lahetykset', detail: 'Toiminto Useat tuotteet ei ole käytössä. Tilauksella on yksi tuoterivi.' },
      { field: 'tuntituotteet', detail: 'Toiminto Lisätyöt ei ole käytössä.' },
    ])
  })

  test('one row of goods and hourly work of its own are ordered', () => {
    expect(made(lines([added(shipment())]))).toEqual([])
    expect(made(lines([], [added(job())]), { tyyppi: 'tunti' })).toEqual([])
    // A row that takes the place of a removed one.
    const removed = { before: shipment(), after: shipment({ status: 0 }) }
    expect(made(lines([removed, added(shipment())]))).toEqual([])
    expect(made(lines([same(shipment()), same(shipment()), added(shipment({ status: 0 }))], [added(job({ status: 0 }))]))).toEqual([])
    expect(made(lines([same(shipment()), added(shipment())]))).toHaveLength(1)
  })
})

describe('an order', () => {
  const checked = (before: Tilaus | null, after: Tilaus, role: Viewer | null = viewer('yllapito'), related = {}) =>
    orderRules.check?.({ before, after }, context({ viewer: role }), related)

  test('of a rental is made by the system alone', () => {
    const rental = order({ tyyppi: 'vuokraus' })
    const detail = 'Vuokrauksen tilaukset tekee järjestelmä. Valitse lähetys tai tuntityö.'
    expect(checked(null, rental)).toEqual([{ field: 'tyyppi', detail }])
    expect(checked(null, rental, null)).toEqual([])
    expect(checked(rental, rental)).toEqual([])
    for (const tyyppi of ['lahetys', 'tunti'] as const) expect(checked(null, order({ tyyppi }))).toEqual([])
  })

  test('joins a group of its own customer, and its billing postal code is one of its country', () => {
    const group = { tilaus_ryhma: [blankRow('tilaus_ryhma', { asiakas: 'a' })] }
    expect(checked(null, order({ asiakas: 'a' }), viewer('yllapito'), group)).toEqual([])
    expect(checked(null, order({ asiakas: 'b' }), viewer('yllapito'), group)).toEqual([
      { field: 'tilaus_ryhma', detail: 'Tilausryhmä on toisen asiakkaan.' },
    ])
    expect(checked(null, order({ laskutus_postinro: '331' }))).toEqual([
      { field: 'laskutus_postinro', detail: 'Postinumerossa on viisi numeroa. Esimerkki: 33100.' },
    ])
  })

  test('stores whether goods may be left, by its customer’s default when it does not say', () => {
    const leaving = (saa_jattaa: Tilaus['saa_jattaa'], customer?: boolean) => {
      const asiakas = customer === undefined ? [] : [blankRow('asiakas', { saa_jattaa: customer })]
      return orderRules.derive?.({ before: null, after: order({ saa_jattaa }) }, context(), { asiakas })
    }
    expect(leaving('oletus', true)).toEqual({ saa_jattaa: 'kylla' })
    expect(leaving('oletus', false)).toEqual({ saa_jattaa: 'ei' })
    expect(leaving('oletus')).toEqual({ saa_jattaa: 'ei' })
    for (const said of ['kylla', 'ei'] as const) expect(leaving(said, said === 'ei')).toEqual({})
    expect(orderRules.derive?.({ before: null, after: order({ saa_jattaa: 'oletus' }) }, context(), {})).toEqual({ saa_jattaa: 'ei' })
  })

  test('that is still work needs a customer who is not removed', () => {
    const needed = [{ field: 'asiakas', detail: 'Tilauksen asiakas on poistettu. Palauta ensin asiakas.' }]
    const needs = (before: Tilaus | null, values: Partial<Tilaus>) =>
      orderRules.mustExist?.({ before, after: order({ asiakas: 'a', ...values }) })
    const [open, done, removed] = [{ avoin: true }, { avoin: false, tilauksen_tila: 'laskutettu' }, { status: 0 }] as const
    expect(needs(null, open)).toEqual(needed)
    expect(needs(order({ asiakas: 'b', ...done }), done)).toEqual(needed)
    // It becomes work again: reopened, to be invoiced again, restored.
    for (const values of [open, { avoin: false, tilauksen_tila: 'toimitettu' }] as const)
      expect(needs(order({ asiakas: 'a', ...done }), values)).toEqual(needed)
    expect(needs(order({ asiakas: 'a', ...removed }), open)).toEqual(needed)
    expect(needs(order({ asiakas: 'a', ...open }), { ...open, name: 'x' })).toEqual([])
    expect(needs(order({ asiakas: 'a', ...open }), done)).toEqual([])
    expect(needs(order({ asiakas: 'a', ...done }), removed)).toEqual([])
    expect(needs(order({ asiakas: 'a', ...done }), { avoin: false, tilauksen_tila: 'uusi' })).toEqual([])
  })
})

describe('what lists show of an order', () => {
  const shown = (held: OrderLines, before: Tilaus | null = order(), after = before ?? order()) =>
    orderRules.settle?.({ before, after }, held, context()).set
  const goods = (...held: Lahetys[]) => {
    const { maara, paino, lavapaikat } = shown(lines(held.map(same))) ?? {}
    return [maara, paino, lavapaikat]
  }

  test('are its goods; those that are cancelled only when all are', () => {
    const two = shipment({ maara: 2, paino: 10.1, varauma: 'lava' })
    const three = shipment({ tyyppi: 'rullakko', maara: 3, paino: 0.2 })
    expect(goods()).toEqual([0, 0, 0])
    expect(goods(two, three)).toEqual([5, 10.3, 3.5])
    expect(goods(two, { ...three, tila: 'peruutettu' })).toEqual([2, 10.1, 2])
    expect(goods({ ...three, tila: 'peruutettu' })).toEqual([3, 0.2, 1.5])
    expect(goods(two, { ...three, status: 0 })).toEqual([2, 10.1, 2])
    const huge = shipment({ maara: 900_000_000, paino: 900_000_000, varauma: 'lava' })
    expect(goods(huge, huge)).toEqual([999_999_999, 999_999_999, 999_999_999])
  })

  test('is whether a failed delivery waits for a decision', () => {
    const waits = (values: Partial<Lahetys>) =>
      shown(lines([same(shipment()), same(shipment({ poikkeama: 'p', ...values }))]))?.odottaa_paatosta
    expect(waits({ tila: 'myohassa' })).toBe(true)
    expect(waits({ poikkeama: null })).toBe(false)
    for (const values of [{ tila: 'toimitettu' }, { tila: 'peruutettu' }, { status: 0 }] as const) expect(waits(values)).toBe(false)
  })

  test('is its state with its weight, and whether it is open', () => {
    const lists = (...states: Lahetys['tila'][]) => {
      const { tilauksen_tila, tila_weight, avoin } = shown(lines(states.map((tila) => same(shipment({ tila }))))) ?? {}
      return [tilauksen_tila, tila_weight, avoin]
    }
    expect(lists()).toEqual(['uusi', 0, false])
    expect(lists('odottaa_noutoa', 'peruutettu')).toEqual(['uusi', 0, true])
    expect(lists('odottaa_noutoa', 'siirto')).toEqual(['kuljetuksessa', 10, true])
    expect(lists('toimitettu', 'peruutettu')).toEqual(['toimitettu', 20, false])
    expect(lists('peruutettu')).toEqual(['uusi', 0, false])
  })

  test('is the day on which its last line was delivered', () => {
    const at = (line: Lahetys, stored: Partial<Tilaus> = {}) => shown(lines([same(line)]), order(stored))?.timestamp_toimitettu
    expect(at(delivered, { timestamp_toimitettu: now - 999 })).toBe(now - 60)
    expect(at({ ...delivered, timestamp_toimitettu: 0 }, { timestamp_toimitettu: now - 999 })).toBe(now - 999)
    expect(at({ ...delivered, timestamp_toimitettu: 0 })).toBe(now)
    expect(at({ ...delivered, tila: 'siirto' }, { timestamp_toimitettu: now - 999 })).toBe(0)
    const cancelled = { ...delivered, tila: 'peruutettu' as const, timestamp_toimitettu: now - 1 }
    expect(shown(lines([same(delivered), same(cancelled)]))?.timestamp_toimitettu).toBe(now - 60)
    const early = job({ tila: 'toimitettu', timestamp_toimitettu: now - 30 })
    expect(shown(lines([same(delivered)], [same(early)]))?.timestamp_toimitettu).toBe(now - 30)
  })

  test('is the wished day of its lines, hourly jobs too', () => {
    const [early, late] = [midnightOf('2026-03-05'), midnightOf('2026-03-12')]
    const wished = (shipments: Partial<Lahetys>[], jobs: Partial<Tuntituote>[] = []) =>
      shown(
        lines(
          shipments.map((values) => same(shipment(values))),
          jobs.map((values) => same(job(values))),
        ),
      )?.toivottu_toimitus
    expect(wished([{ toivottu_toimitus: late }], [{ toimituspaiva: early + 5 }])).toBe(early)
    expect(wished([{ toivottu_toimitus: late }], [{ toimituspaiva: early, status: 0 }])).toBe(late)
    expect(wished([{ toivottu_toimitus: early, status: 0 }, { toivottu_toimitus: late }])).toBe(late)
    expect(wished([], [{ toimituspaiva: late, tila: 'toimitettu' }])).toBe(late)
  })

  test('is whether its price was typed', () => {
    const typed = (stored: Tilaus, values: Partial<Tilaus>) => shown(lines([]), stored, { ...stored, ...values })?.hinta_kasin
    expect(typed(order(), {})).toBe(false)
    expect(typed(order(), { hinta: 5 })).toBe(true)
    expect(typed(order({ hinta: 5, hinta_kasin: true }), {})).toBe(true)
    expect(typed(order({ hinta: 5, hinta_kasin: true }), { hinta: 0 })).toBe(false)
  })
})

test('an order that a person changes is no longer untouched, whichever of its lines it is', () => {
  const stored = order({ koskematon: true })
  const untouched = (held: OrderLines, after: Partial<Tilaus> = {}, before = stored) =>
    orderRules.settle?.({ before, after: { ...before, ...after } }, held, context()).set.koskematon
  const work = job()
  expect(untouched(lines([same(shipment())], [same(work)]))).toBe(true)
  expect(untouched(lines([], [{ before: work, after: { ...work, aika: 5 } }]))).toBe(false)
  expect(untouched(lines([same(shipment()), added(shipment())]))).toBe(false)
  expect(untouched(lines([]), { rahtikirja_koonti: 'f' })).toBe(true)
  expect(untouched(lines([]), { lasku: 'l' })).toBe(false)
  expect(untouched(lines([]), {}, order({ koskematon: false }))).toBe(false)
})
