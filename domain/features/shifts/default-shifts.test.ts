import { expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { defaultShifts } from './default-shifts.ts'
import { workingDays } from './working-days.ts'

const monday = midnightOf('2026-11-30')

test('working days leave out weekends and public holidays, also over the turn of the year', () => {
  const days = workingDays(midnightOf('2026-12-21'), midnightOf('2027-01-08'))
  const off = ['2026-12-25', '2026-12-26', '2027-01-01', '2027-01-06'].map(midnightOf)
  expect(days).toHaveLength(12)
  expect(days.filter((day) => off.includes(day))).toEqual([])
})

test('a driver gets one shift a day with all own routes, and none over a shift of any type', () => {
  const routes = [
    { id: 'r1', kuljettaja: 'mika' },
    { id: 'r2', kuljettaja: 'outi' },
    { id: 'r3', kuljettaja: 'mika' },
  ]
  const busy = [{ kuljettaja: 'outi', paiva: monday }]
  expect(defaultShifts({ routes, busy, days: workingDays(monday, addDays(monday, 1)) })).toEqual([
    { paiva: monday, kuljettaja: 'mika', tyyppi: 'TYOVUORO', tyoreitti: ['r1', 'r3'] },
    { paiva: addDays(monday, 1), kuljettaja: 'mika', tyyppi: 'TYOVUORO', tyoreitti: ['r1', 'r3'] },
    { paiva: addDays(monday, 1), kuljettaja: 'outi', tyyppi: 'TYOVUORO', tyoreitti: ['r2'] },
  ])
})
