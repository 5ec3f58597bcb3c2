import { describe, expect, test } from 'vitest'
import { formatTime } from '../../values/time/helsinki-clock.ts'
import { midnightOf } from '../../values/time/time.ts'
import { type ArrivalSource, arrivalWindow, driverPhone, stopsBefore } from './arrival-window.ts'

const now = midnightOf('2026-11-24') + 10 * 3600
const stop = { saapuminen: now + 2 * 3600, edella: 3, alkanut: true, puhelin: '+358401234567' }
const source = (values: Partial<ArrivalSource> = {}): ArrivalSource => ({
  tila: 'kuljetuksessa',
  timestamp_noudettu: now - 3600,
  luvattu_aika: 0,
  myohastyminen: 0,
  pysahdys: stop,
  ...values,
})
const shown = (values: Partial<ArrivalSource>, at = now): string => {
  const window = arrivalWindow(source(values), at)
  return window ? `${formatTime(window.alku)}–${formatTime(window.loppu)}` : ''
}

describe('the window of arrival', () => {
  test('lies around the estimate of the stop, and is narrower when the goods are near', () => {
    expect(shown({})).toBe('11.30–12.30')
    expect(shown({}, now + 3600)).toBe('11.30–12.30')
    expect(shown({}, now + 90 * 60)).toBe('11.50–12.10')
    // Goods that are not on the car yet may take longer.
    expect(shown({ tila: 'odottaa_noutoa', timestamp_noudettu: 0 }, now + 90 * 60)).toBe('11.30–12.30')
    expect(shown({ pysahdys: { ...stop, saapuminen: now + 86_400 } })).toBe('9.00–11.00')
  })
  test('lies around the promise instead, unless its day has passed', () => {
    expect(shown({ luvattu_aika: now + 4 * 3600 })).toBe('13.30–14.30')
    expect(shown({ luvattu_aika: now - 86_400 })).toBe('11.30–12.30')
    expect(shown({ luvattu_aika: now + 3 * 3600, pysahdys: null })).toBe('12.30–13.30')
  })
  test('never begins before now, and is gone with its end', () => {
    expect(shown({}, now + 2 * 3600 + 240)).toBe('12.00–12.10')
    expect(shown({}, now + 2 * 3600 + 599)).toBe('12.05–12.10')
    expect(shown({}, now + 2 * 3600 + 600)).toBe('')
  })
  test('is not known without an estimate, and not shown after the delivery', () => {
    for (const values of [{ pysahdys: null }, { pysahdys: { ...stop, saapuminen: 0 } }, { tila: 'toimitettu' }, { tila: 'peruutettu' }])
      expect(shown(values)).toBe('')
  })
})

test('the stops before are told once the driver has begun, until the delivery', () => {
  expect(stopsBefore(source())).toBe(3)
  expect(stopsBefore(source({ pysahdys: { ...stop, alkanut: false } }))).toBeNull()
  expect(stopsBefore(source({ pysahdys: null }))).toBeNull()
  expect(stopsBefore(source({ tila: 'toimitettu' }))).toBeNull()
  expect(stopsBefore(source({ tila: 'peruutettu' }))).toBeNull()
})

test('the driver’s number is that of the driver who has the goods on the car', () => {
  expect(driverPhone([source({ tila: 'odottaa_noutoa' }), source()])).toBe(stop.puhelin)
  expect(driverPhone([source({ tila: 'myohassa' })])).toBe(stop.puhelin)
  expect(driverPhone([source({ pysahdys: null }), source({ pysahdys: { ...stop, puhelin: '' } }), source()])).toBe(stop.puhelin)
  expect(driverPhone([source({ pysahdys: null })])).toBe('')
  expect(driverPhone([source({ tila: 'myohassa', timestamp_noudettu: 0 }), source({ tila: 'toimitettu' })])).toBe('')
})
