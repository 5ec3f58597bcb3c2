import { expect, test } from 'vitest'
import { parseField } from '../../model/validation.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { shiftMarks, tyoreitti } from './shift.entity.ts'
import { calendarDayRules, type RouteOfShift, shiftRules, withRouteValues, workRouteRules } from './shift.rules.ts'

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
