import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderStates, orderTypes, type ShipmentState, shipmentStates } from '../../entities/order/order.states.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { isFollowable, trackedOrder, trackingEnd } from './tracked-order.ts'
import { arrivalText, type TrackedShipment, trackedStates } from './tracked-shipment.ts'

const now = midnightOf('2026-11-24') + 10 * 3600
const delivered = { tilauksen_tila: 'toimitettu', avoin: false, timestamp_toimitettu: now } as const
const keys = <K extends string>(table: Readonly<Record<K, string>>): K[] => Object.keys(table) as K[]

describe('an order can be followed', () => {
  test('from its creation, while it has something to deliver', () => {
    expect(isFollowable(blankRow('tilaus'), now)).toBe(true)
    expect(isFollowable(blankRow('tilaus', { avoin: false }), now)).toBe(false)
    expect(isFollowable(blankRow('tilaus', { status: 0 }), now)).toBe(false)
    expect(isFollowable(blankRow('tilaus', { tyyppi: 'tunti' }), now)).toBe(false)
  })

  test('until 45 days after the delivery have passed in Helsinki', () => {
    const order = blankRow('tilaus', delivered)
    expect(trackingEnd(order)).toBe(midnightOf('2027-01-09'))
    expect(isFollowable(order, trackingEnd(order) - 1)).toBe(true)
    expect(isFollowable(order, trackingEnd(order))).toBe(false)
    const invoiced = blankRow('tilaus', { ...delivered, tilauksen_tila: 'laskutettu' })
    expect(isFollowable(invoiced, trackingEnd(order) - 1)).toBe(true)
    expect(isFollowable(invoiced, trackingEnd(order))).toBe(false)
  })
})

const secret = fc.stringMatching(/^[a-zåäö]{12}[0-9]{4}$/)
const shipment = fc.record({
  tila: fc.constantFrom(...keys(shipmentStates)),
  toivottu_toimitus: fc.constantFrom(0, midnightOf('2026-11-23'), midnightOf('2026-11-24'), midnightOf('2026-11-30')),
  timestamp_toimitettu: fc.constantFrom(0, now - 600),
  status: fc.constantFrom(1, 1, 1, 0),
})
const order = fc.record({
  tyyppi: fc.constantFrom(...keys(orderTypes)),
  tilauksen_tila: fc.constantFrom(...keys(orderStates)),
  avoin: fc.boolean(),
  timestamp_toimitettu: fc.integer({ min: now - 60 * 86_400, max: now }),
})
/** A row in which every text except the town is a different secret. */
const filled = <N extends 'tilaus' | 'lahetys'>(name: N, make: () => string) => {
  const row = blankRow(name)
  const texts = Object.entries(row).flatMap(([key, value]) =>
    typeof value === 'string' && (value === '' || key.endsWith('_maa')) && key !== 'toimitus_postitmp' ? [[key, make()]] : [],
  )
  return { ...row, hinta: 987_654.32, ...Object.fromEntries(texts) }
}

test('a stranger sees only the town, the state, the days and the receiver’s name, whatever the order contains', () => {
  fc.assert(
    fc.property(order, fc.array(shipment, { maxLength: 4 }), fc.infiniteStream(secret), (values, lines, secrets) => {
      const used: string[] = []
      const make = (): string => {
        const text = `${secrets.next().value}${used.length}`
        used.push(text)
        return text
      }
      const rows = lines.map((line) => ({ ...filled('lahetys', make), ...line, toimitus_postitmp: 'Kotka' }))
      const tracked = trackedOrder(
        { ...filled('tilaus', make), ...values },
        rows,
        rows.map(() => 'Ville Vastaanottaja'),
        now,
      )
      const text = JSON.stringify(tracked)
      for (const one of [...used, '987654', ...['odottaa_siirtoa', 'siirto', 'siirretty', 'laskutettu']]) expect(text).not.toContain(one)
      if (!tracked) return
      expect(tracked.lahetykset).toHaveLength(lines.filter(({ status }) => status === 1).length)
      for (const { tila, vastaanottaja, toimitettu, ...others } of tracked.lahetykset) {
        expect(trackedStates).toContain(tila)
        expect(Object.keys(others)).toEqual(['paikkakunta', 'toivottu_toimitus', 'saapuminen', 'pysahdyksia_ennen', 'myohastyminen'])
        if (tila !== 'toimitettu' && values.tilauksen_tila === 'kuljetuksessa') expect([toimitettu, vastaanottaja]).toEqual([0, ''])
      }
    }),
  )
})

