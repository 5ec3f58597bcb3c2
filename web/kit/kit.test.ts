import { describe, expect, test } from 'vitest'
import { postalKey } from '../features/addresses/postal-points.ts'
import { fieldOfPointer, stillRefused } from './form/drafted-form.ts'
import { fitDraft } from './form/drafts.ts'
import { dayOffText } from './form/holidays.ts'
import {
  firstOf,
  formatCentimetres,
  formatCount,
  formatEuros,
  formatKilos,
  formatMinutes,
  formatPercent,
  othersText,
  plural,
} from './format.ts'
import { type Column, fitColumns, nextSort, offerOfAll, shownColumns } from './list/columns.ts'

// Intl writes no-break spaces between thousands and before units.
const spaces = (text: string): string => text.replace(/\s/g, ' ')

test('numbers are formatted in Finnish', () => {
  expect(spaces(formatEuros(1234.5))).toBe('1 234,50 €')
  expect(spaces(formatPercent(25.5))).toBe('25,5 %')
  expect(spaces(formatCount(100000))).toBe('100 000')
  expect(spaces(formatKilos(1240.5))).toBe('1 240,5 kg')
  expect(spaces(formatCentimetres(805))).toBe('80,5 cm')
  expect([278, 125, 120, 38, 0].map((minutes) => spaces(formatMinutes(minutes)))).toEqual([
    '4 h 38 min',
    '2 h 05 min',
    '2 h 00 min',
    '38 min',
    '0 min',
  ])
  expect([firstOf(['a', 'b', 'c'], 3), firstOf(['a', 'b', 'c', 'd', 'e'], 3)]).toEqual(['a, b, c', 'a, b, c ja 2 muuta'])
  expect([plural(1, 'kolli', 'kollia'), plural(6, 'kolli', 'kollia')]).toEqual(['1 kolli', '6 kollia'])
  expect([othersText(100, 1350), othersText(100, 100), othersText(100, 0)]).toEqual(['ja 1\u00a0250 muuta', '', ''])
})

describe('columns', () => {
  const column = (id: string, optional = false): Column<object> => ({ id, header: id, width: 1, cell: () => null, optional })
  const columns = [column('a'), column('b', true), column('c')]
  test('shows all but the optional ones, or the chosen ones', () => {
    expect(shownColumns(columns, undefined)).toEqual(['a', 'c'])
    expect(shownColumns(columns, 'c,b,olematon')).toEqual(['c', 'b'])
    expect(shownColumns(columns, 'olematon')).toEqual(['a', 'c'])
  })
  test('offers to select all rows found, as far as they can be selected at once', () => {
    const offer = (ids: string[], count: number, max = 5) =>
      offerOfAll(
        { selected: new Set(ids), onChange: () => undefined, all: { max, onChoose: () => undefined, busy: false } },
        { rows: [{ id: 'a' }, { id: 'b' }], count },
      )
    expect(offer(['a'], 4)).toBeNull()
    expect(offer(['a', 'b'], 2)).toBeNull()
    expect(offer(['a', 'b'], 4)).toEqual({ rows: 4, whole: true, full: false })
    expect(offer(['a', 'b'], 9)).toEqual({ rows: 5, whole: false, full: false })
    expect(offer(['a', 'b', 'c', 'd', 'e'], 9)).toEqual({ rows: 5, whole: false, full: true })
    expect(offer(['a', 'b', 'c', 'd'], 4)).toBeNull()
  })
  test('columns that yield are left out where there is no room, and growing ones share the remaining width', () => {
    const wide = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
      id,
      header: id,
      width: 100,
      cell: () => null,
      ...more,
    })
    const all = [wide('number'), wide('route', { grow: true }), wide('kilos', { yields: 1 }), wide('price', { yields: 2 })]
    const fitted = (width: number) => fitColumns(all, width).map(({ column, width }) => `${column.id} ${width}`)
    expect(fitted(0)).toEqual(['number 100', 'route 100', 'kilos 100', 'price 100'])
    expect(fitted(450)).toEqual(['number 100', 'route 150', 'kilos 100', 'price 100'])
    expect(fitted(399)).toEqual(['number 100', 'route 199', 'price 100'])
    expect(fitted(250)).toEqual(['number 100', 'route 150'])
    expect(fitted(120)).toEqual(['number 100', 'route 100'])
  })
  test('a heading sorts ascending, descending and not at all', () => {
    expect([nextSort(undefined, 'a'), nextSort('a', 'a'), nextSort('-a', 'a'), nextSort('b', 'a')]).toEqual(['a', '-a', undefined, 'a'])
  })
})

test.each([
  ['/data/attributes/viite', 'viite'],
  ['/atomic:operations/0/data/relationships/asiakas/data', 'asiakas'],
  ['/viite', 'viite'],
  ['/data', null],
  ['', null],
])('the field of pointer %j', (pointer, field) => expect(fieldOfPointer(pointer)).toBe(field))

test("a fault from the server is shown until the field's value changes", () => {
  const refused = { 'rows.0.paino': { detail: 'Liian painava.', value: 34 }, viite: { detail: 'Viite puuttuu.', value: '' } }
  expect(stillRefused(refused, { viite: '', rows: [{ paino: 34 }] })).toEqual({ 'rows.0.paino': 'Liian painava.', viite: 'Viite puuttuu.' })
  expect(stillRefused(refused, { viite: 'A', rows: [{ paino: 30 }] })).toEqual({})
  expect(stillRefused(refused, { viite: 'A', rows: [] })).toEqual({})
})

test('a day off is shown with its name', () => {
  const holidays = new Map([['2026-12-06', 'Itsenäisyyspäivä']])
  expect(dayOffText('2026-12-06', holidays)).toBe('Päivä on pyhäpäivä: itsenäisyyspäivä.')
  expect([dayOffText('2026-12-05', holidays), dayOffText('2026-12-13', holidays)]).toEqual(['Päivä on lauantai.', 'Päivä on sunnuntai.'])
  expect(dayOffText('2026-12-07', holidays)).toBe('')
})

test.each([
  ['FI', ' 33100 ', 'FI-33100'],
  ['', '00100', 'FI-00100'],
  ['LV', 'lv-1010', 'LV-LV-1010'],
  ['FI', '', null],
  ['FI', '33100,33200', null],
  ['FI', 'postilokero 12, Ähtäri', null],
  ['GB', 'SW1A 1AA EXTRA LONG', null],
])('postal code %s %j is requested as %j', (country, code, key) => expect(postalKey(country, code)).toBe(key))

test("a draft is accepted by the form's keys", () => {
  expect(fitDraft({ a: 1, vanha: 2 }, { a: 0, b: 0 })).toEqual({ a: 1, b: 0 })
  expect(fitDraft({ vanha: 2 }, { a: 0 })).toBeNull()
  expect(fitDraft('x', { a: 0 })).toBeNull()
})
