import { expect, test } from 'vitest'
import { addDays, atTime, midnightOf } from '../../../values/time/time.ts'
import { defaultWorktimeRules } from '../../settings/worktime-rules.ts'
import type { DayBasis } from './day-basis.ts'
import { ownFigures } from './own-figures.ts'

const monday = midnightOf('2026-11-23')
const at = (hours: number, day = monday) => atTime(day, hours)
type Day = DayBasis['paivat'][number]
const record = (
  id: string,
  paiva: number,
  [from, until]: readonly [number, number],
  tyyppi: Day['tehtavat'][number]['tyyppi'] = 'MUU',
) => ({
  ...{ id, paiva, alkuaika: at(from, paiva), loppuaika: until === 0 ? 0 : at(until, paiva), varoitukset: [] },
  tehtavat: [{ id: `${id} 1`, tyyppi, alkuaika: at(from, paiva), latitude: null, longitude: null, address_print: '' }],
})
const withoutWarnings = ({ varoitukset: _, ...day }: ReturnType<typeof record>): Day => day
const basis = (values: Partial<DayBasis> = {}): DayBasis => ({
  saannot: [defaultWorktimeRules],
  jakson_alku: monday,
  pyhat: [],
  paivat: [],
  ...values,
})
const kinds = (figures: ReturnType<typeof ownFigures>) => figures.breaches.map(({ laji }) => laji)

test('a running day has its warnings without a network: of the day itself, of the rest before it and of the weeks', () => {
  const day = record('b', addDays(monday, 1), [6, 0], 'AJO')
  const now = at(22, day.paiva) + 60
  expect(kinds(ownFigures(day, { basis: basis(), ended: null, now: at(10, day.paiva) }))).toEqual([])
  expect(kinds(ownFigures(day, { basis: basis(), ended: null, now: at(11, day.paiva) }))).toEqual(['ajotauko'])
  expect(kinds(ownFigures(day, { basis: basis(), ended: null, now }))).toEqual(['ajotauko', 'ajo_paiva', 'paiva', 'avoin'])
  const paivat = [withoutWarnings(record('a', monday, [8, 23]))]
  expect(kinds(ownFigures(day, { basis: basis({ paivat }), ended: null, now: at(7, day.paiva) }))).toEqual(['lepo'])
})

test('a day that was ended on the device after the basis was read counts too', () => {
  const ended = record('a', monday, [8, 23])
  const day = record('b', addDays(monday, 1), [6, 0])
  expect(kinds(ownFigures(day, { basis: basis(), ended, now: at(7, day.paiva) }))).toEqual(['lepo'])
})

test('the company’s rules, its holidays and its period count', () => {
  const saannot = [{ ...defaultWorktimeRules, ilta_alkaa: 15 * 60, jakso_raja: 10 * 60, jakso_50: 60, paiva: 8 * 60 }]
  const paivat = [withoutWarnings(record('a', monday, [6, 14]))]
  const day = record('b', addDays(monday, 1), [6, 16])
  const figures = ownFigures(day, { basis: basis({ saannot, paivat, pyhat: [day.paiva] }), ended: null, now: at(17, day.paiva) })
  expect(figures.sums).toMatchObject({ aika_ilta: 60, aika_pyha: 600, aika_ylityo_50: 60, aika_ylityo_100: 420 })
  expect(kinds(figures)).toEqual(['paiva'])
})

test('until the device has read the basis, the default rules and the warnings of the server count', () => {
  const warning = { laji: 'viikko', kirjaus: 'b', hetki: at(9), minuutit: 3660, raja: 3600, laki: '' } as const
  const figures = ownFigures({ ...record('b', monday, [6, 20]), varoitukset: [warning] }, { basis: null, ended: null, now: at(21) })
  expect(figures.sums).toMatchObject({ aika_kesto: 840, aika_ilta: 120, aika_ylityo_50: 0 })
  expect(kinds(figures)).toEqual(['viikko'])
})