test.each([
  ['uusi', 'odottaa_noutoa', 'uusi'],
  ['kuljetuksessa', 'odottaa_noutoa', 'odottaa_noutoa'],
  ['kuljetuksessa', 'kuljetuksessa', 'kuljetuksessa'],
  ['kuljetuksessa', 'siirretty', 'kuljetuksessa'],
  ['kuljetuksessa', 'peruutettu', 'peruutettu'],
  ['toimitettu', 'toimitettu', 'toimitettu'],
  ['laskutettu', 'toimitettu', 'toimitettu'],
] as const)('of an order that is %s, a shipment that is %s is shown as %s', (tilauksen_tila, tila, tracked) => {
  const closed = tilauksen_tila === 'toimitettu' || tilauksen_tila === 'laskutettu'
  const of = blankRow('tilaus', { ...(closed ? delivered : {}), tilauksen_tila })
  // A place can be followed while it has shipments that are not cancelled.
  const other = blankRow('lahetys', { tila: closed ? 'toimitettu' : 'odottaa_noutoa' })
  expect(trackedOrder(of, [blankRow('lahetys', { tila }), other], [], now)?.lahetykset.map((one) => one.tila)[0]).toEqual(tracked)
  expect(trackedOrder({ ...of, status: 0 }, [blankRow('lahetys', { tila })], [], now)).toBeNull()
})

describe('the text about the time of arrival', () => {
  const tracked = (values: Partial<TrackedShipment>) =>
    arrivalText(
      {
        tila: 'kuljetuksessa',
        paikkakunta: 'Kotka',
        toivottu_toimitus: midnightOf('2026-11-24'),
        toimitettu: 0,
        vastaanottaja: '',
        saapuminen: null,
        pysahdyksia_ennen: null,
        myohastyminen: 0,
        ...values,
      },
      now,
    )
  test.each<[Partial<TrackedShipment>, string]>([
    [{}, 'Odotettu toimituspäivä: tänään, ti 24.11.'],
    [{ toivottu_toimitus: midnightOf('2026-11-25') }, 'Odotettu toimituspäivä: huomenna, ke 25.11.'],
    [{ toivottu_toimitus: midnightOf('2026-11-27') }, 'Odotettu toimituspäivä: pe 27.11.'],
    [{ toivottu_toimitus: 0 }, 'Toimituspäivää ei ole vielä tiedossa.'],
    [{ tila: 'myohassa', toivottu_toimitus: midnightOf('2026-11-23') }, 'Toimitus on myöhässä. Sen piti saapua ma 23.11.'],
    [{ tila: 'myohassa' }, 'Toimitus voi myöhästyä. Sen on määrä saapua tänään, ti 24.11.'],
    [{ tila: 'myohassa', toivottu_toimitus: 0 }, 'Toimitus on myöhässä. Uutta toimituspäivää ei ole vielä tiedossa.'],
    [{ tila: 'toimitettu' }, 'Toimitettu.'],
    [{ tila: 'toimitettu', toimitettu: now }, 'Toimitettu ti 24.11. klo 10.00.'],
    [{ tila: 'peruutettu' }, 'Kuljetus on peruttu.'],
    [{ saapuminen: { alku: now, loppu: now + 3600 } }, 'Arvioitu saapuminen tänään, ti 24.11. klo 10.00–11.00.'],
    [{ saapuminen: { alku: now + 86_400, loppu: now + 90_000 } }, 'Arvioitu saapuminen huomenna, ke 25.11. klo 10.00–11.00.'],
  ])('%j', (values, text) => expect(tracked(values)).toBe(text))
})

