import { expect, test } from 'vitest'
import { parseField } from '../../model/validation.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { shiftMarks, tyoreitti } from './shift.entity.ts'
import {
  calendarDayRules,
  type RouteOfShift,
  shiftRules,
  takesFromRoutes,
  unpublishedByMove,
  withRouteValues,
  workRouteRules,
} from './shift.rules.ts'

test('a shift and a note belong to a day', () => {
  const missing = [{ field: 'paiva', detail: 'Anna päivä.' }]
  expect(shiftRules.check?.({ before: null, after: blankRow('tyovuoro') }, ruleContext, {})).toEqual(missing)
  expect(calendarDayRules.check?.({ before: null, after: { paiva: 0 } }, ruleContext, {})).toEqual(missing)
})

test('a work route has a number or a name, as a standing route', () => {
  const check = (values: { name?: string; reittinro?: string }) =>
    workRouteRules.check?.({ before: null, after: blankRow('tyoreitti', values) }, ruleContext, {})
  expect(check({})).toEqual([{ field: 'name', detail: 'Anna reittinumero tai nimi.' }])
  for (const named of [{ name: 'Keskusta' }, { reittinro: '7' }]) expect(check(named)).toEqual([])
})

test('every type has a distinct mark', () => {
  expect(Object.values(shiftMarks)).toEqual(['X', 'T', 'VP', 'VL', 'S', 'K'])
})

test('a work route has a colour and a note', () => {
  const { color, lisatiedot } = tyoreitti.fields
  expect(parseField(color, '#1F7A8C')).toEqual({ value: '#1f7a8c' })
  for (const wrong of ['1f7a8c', '#fff', 'red', '#1f7a8g', '#1f7a8c0']) expect(parseField(color, wrong)).toHaveProperty('fault')
  expect(parseField(lisatiedot, { value: ' Avain\tpöydällä\n' })).toEqual({ value: { value: 'Avain\tpöydällä' } })
  for (const wrong of [{}, { value: 1 }, { value: 'a', muu: 1 }, 'a', { value: 'a\u0001' }, { value: '\ud800' }])
    expect(parseField(lisatiedot, wrong)).toHaveProperty('fault')
})

const routes = new Map<string, RouteOfShift>(
  [
    { id: 'morning', alkuaika: 360, kesto: 300, auto: null, kuljettaja: 'mika' },
    { id: 'evening', alkuaika: 720, kesto: 240, auto: 'car', kuljettaja: null },
    { id: 'any time', alkuaika: 0, kesto: 0, auto: 'van', kuljettaja: 'sari' },
  ].map((route) => [route.id, route]),
)
const none = () => false
const shift = (values: Parameters<typeof blankRow<'tyovuoro'>>[1]) => blankRow('tyovuoro', { paiva: 1_795_039_200, ...values })

test('a shift takes hours, car and usual driver from its routes, except what is given', () => {
  const after = shift({ kuljettaja: 'outi', tyoreitti: ['morning', 'evening'] })
  const taken = { alkuaika: 360, kesto: 600, auto: 'car', kuljettaja_default: 'mika' }
  expect(withRouteValues({ before: null, after }, routes, none)).toEqual(taken)
  expect(withRouteValues({ before: null, after }, routes, (field) => field === 'kesto' || field === 'auto')).toEqual({
    kuljettaja_default: 'mika',
  })
  expect(withRouteValues({ before: null, after: { ...after, kuljettaja: 'mika' } }, routes, none)).toMatchObject({
    kuljettaja_default: null,
  })
})

test('values that were taken from a route follow to another one; others stay', () => {
  const before = shift({ kuljettaja: 'outi', tyoreitti: ['evening'], alkuaika: 720, kesto: 240, auto: 'car' })
  const to = (earlier: typeof before) => withRouteValues({ before: earlier, after: { ...earlier, tyoreitti: ['morning'] } }, routes, none)
  expect(to(before)).toEqual({ alkuaika: 360, kesto: 300, auto: 'car', kuljettaja_default: 'mika' })
  expect(to({ ...before, alkuaika: 700, auto: 'van' })).toEqual({ kuljettaja_default: 'mika' })
})

