import { expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { dueReminders, type Expiring, isReminderOf } from './expiry.ts'

const day = midnightOf('2027-03-30')
const card: Expiring = { kind: 'digipiirturikortti', id: '1', whose: 'Maija Mäki', day, drivers: ['1'] }
const at = (daysBefore: number) => addDays(day, -daysBefore) + 6 * 3600

test.each([
  [61, null, 0],
  [60, '60', 30],
  [31, '60', 30],
  [30, '30', 7],
  [8, '30', 7],
  [7, '7', -1],
  [0, '7', -1],
  [-1, null, 0],
])('%s days before, the reminder of %s days is due and ends %s days before', (before, days, endsBefore) => {
  const [own, office] = dueReminders(card, { now: at(before), reminderDays: [7, 30, 60] })
  if (days === null) {
    expect(own).toBeUndefined()
    return
  }
  expect(own).toMatchObject({ key: `vanhenee:digipiirturikortti:1:2027-03-30:${days}`, to: 'drivers', end: addDays(day, -endsBefore) })
  expect(office).toMatchObject({ key: `vanhenee:digipiirturikortti:1:2027-03-30:${days}:y`, to: 'administrators' })
  expect([own?.message, office?.message]).toEqual([
    'Digipiirturikorttisi on voimassa 30.3.2027 asti. Uusi se ajoissa.',
    'Maija Mäki: digipiirturikortti on voimassa 30.3.2027 asti.',
  ])
  expect(own?.end).toBeGreaterThan(own?.start ?? 0)
})

test('of what nobody drives only administrators are reminded; of a new day the reminder is another', () => {
  const car: Expiring = { kind: 'katsastus', id: '2', whose: 'ABC-123', day, drivers: [] }
  const [office, ...others] = dueReminders(car, { now: at(20), reminderDays: [7, 30, 60] })
  expect([office?.to, office?.message, others]).toEqual(['administrators', 'Auto ABC-123 on katsastettava viimeistään 30.3.2027.', []])
  expect(isReminderOf(office?.key ?? '', car)).toBe(true)
  expect(isReminderOf(office?.key ?? '', { ...car, day: addDays(day, 1) })).toBe(false)
})
