import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { billingPeriodOf } from './billing-period.ts'
import { type BillableOrder, planInvoices } from './plan-invoices.ts'
import { referenceNumberOf } from './reference-number.ts'

const customer = (values: Partial<BillableOrder['asiakas']> = {}): BillableOrder['asiakas'] => ({
  ...{ id: 'a', name: 'Pirkan Putki Oy', tyyppi: 'yritys', y_tunnus: '0116297-6', maksuehto: 14, laskutusvali: 'tilaus' },
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
  const { invoices, refused } = planInvoices(orders, rate)
  expect(refused.size).toBe(0)
  expect(invoices.map(({ rows }) => rows.map(({ vatPercent }) => vatPercent))).toEqual([[24, 25.5], [25.5], [24], [24]])
})

test('orders of a customer without an interval are invoiced one by one', () => {
  expect(planInvoices([order(), order()], rate).invoices).toHaveLength(2)
})

test('a group is one row at its joint price and the rate of its last delivery; one incomplete order stops it', () => {
  const ryhma = { id: 'g', tunniste: 'TR-1', hinta: 500.5, kesken: false }
  const [first, last] = [order({ ryhma, hinta: 0 }), order({ ryhma, hinta: 0, timestamp_toimitettu: midnightOf('2026-03-15') })]
  const { invoices } = planInvoices([last, first], rate)
  expect(invoices.map(({ rows }) => rows)).toMatchObject([
    [{ name: `Kuljetukset ${first.tunniste}, ${last.tunniste}`, netCents: 50_050, vatPercent: 25.5, group: 'g', waybill: '' }],
  ])
  const incomplete = planInvoices([first, { ...last, laskutus_email: '' }], rate)
  expect(incomplete.invoices).toEqual([])
  expect([...incomplete.refused.keys()].sort()).toEqual([first.id, last.id].sort())
  expect(incomplete.refused.get(first.id)).toBe('Laskutusosoite puuttuu.')
})

test.each([
  ['Kuljetus T-1, Tampere–Vaasa', {}],
  ['Kuljetus T-1', { from: '' }],
  ['Tuntityö T-1', { tyyppi: 'tunti', lahetyksia: 0 }],
  ['Vuokra 1.11.2026–30.11.2026: Tila', { tyyppi: 'vuokraus', lahetyksia: 0, laskutus_viesti: 'Vuokra 1.11.2026–30.11.2026:\nTila' }],
  ['Vuokra T-1', { tyyppi: 'vuokraus', lahetyksia: 0 }],
] as const)('a row is named %s', (name, values) => {
  const { invoices } = planInvoices([order({ tunniste: 'T-1', ...values })], rate)
  expect(invoices).toMatchObject([{ rows: [{ name }] }])
})

test('a group whose orders have different billing addresses is refused', () => {
  const ryhma = { id: 'g', tunniste: 'TR-1', hinta: 500, kesken: false }
  const [first, last] = [order({ ryhma }), order({ ryhma, laskutus_email: 'toiset@esimerkki.fi' })]
  const { invoices, refused } = planInvoices([first, last], rate)
  expect(invoices).toEqual([])
  expect([...refused]).toEqual([first, last].map(({ id }) => [id, 'Ryhmän tilauksilla on eri laskutustiedot.']))
})

test('every order is on exactly one row or refused', () => {
  const orders = Array.from({ length: 40 }, (_, index) =>
    order({ hinta: index % 7, asiakas: customer({ laskutusvali: index % 2 ? 'viikko' : 'tilaus' }) }),
  )
  const { invoices, refused } = planInvoices(orders, rate)
  const placed = invoices.flatMap(({ rows }) => rows.flatMap((row) => row.orders.map(({ id }) => id)))
  expect([...placed, ...refused.keys()].sort()).toEqual(orders.map(({ id }) => id).sort())
})

test('a reference number is the invoice number with its check digit', () => {
  expect(referenceNumberOf(10_001)).toBe('100010')
})
