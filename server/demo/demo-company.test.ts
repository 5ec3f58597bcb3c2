import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { businessId } from '#domain/values/checks.ts'
import { greatCircleMetres } from '#domain/values/place/distance.ts'
import { addDays, atTime, startOfDay } from '#domain/values/time/time.ts'
import { signaturePicture } from '../features/waybills/pdf/signature-picture.ts'
import { businessIdOf } from './business-id.ts'
import { makeDemo } from './load-demo.ts'
import { ordersPerDay } from './orders.ts'
import { towns } from './places.ts'
import { openSignatures, readSignatures } from './signatures.ts'

const tampere = { lat: 61.498, lng: 23.761 }
const noon = atTime(1_795_252_800, 12)
const pictures = await readSignatures()
const makeAt = (now: number) => makeDemo(now, openSignatures(pictures)).history.take()
const atNoon = makeAt(noon)
const savesAt = (now: number) => (now === noon ? atNoon : makeAt(now))
const changesAt = (now: number) => savesAt(now).flatMap(({ changes }) => changes)
const added = (entity: string) =>
  changesAt(noon).flatMap((change) => (change.op === 'add' && change.entity === entity ? [change.values] : []))

describe('the history of the demo company', () => {
  it('is the same every time for the same current time', () => {
    expect(JSON.stringify(makeAt(noon))).toBe(JSON.stringify(atNoon))
  })

  const weekdays = [0, 1, 2, 3, 4, 5, 6]
  const hours = [0, 7, 23]

  it.each(hours)('at %i o’clock of any weekday nothing is in the future, and each row is created first and then changed later', (hour) => {
    // Each company takes a second: `npm run test:all` makes all of them, `npm test` one for each weekday.
    const tested = process.env.KUORMA_TEST_ALL ? weekdays : weekdays.filter((day) => hours[day % hours.length] === hour)
    for (const day of tested) {
      const now = atTime(noon + day * 86_400, hour, 1)
      const latest = new Map<string, number>()
      for (const { moment, changes } of savesAt(now)) {
        expect(moment.at, `day ${day}`).toBeLessThanOrEqual(now)
        for (const { op, entity, id } of changes) {
          const before = latest.get(id)
          if (entity !== 'tuntituote_tyyppi') expect(op, `${entity} on day ${day}`).toBe(before === undefined ? 'add' : 'update')
          if (before !== undefined) expect(moment.at, `${entity} on day ${day}`).toBeGreaterThan(before)
          latest.set(id, moment.at)
        }
      }
    }
  })

  it('takes few saves, each of all changes of a user at the same time', () => {
    expect(savesAt(noon).length).toBeLessThan(1000)
  })

  it('has customers with valid and distinct Y-tunnus', () => {
    const customers = added('asiakas')
    const ids = customers.map(({ y_tunnus }) => String(y_tunnus))
    expect(new Set(ids).size).toBe(40)
    for (const id of ids) expect(businessId(id)).toEqual({ value: id })
    expect(businessIdOf(1_234_567)).toBe('1234567-1')
    expect(new Set(customers.map(({ name }) => name)).size).toBe(40)
  })

  it('gives `kuljettaja` shipments to pick up and shipments on the way today, whatever the weekday', () => {
    for (let day = 0; day < 7; day++) {
      const now = noon + day * 86_400
      const rows = new Map<string, Record<string, unknown>>()
      for (const { entity, id, values } of changesAt(now)) rows.set(id, { ...rows.get(id), ...values, entity })
      const [driver] = [...rows].find(([, row]) => row.entity === 'user' && row.name === 'kuljettaja') ?? []
      const isTheirsToday = (row: Record<string, unknown>) => row.kuljettaja === driver && row.toivottu_toimitus === startOfDay(now)
      const states = [...rows.values()].filter(isTheirsToday).map(({ tila = 'odottaa_noutoa' }) => tila)
      expect(states, `day ${day}`).toEqual(expect.arrayContaining(['odottaa_noutoa', 'kuljetuksessa']))
    }
  })

  it('has places of the tasks of 90 days, of the drivers who have consented', () => {
    const tasks = added('tyovuoro_kirjaus_tehtava')
    const placed = tasks.filter(({ address_print }) => address_print !== undefined)
    expect(placed.length).toBeGreaterThan(5000)
    expect(placed.length).toBeLessThan(tasks.length * 0.6)
    const from = addDays(startOfDay(noon), -90)
    for (const { latitude, longitude, address_print, alkuaika } of placed) {
      expect(Number(alkuaika)).toBeGreaterThanOrEqual(from)
      expect(greatCircleMetres(tampere, { lat: Number(latitude), lng: Number(longitude) })).toBeLessThan(115_000)
      expect(address_print).toMatch(/\S/)
    }
    expect(placed.filter(({ tyyppi }) => tyyppi === 'PURKU').every(({ address_print }) => /, \S+$/.test(String(address_print)))).toBe(true)
  })

  it('is busier on weekdays, and 600 orders whatever the day', () => {
    for (let day = 0; day < 7; day++) {
      const counts = ordersPerDay(600, startOfDay(noon + day * 86_400))
      expect([...counts.values()].reduce((a, b) => a + b, 0)).toBe(600)
      expect([...counts.values()].every((count) => count >= 0)).toBe(true)
      expect([Math.min(...counts.keys()), Math.max(...counts.keys())]).toEqual([-60, 14])
    }
  })
})

it('agrees with the postal codes of GeoNames where the file is available', ({ skip }) => {
  const path = process.env.GEONAMES_FI
  if (!path) return skip('GEONAMES_FI does not name the file')
  const lines = readFileSync(path, 'utf8').split('\n')
  const real = new Set(
    lines.map((line) => line.split('\t')).map((cells) => [cells[1], cells[2], Number(cells[9]), Number(cells[10])].join(' ')),
  )
  expect(towns.filter(({ code, town, lat, lng }) => !real.has([code, town, lat, lng].join(' ')))).toEqual([])
})

it('has signatures that the waybill can show', () => {
  for (const picture of pictures) expect(signaturePicture(picture)?.url).toMatch(/^data:image\/png;base64,/)
})
