import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { billingPeriodOf } from './billing-period.ts'
import { type BillableOrder, planInvoices } from './plan-invoices.ts'
import { takesAnything } from './providers/missing-for-provider.ts'

const customer = (values: Partial<BillableOrder['asiakas']> = {}): BillableOrder['asiakas'] => ({
  ...{ id: 'a', name: 'Pirkan Putki Oy', tyyppi: 'yritys', y_tunnus: '0116297-6', maksuehto: 14, laskutusvali: 'tilaus' },
  talenom_asiakasnumero: '',
  ...values,
})
let number = 1000
const order = (values: Partial<BillableOrder> = {}): BillableOrder => {
  number++
  return {
    ...blankRow('tilaus', { laskutus_email: 'laskut@esimerkki.fi', hinta: 100, timestamp_toimitettu: midnightOf('2026-03-10') }),
    ...{
      id: `o${number}`,
      tunniste: `T-${number}`,
      lahetyksia: 1,
      tuntityot: [],
      viitteet: [],
      rahtikirja: '200000000017',
      from: 'Tampere',
      to: 'Vaasa',
    },
    ...{ asiakas: customer(), ryhma: null },
    ...values,
  }
}
const rate = (at: number) => (at >= midnightOf('2026-03-15') ? 25.5 : 24)
const seller = { eInvoiceAddress: '003712345671', operator: '003723327487' }
const terms = { receiver: { name: 'finvoice', limits: takesAnything, seller }, vatRateAt: rate } as const

test.each([
  ['tilaus', '2026-03-10', null],
  // A week runs from Monday, over the year and over the change of clocks (29.3.2026).
  ['viikko', '2026-01-01', '2025-12-29'],
  ['viikko', '2026-03-29', '2026-03-23'],
  ['viikko', '2026-03-30', '2026-03-30'],
  ['puolikuu', '2026-03-15', '2026-03-a'],
  ['puolikuu', '2026-03-16', '2026-03-b'],
  ['kuukausi', '2028-02-29', '2028-02'],
] as const)('a period by %s of %s is %s', (interval, day, period) => {
  expect(billingPeriodOf(interval, midnightOf(day))).toBe(period)
  expect(billingPeriodOf(interval, midnightOf(day) + 82_000)).toBe(period)
})

test('orders of a period, customer and address are one invoice; each by its own rate', () => {
  const asiakas = customer({ laskutusvali: 'kuukausi' })
  const orders = [
    order({ asiakas }),
    order({ asiakas, timestamp_toimitettu: midnightOf('2026-03-20') }),
    order({ asiakas, timestamp_toimitettu: midnightOf('2026-04-01') }),
    order({ asiakas, laskutus_email: 'toiset@esimerkki.fi' }),
    order({ asiakas: customer({ id: 'b', laskutusvali: 'kuukausi' }) }),
  ]
  const { invoices, refused } = planInvoices(orders, terms)
  expect(refused.size).toBe(0)
  expect(invoices.map(({ rows }) => rows.map(({ vatPercent }) => vatPercent))).toEqual([[24, 25.5], [25.5], [24], [24]])
})

test('orders of a customer without an interval are invoiced one by one', () => {
  expect(planInvoices([order(), order()], terms).invoices).toHaveLength(2)
})

test('a group is one row at its joint price and the rate of its last delivery; one incomplete order stops it', () => {
  const ryhma = { id: 'g', tunniste: 'TR-1', hinta: 500.5, kesken: false }
  const [first, last] = [order({ ryhma, hinta: 0 }), order({ ryhma, hinta: 0, timestamp_toimitettu: midnightOf('2026-03-15') })]
  const { invoices } = planInvoices([last, first], terms)
  expect(invoices.map(({ rows }) => rows)).toMatchObject([
    [{ name: `Kuljetukset ${first.tunniste}, ${last.tunniste}`, netCents: 50_050, vatPercent: 25.5, group: 'g', waybill: '' }],
  ])
  const incomplete = planInvoices([first, { ...last, laskutus_email: '' }], terms)
  expect(incomplete.invoices).toEqual([])
  expect([...incomplete.refused.keys()].sort()).toEqual([first.id, last.id].sort())
  expect(incomplete.refused.get(first.id)).toEqual({ message: 'Laskutusosoite puuttuu.', missing: ['laskutusosoite'] })
})

