import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { overlap, type PlannedDriver, shiftClock, type TimedShift } from './shift-times.ts'
import { shiftWarnings } from './warnings.ts'

const monday = midnightOf('2026-11-23')
const drivers: PlannedDriver[] = ['d1', 'd2', 'd3', 'd4'].map((id) => ({ id, ammattipatevyys_voimassa: 0, digipiirturikortti_voimassa: 0 }))
const cars = ['c1', 'c2', 'c3'].map((id) => ({ id, poistettu: false }))
let made = 0
const shift = (day: number, values: Partial<TimedShift> = {}): TimedShift => ({
  ...{ id: `s${++made}`, paiva: addDays(monday, day), alkuaika: 6 * 60, kesto: 480, tyyppi: 'TYOVUORO', kuljettaja: 'd1', auto: null },
  ...values,
})
const range = { min: monday, max: addDays(monday, 27) }
const warn = (shifts: readonly TimedShift[], people = drivers) =>
  shiftWarnings({ shifts, drivers: people, cars, periodStart: monday }, range)
const kindsOf = (shifts: readonly TimedShift[], people = drivers) => warn(shifts, people).map(({ laji }) => laji)

describe('a car twice', () => {
  test('two drivers at once: the free cars are proposed to the later one', () => {
    const [first, second] = [shift(1, { auto: 'c1' }), shift(1, { auto: 'c1', kuljettaja: 'd2', alkuaika: 7 * 60 })]
    const other = shift(1, { auto: 'c2', kuljettaja: 'd3' })
    expect(warn([second, other, first])).toEqual([
      {
        avain: `auto_kahdesti:${first.paiva}:${first.id}:${second.id}`,
        laji: 'auto_kahdesti',
        paiva: first.paiva,
        tyovuorot: [first.id, second.id],
        kuljettajat: ['d1', 'd2'],
        auto: 'c1',
        minuutit: 0,
        rajapaiva: 0,
        ehdotukset: [{ laji: 'auto', tyovuoro: second.id, autot: ['c3'] }],
      },
    ])
  })

  test('one after the other is fine; without hours the whole day is taken', () => {
    const evening = { auto: 'c1', kuljettaja: 'd2', alkuaika: 14 * 60 }
    expect(kindsOf([shift(1, { auto: 'c1' }), shift(1, evening)])).toEqual([])
    expect(kindsOf([shift(1, { auto: 'c1', kesto: 0 }), shift(1, evening)])).toEqual(['auto_kahdesti'])
  })

  test('a night shift takes its car past midnight', () => {
    const night = shift(1, { auto: 'c1', alkuaika: 22 * 60 })
    expect(kindsOf([night, shift(2, { auto: 'c1', kuljettaja: 'd2', alkuaika: 5 * 60 })])).toEqual(['auto_kahdesti'])
    expect(kindsOf([night, shift(2, { auto: 'c1', kuljettaja: 'd2' })])).toEqual([])
  })
})

describe('a driver twice', () => {
  test('two shifts at once, and a shift on a day off', () => {
    const later = shift(1, { alkuaika: 10 * 60 })
    const [found] = warn([shift(1), later])
    expect(found).toMatchObject({
      laji: 'kuljettaja_kahdesti',
      ehdotukset: [{ laji: 'kuljettaja', tyovuoro: later.id, kuljettajat: ['d2', 'd3', 'd4'] }],
    })
    expect(kindsOf([shift(1), shift(1, { tyyppi: 'LOMA', kesto: 0, alkuaika: 0 })])).toEqual(['kuljettaja_kahdesti'])
  })

  test('a day off after a night shift is no second booking', () => {
    expect(kindsOf([shift(1, { alkuaika: 22 * 60 }), shift(2, { tyyppi: 'VAPAA', kesto: 0, alkuaika: 0 })])).toEqual([])
  })
})

describe('daily rest', () => {
  // 6.00–14.00 is followed by a start on the next day.
  test.each([
    [{ alkuaika: 12 * 60 + 30, kesto: 600 }, 'lepo_alle_9', 450],
    [{ alkuaika: 11 * 60, kesto: 600 }, 'lepo_alle_9', 540 - 1],
    [{ alkuaika: 10 * 60, kesto: 600 }, 'lepo_alle_11', 600],
  ] as const)('%o before 6.00', (evening, laji, rest) => {
    const minutes = laji === 'lepo_alle_9' && rest === 539 ? { ...evening, alkuaika: evening.alkuaika + 1 } : evening
    const next = shift(2)
    expect(warn([shift(1, minutes), next])).toMatchObject([{ laji, minuutit: rest, paiva: next.paiva }])
  })

  test('11 h is enough, and a split shift is one duty', () => {
    expect(kindsOf([shift(1, { alkuaika: 9 * 60, kesto: 600 }), shift(2)])).toEqual([])
    expect(kindsOf([shift(1, { kesto: 240 }), shift(1, { alkuaika: 14 * 60, kesto: 240 })])).toEqual([])
  })

  test('a later start is proposed when it is on the same day', () => {
    const next = shift(2)
    const [found] = warn([shift(1, { alkuaika: 14 * 60 + 30, kesto: 480 }), next])
    expect(found?.ehdotukset[0]).toEqual({ laji: 'alkuaika', tyovuoro: next.id, alkuaika: 9 * 60 + 30 })
  })

  test('the hour that a clock change takes is no rest', () => {
    const saturday = midnightOf('2027-03-27')
    const shifts = [shift(0, { paiva: saturday, alkuaika: 11 * 60, kesto: 480 }), shift(0, { paiva: addDays(saturday, 1) })]
    expect(shiftWarnings({ shifts, drivers, cars, periodStart: monday }, { min: saturday, max: addDays(saturday, 1) })).toMatchObject([
      { laji: 'lepo_alle_11', minuutit: 600 },
    ])
  })
})