test('who is not at work gives up route, car and hours; training keeps its hours', () => {
  const before = shift({ kuljettaja: 'outi', tyoreitti: ['evening'], alkuaika: 720, kesto: 240, auto: 'car' })
  const away = { tyoreitti: [], auto: null, kuljettaja_default: null }
  const as = (tyyppi: 'LOMA' | 'KOULUTUS') => shiftRules.derive?.({ before, after: { ...before, tyyppi } }, ruleContext, {})
  expect(as('LOMA')).toEqual({ ...away, alkuaika: 0, kesto: 0, timestamp_julkaistu: 0, timestamp_luettu: 0 })
  expect(as('KOULUTUS')).toEqual({ ...away, timestamp_julkaistu: 0, timestamp_luettu: 0 })
})

test('when a shift was published and read', () => {
  const now = ruleContext.now
  const published = shift({ tila: 'PUBLISHED', timestamp_julkaistu: 5, timestamp_luettu: 6 })
  const derived = (before: typeof published | null, after: typeof published) => shiftRules.derive?.({ before, after }, ruleContext, {})
  expect(derived(null, published)).toEqual({ timestamp_julkaistu: now, timestamp_luettu: 0 })
  expect(derived(published, { ...published, name: 'x' })).toEqual({})
  expect(derived(published, { ...published, auto: 'van' })).toEqual({ timestamp_luettu: 0 })
  expect(derived(published, { ...published, tila: 'UNPUBLISHED' })).toEqual({ timestamp_julkaistu: 0, timestamp_luettu: 0 })
})

test('a published shift that gets another driver or day is published again, unless the save names its state', () => {
  const published = shift({ tila: 'PUBLISHED', kuljettaja: 'outi' })
  const named = (field: string) => (of: string) => of === field
  const moved = (values: Partial<typeof published>, before: typeof published | null = published, isGiven = named('kuljettaja')) =>
    unpublishedByMove({ before, after: { ...(before ?? published), ...values } }, isGiven)
  const again = { tila: 'UNPUBLISHED' }
  expect(moved({ kuljettaja: 'mika' })).toEqual(again)
  expect(moved({ paiva: 1_795_125_600 })).toEqual(again)
  expect(moved({ auto: 'van', alkuaika: 360, name: 'x' })).toEqual({})
  expect(moved({ kuljettaja: 'mika' }, published, named('tila'))).toEqual({})
  expect(moved({ kuljettaja: 'mika' }, { ...published, tila: 'UNPUBLISHED' })).toEqual({})
  expect(moved({ kuljettaja: 'mika' }, null)).toEqual({})
})

test('a shift looks at its routes when its type, routes or driver change', () => {
  const before = shift({ kuljettaja: 'outi', tyoreitti: ['evening'] })
  const looks = (values: Partial<typeof before>) => takesFromRoutes({ before, after: { ...before, tyoreitti: ['evening'], ...values } })
  const changes: Partial<typeof before>[] = [{ tyyppi: 'LOMA' }, { tyoreitti: [] }, { tyoreitti: ['morning'] }, { kuljettaja: null }]
  for (const values of changes) expect(looks(values)).toBe(true)
  expect(looks({})).toBe(false)
  expect(looks({ alkuaika: 60, auto: 'van', paiva: 0 })).toBe(false)
  expect(takesFromRoutes({ before: null, after: before })).toBe(true)
})

test('whatever the driver has read makes a shift unread when it changes', () => {
  const before = shift({ tila: 'PUBLISHED', kuljettaja: 'outi', tyoreitti: ['evening'], timestamp_julkaistu: 5, timestamp_luettu: 6 })
  const derived = (values: Partial<typeof before>) => shiftRules.derive?.({ before, after: { ...before, ...values } }, ruleContext, {})
  const changes: Partial<typeof before>[] = [
    ...[{ paiva: 1_795_125_600 }, { alkuaika: 60 }, { kesto: 60 }, { tyoreitti: ['morning'] }, { kuljettaja: 'mika' }, { auto: 'van' }],
  ]
  for (const values of changes) expect(derived(values)).toEqual({ timestamp_luettu: 0 })
  expect(derived({ tyyppi: 'KOULUTUS' })).toMatchObject({ timestamp_luettu: 0 })
  expect(derived({ tyoreitti: ['evening'], name: 'x' })).toEqual({})
  // It is published: nobody has read it yet.
  expect(shiftRules.derive?.({ before: { ...before, tila: 'UNPUBLISHED' }, after: before }, ruleContext, {})).toEqual({
    timestamp_julkaistu: ruleContext.now,
    timestamp_luettu: 0,
  })
})