test('a group is invoiced in the period of its last delivery, its orders in the order of delivery, then of their ids', () => {
  const ryhma = { id: 'g', tunniste: 'TR-1', hinta: 500, kesken: false }
  const asiakas = customer({ laskutusvali: 'kuukausi' })
  const april = midnightOf('2026-04-01')
  const late = order({ id: 'a', ryhma, asiakas, timestamp_toimitettu: april })
  const [one, two, three] = ['b', 'c', 'd'].map((id) => order({ id, ryhma, asiakas }))
  if (!one || !two || !three) throw new Error('three orders')
  const alone = order({ id: 'e', asiakas, timestamp_toimitettu: april })
  const sorted = [one, two, three, late].map(({ id }) => id)
  for (const some of [
    [late, three, two, one],
    [one, two, three, late],
    [two, late, one, three],
  ]) {
    const { invoices } = planInvoices([...some, alone], terms)
    expect(invoices.map(({ rows }) => rows.map(({ orders }) => orders.map(({ id }) => id)))).toEqual([[sorted, [alone.id]]])
  }
})

test('a row has the numbers of its orders and of their group, each reference once, and the waybill of a single order', () => {
  const ryhma = { id: 'g', tunniste: 'TR-1', hinta: 500, kesken: false }
  const rowsOf = (...orders: BillableOrder[]) => planInvoices(orders, terms).invoices.flatMap(({ rows }) => rows)
  const [first, last] = [
    order({ id: 'a', tunniste: 'T-1', viitteet: ['X', 'Y'] }),
    order({ id: 'b', tunniste: 'T-2', viitteet: ['Y', 'Z'] }),
  ]
  expect(rowsOf(first)).toMatchObject([{ orderNumbers: ['T-1'], references: ['X', 'Y'], waybill: '200000000017', group: null }])
  expect(rowsOf({ ...first, ryhma }, { ...last, ryhma })).toMatchObject([
    { orderNumbers: ['T-1', 'T-2', 'TR-1'], references: ['X', 'Y', 'Z'], waybill: '', group: 'g' },
  ])
})

test('hourly work alone is charged by the hour; with shipments or in a group it is one piece', () => {
  const work = { ...{ aika: 120, matka: 0, maara: 0, minimilaskutus: 0, aloitusaika: 0, lopetusaika: 0, sovittu_hinta: 0 } }
  const hourly = { lahetyksia: 0, tuntityot: [{ ...work, tyyppi: 'aika' as const, tuntituote_hinta: 50 }] }
  const ryhma = { id: 'g', tunniste: 'TR-1', hinta: 100, kesken: false }
  const chargedOf = (values: Partial<BillableOrder>) => planInvoices([order({ ...hourly, ...values })], terms).invoices[0]?.rows[0]
  expect(chargedOf({})).toMatchObject({ quantity: 2, unit: 'h', unitPrice: 50 })
  expect(chargedOf({ lahetyksia: 1 })).toMatchObject({ quantity: 1, unit: 'kpl', unitPrice: 0 })
  expect(chargedOf({ ryhma })).toMatchObject({ quantity: 1, unit: 'kpl', unitPrice: 0 })
})

test('the refusal of an order names all that it lacks', () => {
  const incomplete = order({ hinta: 0, laskutus_email: '' })
  expect(planInvoices([incomplete], terms).refused.get(incomplete.id)).toEqual({
    ...{ message: 'Hinta puuttuu. Laskutusosoite puuttuu.', missing: ['hinta', 'laskutusosoite'] },
  })
})

test.each([
  ['Tuntityöt T-1, T-2', 0, 0],
  ['Kuljetukset T-1, T-2', 0, 1],
  ['Kuljetukset T-1, T-2', 1, 1],
])('the row of a group is named %s when its orders have %i and %i shipments', (name, ...shipments) => {
  const ryhma = { id: 'g', tunniste: 'TR-1', hinta: 500, kesken: false }
  const orders = shipments.map((lahetyksia, index) => order({ id: `o${index}`, tunniste: `T-${index + 1}`, ryhma, lahetyksia }))
  expect(planInvoices(orders, terms).invoices).toMatchObject([{ rows: [{ name }] }])
})