test('cards: the last day is still valid, and drivers without a day are not warned about', () => {
  const until = addDays(monday, 1)
  const [first, ...rest] = drivers
  const people = [{ ...drivers[0], id: 'd1', ammattipatevyys_voimassa: 0, digipiirturikortti_voimassa: until + 3600 }, ...rest]
  expect(first?.id).toBe('d1')
  expect(kindsOf([shift(1)], people)).toEqual([])
  const late = [shift(2), shift(3)]
  expect(warn([shift(1), ...late, shift(4, { tyyppi: 'KOULUTUS' })], people)).toMatchObject([
    { laji: 'digipiirturikortti', rajapaiva: until, tyovuorot: late.map(({ id }) => id) },
  ])
})

test('the shifts that pass 80 h in two weeks', () => {
  const ten = Array.from({ length: 10 }, (_, index) => shift(index < 5 ? index : index + 2))
  expect(kindsOf(ten)).toEqual([])
  const more = shift(12, { kesto: 60 })
  expect(warn([...ten, more, shift(14)])).toMatchObject([{ laji: 'yli_80_h', tyovuorot: [more.id], minuutit: 4860, rajapaiva: monday }])
})

test('shifts around the range count, but a warning has a shift in it', () => {
  const before = shift(-1, { alkuaika: 14 * 60, kesto: 600 })
  expect(kindsOf([before, shift(0)])).toEqual(['lepo_alle_9'])
  expect(kindsOf([shift(-2, { auto: 'c1' }), shift(-2, { auto: 'c1', kuljettaja: 'd2' })])).toEqual([])
})

const anyShift = fc.record({
  day: fc.integer({ min: 0, max: 13 }),
  alkuaika: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  kesto: fc.constantFrom(0, 240, 480, 600, 720),
  kuljettaja: fc.constantFrom('d1', 'd2', 'd3', null),
  auto: fc.constantFrom('c1', 'c2', null),
  tyyppi: fc.constantFrom('TYOVUORO' as const, 'TYOVUORO' as const, 'VAPAA' as const, 'KOULUTUS' as const),
})
const anyPlan = fc.array(anyShift, { maxLength: 14 }).map((rows) => rows.map(({ day, ...values }) => shift(day, values)))

test('nobody knows that a shift without hours begins before the night shift of the day before ends', () => {
  const night = shift(1, { alkuaika: 22 * 60, kesto: 8 * 60 })
  expect(kindsOf([night, shift(2, { kesto: 0, alkuaika: 0 })])).toEqual([])
})

describe('of any plan', () => {
  test('every two shifts at once with one car are in a warning together, whatever their order', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer(), (shifts, seed) => {
        const clock = shiftClock()
        const warnings = warn(shifts)
        const ids = new Set(shifts.map(({ id }) => id))
        for (const { tyovuorot } of warnings) for (const id of tyovuorot) expect(ids).toContain(id)
        const driving = shifts.filter(({ tyyppi, auto }) => tyyppi === 'TYOVUORO' && auto !== null)
        for (const a of driving)
          for (const b of driving) {
            if (a.id >= b.id || a.auto !== b.auto || (a.kuljettaja === b.kuljettaja && a.kuljettaja !== null)) continue
            const together = warnings.some(
              ({ laji, tyovuorot }) => laji === 'auto_kahdesti' && tyovuorot.includes(a.id) && tyovuorot.includes(b.id),
            )
            const isKnown = a.paiva === b.paiva || (a.kesto > 0 && b.kesto > 0)
            if (isKnown && overlap(clock(a), clock(b))) expect(together).toBe(true)
          }
        const shuffled = shifts.toSorted((a, b) => ((made * seed + a.id.length * 7) % 3) - ((seed + b.id.length) % 3))
        expect(warn(shuffled)).toEqual(warnings)
        expect(new Set(warnings.map(({ avain }) => avain)).size).toBe(warnings.length)
      }),
      { numRuns: 300 },
    )
  })

  test('a proposed change removes the warning of its shift', () => {
    fc.assert(
      fc.property(anyPlan, (shifts) => {
        for (const { laji, tyovuorot, ehdotukset } of warn(shifts))
          for (const mend of ehdotukset) {
            const change =
              mend.laji === 'auto'
                ? { auto: mend.autot[0] ?? null }
                : mend.laji === 'kuljettaja'
                  ? { kuljettaja: mend.kuljettajat[0] ?? null }
                  : { alkuaika: mend.alkuaika }
            const after = warn(shifts.map((one) => (one.id === mend.tyovuoro ? { ...one, ...change } : one)))
            expect(tyovuorot).toContain(mend.tyovuoro)
            if (laji === 'auto_kahdesti')
              expect(after.some((one) => one.laji === laji && one.tyovuorot.includes(mend.tyovuoro))).toBe(false)
            if (mend.laji === 'kuljettaja')
              expect(after.some((one) => one.laji === 'kuljettaja_kahdesti' && one.tyovuorot.includes(mend.tyovuoro))).toBe(false)
            if (mend.laji === 'alkuaika')
              expect(after.some((one) => one.laji.startsWith('lepo') && one.tyovuorot[1] === mend.tyovuoro)).toBe(false)
          }
      }),
      { numRuns: 300 },
    )
  })
})