describe('an order to several places', () => {
  const kotka = { toimitus_postitmp: 'Kotka', timestamp_toimitettu: now - 600 }
  const order = blankRow('tilaus', { tilauksen_tila: 'kuljetuksessa' })

  test('a place is delivered, and its link ends, by its own shipments while the order is still under way', () => {
    const here = [blankRow('lahetys', { ...kotka, tila: 'toimitettu' }), blankRow('lahetys', { ...kotka, tila: 'peruutettu' })]
    expect(trackedOrder(order, here, ['Ville'], now)).toMatchObject({
      vaihe: 3,
      paattyy: midnightOf('2027-01-09'),
      lahetykset: [{ tila: 'toimitettu', vastaanottaja: 'Ville' }, { tila: 'peruutettu' }],
    })
    expect(trackedOrder(order, here, [], midnightOf('2027-01-09'))).toBeNull()
  })

  test('a place under way is shown by its own shipments, and one with all shipments cancelled cannot be followed', () => {
    expect(trackedOrder(order, [blankRow('lahetys', { ...kotka, tila: 'odottaa_noutoa' })], [], now)).toMatchObject({
      vaihe: 0,
      paattyy: 0,
    })
    expect(trackedOrder(order, [blankRow('lahetys', { ...kotka, tila: 'peruutettu' })], [], now)).toBeNull()
  })

  test('a place is delivered with the last of its shipments, and removed ones do not count', () => {
    const last = blankRow('lahetys', { ...kotka, tila: 'toimitettu', timestamp_toimitettu: now + 86_400 })
    const here = [blankRow('lahetys', { ...kotka, tila: 'toimitettu' }), last]
    const removed = blankRow('lahetys', { ...kotka, tila: 'kuljetuksessa', status: 0 })
    expect(trackedOrder(order, [...here, removed], [], now)).toMatchObject({ vaihe: 3, paattyy: midnightOf('2027-01-10') })
    expect(trackedOrder(order, [...here, { ...removed, status: 1 }], [], now)).toMatchObject({ paattyy: 0 })
  })

  test('nothing of an order is shown for a place without shipments', () => {
    const done = blankRow('tilaus', delivered)
    expect(trackedOrder(done, [], [], now)).toBeNull()
    expect(trackedOrder(done, [blankRow('lahetys', { ...kotka, tila: 'toimitettu', status: 0 })], [], now)).toBeNull()
  })
})

describe('a shipment that is late', () => {
  const order = blankRow('tilaus', { tilauksen_tila: 'kuljetuksessa' })
  const late = { toivottu_toimitus: midnightOf('2026-11-23'), myohastyminen: 20 }
  const seen = (values: Parameters<typeof blankRow<'lahetys'>>[1]) =>
    trackedOrder(order, [blankRow('lahetys', { ...late, ...values }), blankRow('lahetys')], [], now)

  test('is on the way once it was picked up', () => {
    expect(seen({ tila: 'myohassa', timestamp_noudettu: now - 3600 })?.vaihe).toBe(
      seen({ tila: 'kuljetuksessa', timestamp_noudettu: now - 3600 })?.vaihe,
    )
    expect(seen({ tila: 'myohassa', timestamp_noudettu: now - 3600 })?.vaihe).not.toBe(seen({ tila: 'odottaa_noutoa' })?.vaihe)
  })

  test('is shown as late, by the minutes that the driver has reported, until it is delivered or cancelled', () => {
    const shown = (tila: ShipmentState) => {
      const [first] = seen({ tila })?.lahetykset ?? []
      return [first?.tila, first?.myohastyminen]
    }
    expect(shown('kuljetuksessa')).toEqual(['myohassa', 20])
    expect(shown('toimitettu')).toEqual(['toimitettu', 0])
    expect(shown('peruutettu')).toEqual(['peruutettu', 0])
  })
})
