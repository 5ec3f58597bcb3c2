import { expect, test } from 'vitest'
import type { SavedJob } from '#domain/entities/hourly/hourly.form.ts'
import type { SavedShipment } from '#domain/entities/order/order.rows.ts'
import { blankRow as blankDomainRow } from '#domain/testing/blank-row.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { clonedOrder } from './clone-order.ts'
import { orderFaults } from './order-check.ts'
import { orderSave } from './order-save.ts'
import { blankJob, blankOrder, jobRowOf, nextOrder, type OrderValues, totalsOf, typedJob, valuesOf } from './order-values.ts'

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('There is none.')
  return first
}
let count = 0
const newId = () => `id-${++count}`
const laskutus = {
  laskutus_nimi: 'Pirkan Putki Oy',
  laskutus_osoite1: '',
  laskutus_osoite2: '',
  laskutus_postinro: '',
  laskutus_postitmp: '',
  laskutus_maa: 'FI',
  laskutus_verkkolaskuosoite: '',
  laskutus_valittaja: '',
  laskutus_email: 'laskut@putki.example',
  laskutus_viesti: '',
}
const customer = { asiakas: 'c1', mayPrice: false, mayPlan: false }
const dispatcher = { asiakas: 'c1', mayPrice: true, mayPlan: true }
const types = (values: OrderValues, context = customer) =>
  orderSave(values, context).operations.map(({ op, ...rest }) => `${op} ${'data' in rest ? rest.data.type : rest.ref.type}`)

function filled(): OrderValues {
  const values = blankOrder(laskutus, newId)
  const [pickup, delivery] = [firstOf(values.nouto), firstOf(values.toimitus)]
  const place = {
    nimi: 'Varasto ',
    osoite1: 'Satamakatu 12',
    postinro: '33100',
    postitmp: 'Tampere',
    puhelin: '0401234567',
  }
  const row = { ...firstOf(values.rows), maara: 4, pituus: 80, leveys: '67', korkeus: '165,5', paino: '120,25', kuvaus: 'Putkia' }
  return { ...values, nouto: [{ ...pickup, ...place }], toimitus: [{ ...delivery, ...place, postitmp: 'Turku' }], rows: [row] }
}
const shipment = (id: string, number: number, more: Partial<SavedShipment> = {}) => ({
  ...blankDomainRow('lahetys'),
  nouto_nimi: 'Varasto',
  viite: 'A',
  maara: 1,
  pituus: 800,
  ...more,
  id,
  vid: 3,
  drupal_internal__id: number,
})
const saved = (lines: readonly ReturnType<typeof shipment>[]): OrderValues =>
  valuesOf({ ...blankDomainRow('tilaus'), ...laskutus, id: 'o1', vid: 7, hinta: 100 }, lines, [], newId)

test('a new order is saved as one order and a shipment for each row, in millimetres and kilograms', () => {
  const values = filled()
  const { operations, orderAt } = orderSave(values, customer)
  expect(orderAt).toBe(0)
  expect(operations).toHaveLength(2)
  const [order, line] = operations
  expect(order).toMatchObject({ op: 'add', data: { id: values.id, attributes: { laskutus_email: 'laskut@putki.example' } } })
  expect(line).toMatchObject({
    op: 'add',
    data: {
      id: values.rows[0]?.id,
      attributes: {
        maara: 4,
        pituus: 800,
        leveys: 670,
        korkeus: 1655,
        yksikkopaino: 120.25,
        nouto_nimi: 'Varasto',
        toimitus_postitmp: 'Turku',
      },
      relationships: { tilaus: { data: { id: values.id } } },
    },
  })
})

test('the same form gives the same operations again, so that a retry keeps its idempotency key', () => {
  const values = filled()
  expect(orderSave(values, customer)).toMatchObject({ operations: orderSave(values, customer).operations })
})

