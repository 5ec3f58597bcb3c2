import { describe, expect, test } from 'vitest'
import {
  doorOf,
  type NeededStop,
  numbered,
  orderedBy,
  type RouteStop,
  type ShiftRoute,
  type StopPlace,
  withoutWork,
  withStopsAt,
  withWork,
} from './route-stops.ts'

// Points on a line: a degree of `lng` is a kilometre.
const travel = (from: { lng: number }, to: { lng: number }) => ({ metres: Math.abs(to.lng - from.lng) * 1000, seconds: 0 })
let made = 0
const placing = { travel, newId: () => `new${++made}` }

const place = (lng: number | null, osoite1 = `Katu ${lng}`): StopPlace => ({
  ...{ nimi: '', osoite1, postinro: '15100', postitmp: 'Lahti', maa: 'FI', lat: lng === null ? null : 0, lng },
})
/** `nouto a+b` at 20; the work of `tyo` is an hourly job. */
function stop(id: string, text: string, lng: number | null, values: Partial<RouteStop> = {}): RouteStop {
  const [tyyppi, works = ''] = text.split(' ') as [RouteStop['tyyppi'], string?]
  const names = works === '' ? [] : works.split('+')
  const own = tyyppi === 'tyo' ? { lahetykset: [], tuntituote: names[0] ?? null } : { lahetykset: names, tuntituote: null }
  return { ...place(lng), id, tyovuoro: 'v', tyyppi, jarjestys: 1, lukittu: false, kesto: 0, ...own, ...values }
}
const route = (stops: RouteStop[], values: Partial<ShiftRoute> = {}): ShiftRoute => ({
  ...{ shift: 'v', isLocked: false, stops, done: new Set() },
  ...values,
})
const needed = (text: string, lng: number | null, street?: string): NeededStop => {
  const [type, work = ''] = text.split(' ') as [NeededStop['type'], string?]
  return { type, work, place: place(lng, street) }
}
const written = ({ stops }: ShiftRoute) =>
  stops.map(({ tyyppi, lahetykset, tuntituote }) => `${tyyppi} ${[...lahetykset, ...(tuntituote ? [tuntituote] : [])].join('+')}`.trim())

const door = (values: Partial<StopPlace>) => doorOf({ ...place(1, 'Satamatie 2'), ...values })
test.each([
  ['letters and spaces', { osoite1: ' SATAMATIE 2 ', postinro: ' 15100', maa: 'fi' }, true],
  ['no country, which is Finland', { maa: '' }, true],
  ['another town with the postal code', { postitmp: 'Hollola' }, true],
  ['another point', { lat: 5, lng: 5 }, true],
  ['another street', { osoite1: 'Satamatie 3' }, false],
  ['another postal code', { postinro: '15110' }, false],
  ['another country', { maa: 'SE' }, false],
])('with %s the door is the same: %s', (_, values, same) => {
  expect(door(values) === door({})).toBe(same)
})

test('a door needs a street, and a postal code or a town', () => {
  expect([door({ osoite1: ' ' }), door({ postinro: ' ', postitmp: ' ' })]).toEqual([null, null])
  expect(door({ postinro: '' })).not.toBeNull()
  expect(door({ postinro: '' })).toBe(door({ postinro: '', postitmp: 'LAHTI ' }))
})