test.each([
  [100, 'x'.repeat(100)],
  [101, `${'x'.repeat(99)}…`],
])('a row name of %i characters is cut to 100', (length, name) => {
  const rental = order({ tyyppi: 'vuokraus', lahetyksia: 0, laskutus_viesti: 'x'.repeat(length) })
  expect(planInvoices([rental], terms).invoices).toMatchObject([{ rows: [{ name }] }])
})

test.each([
  ['Kuljetus T-1, Tampere–Vaasa', {}],
  ['Kuljetus T-1', { from: '' }],
  ['Kuljetus T-1', { to: '' }],
  ['Tuntityö T-1', { tyyppi: 'tunti', lahetyksia: 0 }],
  ['Vuokra 1.11.2026–30.11.2026: Tila', { tyyppi: 'vuokraus', lahetyksia: 0, laskutus_viesti: ' Vuokra 1.11.2026–30.11.2026:\n\nTila ' }],
  ['Vuokra T-1', { tyyppi: 'vuokraus', lahetyksia: 0 }],
] as const)('a row is named %s', (name, values) => {
  const { invoices } = planInvoices([order({ tunniste: 'T-1', ...values })], terms)
  expect(invoices).toMatchObject([{ rows: [{ name }] }])
})

test('a group whose orders have different billing addresses is refused', () => {
  const ryhma = { id: 'g', tunniste: 'TR-1', hinta: 500, kesken: false }
  const [first, last] = [order({ ryhma }), order({ ryhma, laskutus_email: 'toiset@esimerkki.fi' })]
  const { invoices, refused } = planInvoices([first, last], terms)
  expect(invoices).toEqual([])
  const refusal = { message: 'Ryhmän tilauksilla on eri laskutustiedot.', missing: [] }
  expect([...refused]).toEqual([first, last].map(({ id }) => [id, refusal]))
})

test('orders and groups of any kind are each on exactly one row or refused, and the rows are their prices to the cent', () => {
  const cents = fc.integer({ min: 0, max: 9_999_999 })
  const group = fc.record({ cents, kesken: fc.boolean() })
  const member = fc.record({
    cents,
    group: fc.option(fc.nat({ max: 4 })),
    day: fc.nat({ max: 60 }),
    mail: fc.constantFrom('a@esimerkki.fi', ''),
  })
  const intervals = fc.constantFrom('tilaus', 'viikko', 'puolikuu', 'kuukausi')
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 5, maxLength: 5 }),
      fc.array(member, { maxLength: 25 }),
      intervals,
      (groups, members, laskutusvali) => {
        const orders = members.map((one, index) => {
          const found = one.group === null ? undefined : groups[one.group]
          return order({
            ...{ id: `o${index}`, hinta: one.cents / 100, laskutus_email: one.mail, asiakas: customer({ laskutusvali }) },
            timestamp_toimitettu: midnightOf('2026-03-01') + one.day * 86_400,
            ryhma: found ? { id: `g${one.group}`, tunniste: `TR-${one.group}`, hinta: found.cents / 100, kesken: found.kesken } : null,
          })
        })
        const { invoices, refused } = planInvoices(orders, terms)
        const rows = invoices.flatMap((invoice) => invoice.rows)
        const placed = rows.flatMap((row) => row.orders.map(({ id }) => id))
        expect([...placed, ...refused.keys()].sort()).toEqual(orders.map(({ id }) => id).sort())
        for (const row of rows) {
          const [first] = row.orders
          expect(row.netCents).toBe(Math.round(((first?.ryhma ?? first)?.hinta ?? 0) * 100))
          // The orders of a group are on the row of the group, all of them.
          expect(row.orders).toHaveLength(first?.ryhma ? orders.filter(({ ryhma }) => ryhma?.id === first.ryhma?.id).length : 1)
          expect(row.vatPercent).toBe(rate(Math.max(...row.orders.map(({ timestamp_toimitettu }) => timestamp_toimitettu))))
        }
      },
    ),
  )
})

test('every order is on exactly one row or refused', () => {
  const orders = Array.from({ length: 40 }, (_, index) =>
    order({ hinta: index % 7, asiakas: customer({ laskutusvali: index % 2 ? 'viikko' : 'tilaus' }) }),
  )
  const { invoices, refused } = planInvoices(orders, terms)
  const placed = invoices.flatMap(({ rows }) => rows.flatMap((row) => row.orders.map(({ id }) => id)))
  expect([...placed, ...refused.keys()].sort()).toEqual(orders.map(({ id }) => id).sort())
})