test('the driver that was chosen drives every line of a new order; a stored order keeps those of its lines', () => {
  const values = { ...filled(), kuljettaja: 'k1' }
  expect(orderSave(values, customer).operations[1]).toMatchObject({ data: { relationships: { kuljettaja: { data: { id: 'k1' } } } } })
  const stored = { ...saved([shipment('l1', 1)]), kuljettaja: 'k1', viesti: 'Soita' }
  expect(JSON.stringify(orderSave(stored, customer).operations)).not.toContain('k1')
})

test('only those who may set prices send a price', () => {
  const values = { ...filled(), hinta: '228,40' }
  expect(JSON.stringify(orderSave(values, customer).operations)).not.toContain('"hinta"')
  expect(orderSave(values, { ...customer, mayPrice: true }).operations[0]).toMatchObject({ data: { attributes: { hinta: 228.4 } } })
})

test('a typed address is saved with its contact, and the order points at both', () => {
  const values = filled()
  const place = { ...firstOf(values.toimitus), save: true, etunimi: 'Matti' }
  const { operations, fieldOf } = orderSave({ ...values, toimitus: [place] }, customer)
  expect(operations.map((operation) => ('data' in operation ? operation.data.type : ''))).toEqual([
    'yhteyshenkilo_entity--yhteyshenkilo',
    'osoite_entity--postiosoite',
    'tilaus_entity--tilaus_entity',
    'lahetys_entity--lahetys',
  ])
  expect(operations[3]).toMatchObject({ data: { relationships: { toimitus_osoite: { data: { id: place.saveAs.osoite } } } } })
  expect(fieldOf('/atomic:operations/0/data/attributes/puhelin')).toBe('toimitus.0.puhelin')
  expect(fieldOf('/atomic:operations/1/data/attributes/field_postinumero')).toBe('toimitus.0.postinro')
})

test('an order without edits saves nothing', () => {
  expect(types(saved([shipment('a', 1), shipment('b', 2)]))).toEqual([])
})

test('a row keeps its own shipment when another row is removed', () => {
  const values = saved([shipment('a', 1), shipment('b', 2, { maara: 2 })])
  const { operations } = orderSave({ ...values, rows: values.rows.slice(1) }, customer)
  expect(operations).toEqual([{ op: 'remove', ref: { type: 'lahetys_entity--lahetys', id: 'a' }, meta: { vid: 3 } }])
})

test('a duplicated row becomes a new shipment and does not change the others', () => {
  const values = saved([shipment('a', 1), shipment('b', 2, { maara: 2 })])
  const [first, second] = values.rows
  if (!first || !second) throw new Error('rows')
  expect(types({ ...values, rows: [first, { ...first, id: 'new' }, second] })).toEqual(['add lahetys_entity--lahetys'])
})

test('changes carry the versions that were read', () => {
  const values = saved([shipment('a', 1), shipment('b', 2)])
  const { operations } = orderSave({ ...values, viite: 'B', laskutus: { ...laskutus, laskutus_viesti: 'KP 12' } }, customer)
  expect(operations).toMatchObject([
    { op: 'update', data: { id: 'o1', attributes: { vid: 7, laskutus_viesti: 'KP 12' } } },
    { op: 'update', data: { id: 'a', attributes: { vid: 3, viite: 'B' } } },
    { op: 'update', data: { id: 'b', attributes: { vid: 3, viite: 'B' } } },
  ])
})

test('cancelled shipments are not on the form', () => {
  const values = saved([{ ...shipment('a', 1), tila: 'peruutettu' }, shipment('b', 2)])
  expect(values.rows.map(({ id }) => id)).toEqual(['b'])
  expect(types({ ...values, viite: 'B' })).toEqual(['update lahetys_entity--lahetys'])
})