describe('new stops', () => {
  const line = [stop('a', 'nouto x', 10), stop('b', 'toimitus y', 20), stop('c', 'toimitus x', 30)]
  const added = (stops: RouteStop[], ...of: NeededStop[]) => written(withWork(route(stops), of, placing))

  test.each([
    // Before the first stop and behind the last one the route grows by the way to it alone.
    [5, ['tyo j', 'nouto x', 'toimitus y', 'toimitus x']],
    [15, ['nouto x', 'tyo j', 'toimitus y', 'toimitus x']],
    [20, ['nouto x', 'tyo j', 'toimitus y', 'toimitus x']],
    [25, ['nouto x', 'toimitus y', 'tyo j', 'toimitus x']],
    [40, ['nouto x', 'toimitus y', 'toimitus x', 'tyo j']],
    [null, ['nouto x', 'toimitus y', 'toimitus x', 'tyo j']],
  ])('at %s come where the route grows least', (lng, expected) => {
    expect(added(line, needed('tyo j', lng))).toEqual(expected)
  })

  test('are measured from the known places around', () => {
    const unknown = [stop('a', 'nouto x', 10), stop('b', 'muu', null), stop('c', 'toimitus x', 30)]
    expect(added(unknown, needed('tyo j', 5))).toEqual(['tyo j', 'nouto x', 'muu', 'toimitus x'])
    expect(added(unknown, needed('tyo j', 20))).toEqual(['nouto x', 'tyo j', 'muu', 'toimitus x'])
    expect(added(unknown, needed('tyo j', 40))).toEqual(['nouto x', 'muu', 'toimitus x', 'tyo j'])
    expect(added([stop('b', 'muu', null)], needed('tyo j', 5))).toEqual(['tyo j', 'muu'])
  })

  test('of a shipment come where both together grow the route least', () => {
    // The pickup alone would be on the way back, but then the delivery would be a way of its own.
    const detour = [stop('a', 'nouto x', 30), stop('b', 'toimitus x', 100), stop('c', 'toimitus y', 0)]
    expect(added(detour, needed('nouto n', 20), needed('toimitus n', 60))).toEqual([
      'nouto n',
      'nouto x',
      'toimitus n',
      'toimitus x',
      'toimitus y',
    ])
    const tour = [stop('a', 'nouto x', 0), stop('b', 'toimitus x', 50), stop('c', 'toimitus y', 0)]
    expect(added(tour, needed('nouto n', 10), needed('toimitus n', 40))).toEqual([
      'nouto x',
      'nouto n',
      'toimitus n',
      'toimitus x',
      'toimitus y',
    ])
  })

  test('of a shipment are drawn to a delivery at a door that the car visits anyway', () => {
    const tour = [stop('a', 'nouto x', 0), stop('b', 'toimitus x', 50), stop('c', 'toimitus y', 20)]
    expect(added(tour, needed('nouto n', 60), needed('toimitus n', 50))).toEqual(['nouto x', 'nouto n', 'toimitus x+n', 'toimitus y'])
    // The place of the delivery is not known, so that only the pickup counts.
    expect(added(tour, needed('nouto n', 60), needed('toimitus n', null))).toEqual([
      'nouto x',
      'nouto n',
      'toimitus x',
      'toimitus y',
      'toimitus n',
    ])
  })

  test('share a stop of their type at their door that is not done; hourly jobs share none', () => {
    const stops = [stop('a', 'nouto x', 10), stop('b', 'tyo j', 10), stop('c', 'toimitus x', 10)]
    expect(added(stops, needed('nouto y', 10), needed('toimitus y', 10))).toEqual(['nouto x+y', 'tyo j', 'toimitus x+y'])
    expect(added(stops, needed('tyo k', 10))).toHaveLength(4)
    const done = route(stops, { done: new Set(['a']) })
    expect(written(withWork(done, [needed('nouto y', 10)], placing))).toEqual(['nouto x', 'nouto y', 'tyo j', 'toimitus x'])
  })

  test('share a door of a locked route anywhere, otherwise come last', () => {
    const locked = route(line, { isLocked: true })
    expect(written(withWork(locked, [needed('toimitus z', 20)], placing))).toEqual(['nouto x', 'toimitus y+z', 'toimitus x'])
    expect(written(withWork(locked, [needed('tyo j', 15)], placing))).toEqual(['nouto x', 'toimitus y', 'toimitus x', 'tyo j'])
  })

  test('have the place, the shift and the work, and neither a number nor minutes', () => {
    const { stops } = withWork(route([], { shift: 'w' }), [needed('nouto n', 10), needed('tyo j', 20)], { travel, newId: () => 'made' })
    const common = { id: 'made', tyovuoro: 'w', jarjestys: -1, lukittu: false, kesto: 0 }
    expect(stops).toEqual([
      { ...place(10), ...common, tyyppi: 'nouto', lahetykset: ['n'], tuntituote: null },
      { ...place(20), ...common, tyyppi: 'tyo', lahetykset: [], tuntituote: 'j' },
    ])
  })
})

test('work is taken from its stops of the named types alone', () => {
  const stops = [stop('a', 'nouto x+y', 10), stop('b', 'tyo j', 15), stop('c', 'toimitus x', 20), stop('d', 'tauko', null)]
  const left = (work: string, types: Parameters<typeof withoutWork>[2], done: string[] = []) =>
    written(withoutWork(route(stops, { done: new Set(done) }), work, types))
  expect(left('x', ['nouto', 'toimitus'])).toEqual(['nouto y', 'tyo j', 'tauko'])
  expect(left('x', ['nouto'])).toEqual(['nouto y', 'tyo j', 'toimitus x', 'tauko'])
  expect(left('x', ['toimitus'], ['c'])).toEqual(['nouto x+y', 'tyo j', 'toimitus x', 'tauko'])
  expect(left('j', ['tyo'])).toEqual(['nouto x+y', 'toimitus x', 'tauko'])
})

test('moved stops come to the shift without a number, before the next stop that stays', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => stop(id, 'muu', null)) as [RouteStop, RouteStop, RouteStop, RouteStop]
  const idsOf = (moved: RouteStop[], before: string | null) => withStopsAt(route([a, b, c, d]), moved, before).stops.map(({ id }) => id)
  expect(idsOf([b, c], 'b')).toEqual(['a', 'b', 'c', 'd'])
  expect(idsOf([c, d], 'a')).toEqual(['c', 'd', 'a', 'b'])
  expect(idsOf([a], 'd')).toEqual(['b', 'c', 'a', 'd'])
  expect(idsOf([d], 'd')).toEqual(['a', 'b', 'c', 'd'])
  expect(idsOf([a], 'unknown')).toEqual(['b', 'c', 'd', 'a'])
  const { stops } = withStopsAt(route([a], { shift: 'w' }), [{ ...b, jarjestys: 7 }], 'a')
  expect(stops).toEqual([{ ...b, tyovuoro: 'w', jarjestys: -1 }, a])
})

