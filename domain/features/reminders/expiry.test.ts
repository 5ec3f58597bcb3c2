import { expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { expiryTexts } from '../settings/expiry-defaults.ts'
import { dueReminders, type Expiry } from './expiry.ts'

const day = midnightOf('2027-03-30')
const card: Expiry = { kind: 'digipiirturikortti', id: '1', subject: 'Maija Mäki', day, drivers: [{ id: '1', number: 12 }] }
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
    key: `vanhenee:digipiirturikortti:1:2027-03-30:${days}:12`,
    to: '1',
    end: addDays(day, -endsBefore),
  })
  expect(forAdministrators).toMatchObject({ key: `vanhenee:digipiirturikortti:1:2027-03-30:${days}:y`, to: ['yllapito'] })
  expect([forDriver?.message, forAdministrators?.message]).toEqual([
    'Digipiirturikorttisi on voimassa 30.3.2027 asti. Uusi se ajoissa.',
    'Maija Mäki: digipiirturikortti on voimassa 30.3.2027 asti.',
  ])
  expect(forDriver?.end).toBeGreaterThan(forDriver?.start ?? 0)
})

test('a car without a driver is only in the reminder to administrators and maintenance staff, and a new inspection day has its own', () => {
  const car: Expiry = { kind: 'katsastus', id: '2', subject: 'ABC-123', day, drivers: [] }
  const due = (of: Expiry) => dueReminders(of, { now: at(20), reminderDays: [7, 30, 60], texts: expiryTexts })
  const [forRoles, ...others] = due(car)
  expect([forRoles?.to, forRoles?.message, others]).toEqual([
    ['yllapito', 'huolto'],
    'Auto ABC-123 on katsastettava viimeistään 30.3.2027.',
    [],
  ])
  expect(due({ ...car, day: addDays(day, 1) })[0]?.key).not.toBe(forRoles?.key)
})

test('each driver of a car has a reminder, with a key that the entity has room for', () => {
  const drivers = [1, 2_000_000_000].map((number) => ({ id: `driver ${number}`, number }))
  const car: Expiry = { kind: 'katsastus', id: '0193b3a4-5c6d-7e8f-9a0b-1c2d3e4f5a6b', subject: 'ABC-123', day, drivers }
  const due = dueReminders(car, { now: at(20), reminderDays: [365], texts: expiryTexts })
  expect(due.map(({ to }) => to)).toEqual(['driver 1', 'driver 2000000000', ['yllapito', 'huolto']])
  expect(new Set(due.map(({ key }) => key)).size).toBe(3)
  expect(Math.max(...due.map(({ key }) => key.length))).toBeLessThanOrEqual(100)
})