test("a fault from the server is shown at its row's field, also after the row has moved", () => {
  const values = saved([shipment('a', 1), shipment('b', 2)])
  const [first, second] = values.rows
  if (!first || !second) throw new Error('rows')
  const rows = [
    { ...first, id: 'new' },
    { ...second, paino: 400 },
  ]
  const { operations, fieldOf } = orderSave({ ...values, rows }, customer)
  expect(operations.map(({ op }) => op)).toEqual(['update', 'add', 'remove'])
  expect(fieldOf('/atomic:operations/0/data/attributes/yksikkopaino')).toBe('rows.1.paino')
  expect(fieldOf('/atomic:operations/1/data/attributes/maara')).toBe('rows.0.maara')
  expect(fieldOf('/atomic:operations/1/data/attributes/nouto_postinro')).toBe('nouto.0.postinro')
  expect(fieldOf('/atomic:operations/1/data/relationships/toimitus_osoite')).toBe('toimitus.0.osoite1')
  expect(fieldOf('/atomic:operations/2')).toBeNull()
})

const job = (id: string, number: number, more: Partial<SavedJob> = {}) => ({
  ...blankDomainRow('tuntituote'),
  nouto_nimi: 'Varasto',
  viite: 'A',
  aika: 90,
  ...more,
  id,
  vid: 4,
  drupal_internal__id: number,
})

test('extra work is an hourly job at the pickup, its hours kept in minutes', () => {
  const values = filled()
  const work = { ...blankJob(newId, firstOf(values.nouto).key), tuntituote_tyyppi: 't1', amount: '1,5', selite: 'Purku' }
  const { operations, fieldOf } = orderSave({ ...values, jobs: [work], toivottu_toimitus: 1_774_908_000 }, customer)
  expect(operations[2]).toMatchObject({
    op: 'add',
    data: {
      type: 'tuntituote--tuntituote',
      id: work.id,
      attributes: { aika: 90, matka: 0, selite: 'Purku', nouto_nimi: 'Varasto', toimituspaiva: 1_774_908_000 },
      relationships: { tilaus: { data: { id: values.id } }, tuntituote_tyyppi: { data: { id: 't1' } } },
    },
  })
  expect(fieldOf('/atomic:operations/2/data/attributes/aika')).toBe('jobs.0.amount')
  expect(fieldOf('/atomic:operations/2/data/attributes/toimituspaiva')).toBe('toivottu_toimitus')
})

test('minutes shown as hours with two decimals are stored as the same minutes', () => {
  for (let aika = 0; aika <= 1000; aika++) {
    const row = { tuntituote_tyyppi: null, tyyppi: 'aika' as const, aika, matka: 0, maara: 0, selite: '' }
    expect(jobRowOf(typedJob(row))).toEqual(row)
  }
})

test('an order of hourly jobs alone is saved without shipments and has no delivery place', () => {
  const values = valuesOf({ ...blankDomainRow('tilaus'), ...laskutus, id: 'o1', vid: 7 }, [], [job('j', 1)], newId)
  expect(values).toMatchObject({
    rows: [],
    nouto: [{ nimi: 'Varasto' }],
    toimitus: [{ nimi: '' }],
    viite: 'A',
    jobs: [{ id: 'j', amount: 1.5 }],
  })
  expect(types(values)).toEqual([])
  expect(types({ ...values, viite: 'B' })).toEqual(['update tuntituote--tuntituote'])
  const fresh = { ...filled(), rows: [] }
  const jobs = [{ ...blankJob(newId, firstOf(fresh.nouto).key), tuntituote_tyyppi: 't1', amount: 2 }]
  expect(orderSave({ ...fresh, jobs }, customer).operations[0]).toMatchObject({ data: { attributes: { tyyppi: 'tunti' } } })
  expect(Object.keys(orderFaults({ ...fresh, jobs }, { now: 0, mayBePast: false })).filter((path) => path.startsWith('toimitus.'))).toEqual(
    [],
  )
})

