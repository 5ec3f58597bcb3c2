import { expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { expiryTexts } from '../settings/expiry-defaults.ts'
import { dueReminders, type Expiry, isReminderOf } from './expiry.ts'

const day = midnightOf('2027-03-30')
const card: Expiry = { kind: 'digipiirturikortti', id: '1', subject: 'Maija Mäki', day, drivers: ['1'] }
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
])('%s days before the last day the reminder of %s days is due, and it ends %s days before the last day', (before, days, endsBefore) => {
  const [forDriver, forAdministrators] = dueReminders(card, { now: at(before), reminderDays: [7, 30, 60], texts: expiryTexts })
  if (days === null) {
    expect(forDriver).toBeUndefined()
    return
  }
  expect(forDriver).toMatchObject({
    key: `vanhenee:digipiirturikortti:1:2027-03-30:${days}`,
    to: 'drivers',
    end: addDays(day, -endsBefore),
  })
  expect(forAdministrators).toMatchObject({ key: `vanhenee:digipiirturikortti:1:2027-03-30:${days}:y`, to: 'administrators' })
  expect([forDriver?.message, forAdministrators?.message]).toEqual([
    'Digipiirturikorttisi on voimassa 30.3.2027 asti. Uusi se ajoissa.',
    'Maija Mäki: digipiirturikortti on voimassa 30.3.2027 asti.',
  ])
  expect(forDriver?.end).toBeGreaterThan(forDriver?.start ?? 0)
})

test('a car without a driver is only in reminders to administrators, and a new inspection day has its own reminder', () => {
  const car: Expiry = { kind: 'katsastus', id: '2', subject: 'ABC-123', day, drivers: [] }
  const [forAdministrators, ...others] = dueReminders(car, { now: at(20), reminderDays: [7, 30, 60], texts: expiryTexts })
  expect([forAdministrators?.to, forAdministrators?.message, others]).toEqual([
    'administrators',
    'Auto ABC-123 on katsastettava viimeistään 30.3.2027.',
    [],
  ])
  expect(isReminderOf(forAdministrators?.key ?? '', car)).toBe(true)
  expect(isReminderOf(forAdministrators?.key ?? '', { ...car, day: addDays(day, 1) })).toBe(false)
})
