import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { recordingShape } from './recording.ts'
import { hasUnsentCorrection, sentSumsShape, sumNames, sumsOfRecord, unsentSums } from './sent-sums.ts'

const record = blankRow('tyovuoro_kirjaus', { aika_kesto: 540, aika_tyoaika: 510, aika_tauko: 30, aika_ilta: 20 })
const sent = { ...record, lahetetty: true, lahetetyt_summat: sumsOfRecord(record) }
const changed = (sums: ReturnType<typeof unsentSums>) => Object.fromEntries(Object.entries(sums).filter(([, minutes]) => minutes !== 0))

describe('what payroll has not got of a record', () => {
  test('is all of it before it is sent', () => {
    expect(unsentSums(record)).toEqual(sumsOfRecord(record))
    expect(changed(unsentSums(record))).toEqual({ aika_kesto: 540, aika_tyoaika: 510, aika_tauko: 30, aika_ilta: 20 })
    expect(Object.keys(unsentSums(record))).toEqual(sumNames)
  })

  test('is the difference after it is sent, in either direction', () => {
    expect(changed(unsentSums(sent))).toEqual({})
    expect(changed(unsentSums({ ...sent, aika_tyoaika: 480, aika_tauko: 60 }))).toEqual({ aika_tyoaika: -30, aika_tauko: 30 })
    // A sum that was not among those that were sent has not changed.
    expect(changed(unsentSums({ ...sent, lahetetyt_summat: { aika_tyoaika: 500 } }))).toEqual({ aika_tyoaika: 10 })
    expect(changed(unsentSums({ ...sent, lahetetyt_summat: { aika_tyoaika: 0 } }))).toEqual({ aika_tyoaika: 510 })
  })

  test('is a correction only of a sent record', () => {
    expect(hasUnsentCorrection(sent)).toBe(false)
    expect(hasUnsentCorrection({ ...sent, aika_ilta: 21 })).toBe(true)
    expect(hasUnsentCorrection({ ...sent, aika_ilta: 0 })).toBe(true)
    expect(hasUnsentCorrection(record)).toBe(false)
  })
})

test('the history names what was sent and what was recorded', () => {
  expect(sentSumsShape.show({ aika_tyoaika: 510, aika_kesto: 540 })).toBe('510 min työaikaa')
  expect(sentSumsShape.show({})).toBe('0 min työaikaa')
  const task = { id: 't', tyyppi: 'AJO', aika: 0, laitteen_aika: 0, laitteen_ero: null, saapui: 0 } as const
  const shown = (count: number) =>
    recordingShape.show({ alku: null, loppu: null, tehtavat: Array.from({ length: count }, () => task), muut: [] })
  expect([0, 1, 2].map(shown)).toEqual(['0 työtehtävää', '1 työtehtävä', '2 työtehtävää'])
})