test('a new wished day is sent together with the windows that the form shows', () => {
  const nouto_aika_alku = midnightOf('2026-11-24') + 14 * 3600
  const lines = [shipment('a', 1, { toivottu_toimitus: midnightOf('2026-11-25'), nouto_aika_alku })]
  const saved = valuesOf({ ...blankDomainRow('tilaus'), ...laskutus, id: 'o1' }, lines, [], newId)
  const { operations } = orderSave({ ...saved, toivottu_toimitus: midnightOf('2026-11-26') }, customer)
  expect(operations).toMatchObject([
    {
      op: 'update',
      data: { attributes: { nouto_aika_alku, nouto_aika_loppu: 0, toimitus_aika_alku: 0, toimitus_aika_loppu: 0 } },
    },
  ])
})

test('a dispatcher gives the service time of each row and one promised time, which customers neither write nor change', () => {
  const promised = midnightOf('2026-11-25') + 12 * 3600
  const form = filled()
  const typed = { ...form, rows: [{ ...firstOf(form.rows), palveluaika: '20' }], luvattu_aika: promised }
  expect(orderSave(typed, dispatcher).operations[1]).toMatchObject({ data: { attributes: { palveluaika: 20, luvattu_aika: promised } } })
  expect(JSON.stringify(orderSave(typed, customer).operations)).not.toMatch(/palveluaika|luvattu_aika/)

  const stored = saved([shipment('a', 1, { palveluaika: 30, luvattu_aika: promised }), shipment('b', 2, { luvattu_aika: promised + 3600 })])
  expect(stored).toMatchObject({
    luvattu_aika: promised,
    rows: [{ palveluaika: 30 }, { palveluaika: '', own: { luvattu_aika: promised + 3600 } }],
  })
  expect(orderSave(stored, dispatcher).operations).toEqual([])
  expect(orderSave({ ...stored, luvattu_aika: 0 }, dispatcher).operations).toMatchObject([
    { op: 'update', data: { id: 'a', attributes: { luvattu_aika: 0 } } },
  ])
  expect(orderSave({ ...stored, viite: 'B' }, customer).operations).toHaveLength(2)
})

test('minutes and moments that cannot be read are faults at their fields', () => {
  const form = filled()
  const faults = (minutes: string, luvattu_aika: string | number) =>
    orderFaults({ ...form, rows: [{ ...firstOf(form.rows), palveluaika: minutes }], luvattu_aika }, { now: 0, mayBePast: true })
  expect(faults('601', '25.11.2026 klo 25.9')).toMatchObject({ 'rows.0.palveluaika': expect.any(String), luvattu_aika: expect.any(String) })
  expect(Object.keys(faults('600', 0)).filter((path) => /palveluaika|luvattu/.test(path))).toEqual([])
})