test('a day is needed, and one that is given is enough', () => {
  expect(shiftRules.check?.({ before: null, after: shift({}) }, ruleContext, {})).toEqual([])
  expect(calendarDayRules.check?.({ before: null, after: { paiva: 1 } }, ruleContext, {})).toEqual([])
})

test('a shift that is not one at work takes nothing from its routes', () => {
  const after = shift({ tyyppi: 'KOULUTUS', kuljettaja: 'outi', tyoreitti: ['morning'] })
  expect(withRouteValues({ before: null, after }, routes, none)).toEqual({})
})

test('hours that a person has given stay, whichever of the two they are', () => {
  const before = shift({ kuljettaja: 'outi', tyoreitti: ['evening'], alkuaika: 720, kesto: 240 })
  const hours = (earlier: Partial<typeof before>, tyoreitti = ['morning'], given: string[] = []) => {
    const stored = { ...before, ...earlier }
    const taken = withRouteValues({ before: stored, after: { ...stored, tyoreitti } }, routes, (field) => given.includes(field))
    return [taken.alkuaika, taken.kesto]
  }
  expect(hours({})).toEqual([360, 300])
  expect(hours({ alkuaika: 0, kesto: 0 })).toEqual([360, 300])
  for (const typed of [{ alkuaika: 700 }, { kesto: 200 }, { alkuaika: 0 }, { kesto: 0 }])
    expect(hours(typed)).toEqual([undefined, undefined])
  for (const given of ['alkuaika', 'kesto']) expect(hours({}, ['morning'], [given])).toEqual([undefined, undefined])
  // A route without hours of its own leaves them, and so does no route at all.
  for (const tyoreitti of [['any time'], []]) expect(hours({}, tyoreitti)).toEqual([undefined, undefined])
})

test('hours reach from the earliest start to the latest end, at most two days', () => {
  const long = new Map([
    ...routes,
    ...[{ id: 'long', alkuaika: 1380, kesto: 2800, auto: null, kuljettaja: null }].map((route) => [route.id, route] as const),
  ])
  const hours = (...tyoreitti: string[]) => {
    const { alkuaika, kesto } = withRouteValues({ before: null, after: shift({ tyoreitti }) }, long, none)
    return [alkuaika, kesto]
  }
  expect(hours('evening', 'morning')).toEqual([360, 600])
  expect(hours('any time', 'evening')).toEqual([720, 240])
  expect(hours('long')).toEqual([1380, 2800])
  expect(hours('morning', 'long')).toEqual([360, 2880])
  expect(hours('unknown')).toEqual([undefined, undefined])
})

test('the car and the usual driver are the first ones that the routes have', () => {
  const taken = (tyoreitti: string[], values: Partial<ReturnType<typeof shift>> = {}, before: ReturnType<typeof shift> | null = null) => {
    const { auto, kuljettaja_default } = withRouteValues(
      { before, after: shift({ kuljettaja: 'outi', tyoreitti, ...values }) },
      routes,
      none,
    )
    return [auto, kuljettaja_default]
  }
  expect(taken(['morning', 'evening', 'any time'])).toEqual(['car', 'mika'])
  expect(taken(['any time', 'morning'])).toEqual(['van', 'sari'])
  expect(taken(['evening'])).toEqual(['car', null])
  expect(taken([])).toEqual([null, null])
  // Nobody drives yet: the usual driver is not somebody else.
  expect(taken(['morning'], { kuljettaja: null })).toEqual([null, null])
  // A route without a car leaves the one that the shift has.
  const before = shift({ kuljettaja: 'outi', tyoreitti: ['evening'], auto: 'car' })
  expect(taken(['morning'], { auto: 'car' }, before)).toEqual(['car', 'mika'])
  expect(taken(['any time'], { auto: 'car' }, before)).toEqual(['van', 'sari'])
  // A usual driver that was set by hand stays.
  expect(taken(['morning'], { kuljettaja_default: 'sari' }, { ...before, kuljettaja_default: 'sari' })).toEqual([null, undefined])
})