describe('the order of work', () => {
  const order = (...texts: string[]) =>
    texts.map((text) => {
      const [type, work] = text.split(' ') as [NeededStop['type'], string]
      return { type, work }
    })
  const ordered = (stops: RouteStop[], texts: string[], done: string[] = []) =>
    orderedBy(route(stops, { done: new Set(done) }), order(...texts), placing.newId).stops
  const summary = (stops: readonly RouteStop[]) => stops.map((one) => `${one.id.replace(/^new\d+/, 'new')}: ${written(route([one]))[0]}`)

  test('moves the stops; those without work stay behind the stop that they followed', () => {
    const stops = [
      stop('first', 'tauko', null),
      stop('a', 'nouto x', 10),
      stop('b', 'muu', null),
      stop('rest', 'tauko', null),
      stop('c', 'tyo j', 20),
      stop('d', 'toimitus x', 30),
    ]
    expect(ordered(stops, ['tyo j', 'nouto x', 'toimitus x']).map(({ id }) => id)).toEqual(['first', 'c', 'a', 'b', 'rest', 'd'])
    // What is done, and work that has no stop, is not ordered.
    expect(ordered(stops, ['toimitus x', 'nouto x', 'nouto unknown', 'tyo j'], ['a']).map(({ id }) => id)).toEqual([
      ...['first', 'a', 'b', 'rest', 'd', 'c'],
    ])
  })

  test('comes to a door again when other places are between, and has what is not in the order at the first visit', () => {
    const stops = [stop('a', 'nouto x+y+z', 10, { kesto: 30 }), stop('b', 'toimitus x', 20, { kesto: 7 })]
    const visits = ordered(stops, ['nouto x', 'toimitus x', 'nouto y'])
    expect(summary(visits)).toEqual(['a: nouto x+z', 'b: toimitus x', 'new: nouto y'])
    expect(visits.map(({ kesto, jarjestys }) => [kesto, jarjestys])).toEqual([
      [20, -1],
      [7, -1],
      [10, -1],
    ])
  })

  test('stays one visit at a locked stop, and where only the same is done at the same point between', () => {
    const locked = [stop('a', 'nouto x+y', 10, { lukittu: true }), stop('b', 'toimitus x', 20)]
    expect(summary(ordered(locked, ['nouto x', 'toimitus x', 'nouto y']))).toEqual(['a: nouto x+y', 'b: toimitus x'])
    const neighbour = (text: string, lng: number | null) => [stop('a', 'nouto x+y', 10), stop('b', text, lng, { osoite1: 'Katu 11' })]
    expect(summary(ordered(neighbour('nouto z', 10), ['nouto x', 'nouto z', 'nouto y']))).toEqual(['a: nouto x+y', 'b: nouto z'])
    expect(summary(ordered(neighbour('toimitus z', 10), ['nouto x', 'toimitus z', 'nouto y']))).toEqual([
      ...['a: nouto x', 'b: toimitus z', 'new: nouto y'],
    ])
    expect(summary(ordered(neighbour('nouto z', 11), ['nouto x', 'nouto z', 'nouto y']))).toEqual([
      ...['a: nouto x', 'b: nouto z', 'new: nouto y'],
    ])
    const nowhere = [stop('a', 'nouto x+y', null), stop('b', 'nouto z', null)]
    expect(summary(ordered(nowhere, ['nouto x', 'nouto z', 'nouto y']))).toEqual(['a: nouto x', 'b: nouto z', 'new: nouto y'])
    expect(summary(ordered(nowhere, ['nouto x', 'nouto y', 'nouto z']))).toEqual(['a: nouto x+y', 'b: nouto z'])
  })
})

test.each([
  [[], []],
  [
    [-1, -1],
    [1000, 2000],
  ],
  [
    [500, -1, -1, 800],
    [500, 600, 700, 800],
  ],
  // A stop that has been moved is between its neighbours.
  [
    [100, 50, 300],
    [100, 200, 300],
  ],
  [
    [100, 300, 200],
    [100, 300, 1300],
  ],
  [
    [1, -1, 3],
    [1, 2, 3],
  ],
  [
    [1, -1, -1, 3],
    [1000, 2000, 3000, 4000],
  ],
])('stops with the numbers %j get %j', (before, after) => {
  expect(numbered(before.map((jarjestys) => stop('s', 'muu', null, { jarjestys }))).map(({ jarjestys }) => jarjestys)).toEqual(after)
})