test('a copy contains what was ordered: live lines, today instead of a past day, no references to removed rows', () => {
  const order = { ...blankDomainRow('tilaus'), ...laskutus, id: 'o1', vid: 7, hinta: 100, tilausnro: 1042 }
  const past = {
    toivottu_toimitus: midnightOf('2026-03-01'),
    tuote: 'gone',
    nouto_osoite: 'kept',
    toimitus_osoite: 'gone',
    kuvat: ['f'],
    hinta: 9,
    palveluaika: 15,
    luvattu_aika: midnightOf('2026-03-01'),
  }
  const shipments = [
    shipment('a', 1, past),
    { ...shipment('b', 2), tila: 'peruutettu' as const },
    shipment('c', 3, { ...past, tuote: 'p' }),
  ]
  const expected = {
    key: 'kept',
    place: { ...firstOf(filled().nouto), osoite: 'kept', yhteyshenkilo: null },
    source: 'saved' as const,
    lastUsed: 0,
    point: null,
  }
  const product = { ...blankDomainRow('tuote'), id: 'p', pituus: 1200, leveys: 300, lukitse_pituus: true }
  const read = {
    order,
    shipments,
    jobs: [{ ...job('j', 1), nouto_osoite: 'kept', toimituspaiva: 0, minimilaskutus: 120 }],
  }
  const now = midnightOf('2026-03-10') + 3600
  const options = { only: undefined, products: [product], places: { nouto: [expected], toimitus: [expected] }, locks: true, now, newId }
  const copy = clonedOrder(read, options)
  expect(copy).toMatchObject({
    saved: null,
    hinta: '',
    viite: 'A',
    toivottu_toimitus: midnightOf('2026-03-10'),
    nouto: [{ nimi: 'Varasto', osoite: 'kept' }],
    toimitus: [{ osoite: null }],
    rows: [
      { tuote: null, pituus: 80 },
      { tuote: 'p', pituus: 120, leveys: '' },
    ],
    jobs: [{ amount: 1.5 }],
  })
  const ids = [copy.id, ...copy.rows.map(({ id }) => id), ...copy.jobs.map(({ id }) => id)]
  expect(ids.filter((id) => ['o1', 'a', 'b', 'c', 'j'].includes(id))).toEqual([])
  const { operations } = orderSave(copy, customer)
  expect(operations.every(({ op }) => op === 'add')).toBe(true)
  expect(JSON.stringify(operations)).not.toMatch(/"(hinta|tila|tilauksen_tila|kuvat|kuljettaja|tilausnro|palveluaika|luvattu_aika)"/)

  // The terms of an hourly price are copied only for those who may write them.
  const hourly = (mayPrice: boolean) => orderSave(copy, { ...customer, mayPrice }).operations.at(-1)
  expect(hourly(true)).toMatchObject({ data: { attributes: { minimilaskutus: 120 } } })
  expect(JSON.stringify(hourly(false))).not.toContain('minimilaskutus')

  const one = clonedOrder(read, { ...options, only: 'b' })
  expect([one.rows.length, one.jobs.length]).toEqual([1, 0])
})

test('the next order starts from the same pickup and billing, and from nothing else', () => {
  const done = { ...filled(), viite: 'PO-1' }
  const next = nextOrder(done, newId)
  expect(firstOf(next.nouto).osoite1).toBe('Satamakatu 12')
  expect(next.laskutus).toEqual(done.laskutus)
  expect([next.viite, firstOf(next.toimitus).osoite1, next.id === done.id]).toEqual(['', '', false])
  const pickup = firstOf(done.nouto)
  const expected = firstOf(nextOrder({ ...done, nouto: [{ ...pickup, save: true }] }, newId).nouto)
  expect([firstOf(next.nouto).osoite, expected.osoite, expected.save]).toEqual([null, pickup.saveAs.osoite, false])
  expect(orderSave(next, customer).operations).toHaveLength(2)
})

test('sums follow the typed values without rounding errors in hundredths', () => {
  expect(
    totalsOf([
      { maara: 3, paino: '0,1' },
      { maara: '', paino: 5 },
    ]),
  ).toEqual({ pieces: 3, kilos: 0.3 })
})

test('the permission to leave goods is sent when it is chosen; otherwise the customer’s default applies', () => {
  const leavingOf = (values: OrderValues) =>
    orderSave(values, customer).operations.flatMap(({ op, ...rest }) =>
      'data' in rest ? [`${op} ${rest.data.attributes?.saa_jattaa}`] : [],
    )
  expect(leavingOf(filled())[0]).toBe('add undefined')
  expect(leavingOf({ ...filled(), saa_jattaa: 'kylla' })[0]).toBe('add kylla')
  const values = valuesOf(
    { ...blankDomainRow('tilaus'), ...laskutus, id: 'o1', vid: 7, saa_jattaa: 'kylla' },
    [shipment('a', 1)],
    [],
    newId,
  )
  expect(orderSave(values, customer).operations).toEqual([])
  expect(leavingOf({ ...values, saa_jattaa: 'ei' })).toEqual(['update ei'])
})
