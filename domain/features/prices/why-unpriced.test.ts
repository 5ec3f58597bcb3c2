import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import type { PriceList } from './price-list.ts'
import type { PricingData } from './price-of-order.ts'
import { whyUnpriced } from './why-unpriced.ts'

const list = (values: Partial<PriceList> = {}): PriceList => blankRow('hinnasto', { id: 'h1', ...values })
const known = (lists: PriceList[]): PricingData => ({
  lists,
  addresses: new Map(),
  codes: new Map([['FI-33100', { lat: 61, lng: 24 }]]),
  types: new Map([['t1', { hinta_h: 60, hinta_km: 1, hinta_kpl: 0 }]]),
  agreed: [],
})
const shipment = (values: object = {}) => blankRow('lahetys', { nouto_postinro: '33100', toimitus_postinro: '33100', maara: 1, ...values })
const job = (values: object = {}) => blankRow('tuntituote', { tuntituote_tyyppi: 't1', aika: 60, ...values })
const order = (shipments: ReturnType<typeof shipment>[], jobs: ReturnType<typeof job>[] = []) => ({
  ...{ asiakas: 'a1', paiva: 0, shipments, jobs },
})
const byKilo = list({ hinta_kg: 1 })

test.each([
  ['it has a price', order([shipment()]), [list({ perusmaksu: 5 })], null],
  ['there is no list', order([shipment()]), [], { puute: 'hinnasto', kohde: null, rivi: 0, paikka: '' }],
  [
    'the second shipment’s delivery is unknown',
    order([shipment(), shipment({ toimitus_postinro: '99999' })]),
    [list({ hinta_km: 1 })],
    { puute: 'matka', rivi: 2, paikka: 'toimitus' },
  ],
  ['a pickup is unknown', order([shipment({ nouto_postinro: '' })]), [list({ hinta_km: 1 })], { puute: 'matka', rivi: 1, paikka: 'nouto' }],
  [
    'the type has no price of the job’s kind',
    order([shipment()], [job(), job({ tyyppi: 'maara', maara: 2 })]),
    [list({ perusmaksu: 5 })],
    { puute: 'tuntihinta', rivi: 3, kohde: { entiteetti: 'tuntituote_tyyppi', id: 't1' } },
  ],
  ['the job has no type', order([], [job({ tuntituote_tyyppi: null })]), [], { puute: 'tuntihinta', rivi: 1, kohde: null }],
  ['it has no lines', order([]), [byKilo], { puute: 'rivit' }],
  ['the weight is missing', order([shipment({ paino: 5, maara: 0 }), shipment()].slice(1)), [byKilo], { puute: 'koko', rivi: 1 }],
  ['there are no pieces', order([shipment({ tyyppi: 'paketti', maara: 0 })]), [list({ hinta_paketti: 2 })], { puute: 'koko', rivi: 1 }],
  [
    'the list has no price for such goods',
    order([shipment({ tyyppi: 'muu' })]),
    [list({ hinta_paketti: 2 })],
    { puute: 'nolla', kohde: { entiteetti: 'hinnasto', id: 'h1' } },
  ],
  ['the kilometres of a job are missing', order([], [job({ tyyppi: 'matka' })]), [], { puute: 'maara', rivi: 1 }],
])('%s', (_when, request, lists, expected) => {
  const why = whyUnpriced(request, known(lists))
  if (expected === null) expect(why).toBeNull()
  else expect(why).toMatchObject(expected)
})
