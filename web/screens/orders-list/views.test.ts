import { expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time.ts'
import { queryOf } from '../../data/json-api.ts'
import { filterOf, viewOf } from './views.ts'

const now = midnightOf('2026-02-03') + 36_000
const asked = (search: Record<string, string>) => queryOf({ filter: filterOf(search, now) }).map(([name, value]) => `${name}=${value}`)

test('the list by itself is the open orders', () => {
  expect(asked({})).toEqual(['filter[avoin]=true'])
  expect(viewOf('jotain')).toBe('avoimet')
})

test('late is either by the calendar or told, in one group', () => {
  expect(asked({ nakyma: 'myohassa' })).toEqual([
    'filter[avoin]=true',
    'filter[late][group][conjunction]=OR',
    'filter[late0][group][conjunction]=AND',
    'filter[late0][group][memberOf]=late',
    'filter[late0-0][condition][path]=toivottu_toimitus',
    'filter[late0-0][condition][operator]=>=',
    'filter[late0-0][condition][value]=31536000',
    'filter[late0-0][condition][memberOf]=late0',
    'filter[late0-1][condition][path]=toivottu_toimitus',
    'filter[late0-1][condition][operator]=<',
    `filter[late0-1][condition][value]=${midnightOf('2026-02-03')}`,
    'filter[late0-1][condition][memberOf]=late0',
    'filter[late1][condition][path]=lahetykset.tila',
    'filter[late1][condition][operator]==',
    'filter[late1][condition][value]=myohassa',
    'filter[late1][condition][memberOf]=late',
  ])
})

/** The conditions of a filter as `path operator value`, each under the groups that hold it, outermost first. */
function groups(search: Record<string, string>): string[] {
  const filter: Record<string, unknown> = filterOf(search, now)
  const of = (name: string, part: string) => filter[`${name}][${part}`]
  const holders = (name: unknown): string[] =>
    typeof name === 'string' ? [...holders(of(name, 'group][memberOf')), String(of(name, 'group][conjunction'))] : []
  return Object.keys(filter).flatMap((key) => {
    const [name = '', rest] = key.split('][condition][')
    if (rest === undefined) return /\]\[(group|condition)\]/.test(key) || key.includes('[') ? [] : [`${key} = ${filter[key]}`]
    if (rest !== 'path') return []
    const is = [filter[key], of(name, 'condition][operator'), of(name, 'condition][value')].filter((part) => part !== undefined).join(' ')
    return [[...holders(of(name, 'condition][memberOf')), is].join(': ')]
  })
}

test.each([
  ['the customer', { asiakas: 'a' }, ['asiakas.id = a']],
  ['the driver of any line', { kuljettaja: 'k' }, ['OR: lahetykset.kuljettaja.id = k', 'OR: tuntituotteet.kuljettaja.id = k']],
  ['the car of any line', { auto: 'c' }, ['OR: lahetykset.auto.id = c', 'OR: tuntituotteet.auto.id = c']],
  ['the state of any line', { tila: 'kuljetuksessa' }, ['OR: lahetykset.tila = kuljetuksessa', 'OR: tuntituotteet.tila = kuljetuksessa']],
  ['a state that only shipments have', { tila: 'siirto' }, ['OR: lahetykset.tila = siirto']],
  ['no state that there is', { tila: 'jotain' }, []],
  [
    'late, by the calendar too',
    { tila: 'myohassa' },
    [
      'OR: AND: toivottu_toimitus >= 31536000',
      `OR: AND: toivottu_toimitus < ${midnightOf('2026-02-03')}`,
      'OR: lahetykset.tila = myohassa',
    ],
  ],
  [
    'whose is nobody’s',
    { nakyma: 'ei-kuljettajaa' },
    ['OR: AND: lahetykset.kuljettaja.id IS NULL', 'OR: AND: tuntituotteet.kuljettaja.id IS NULL'],
  ],
  [
    'a state within a view that asks for another',
    { nakyma: 'terminaalissa', tila: 'siirto' },
    ['lahetykset.tila = siirretty', 'OR: lahetykset.tila = siirto'],
  ],
] as const)('the list is narrowed by %s', (_title, search, conditions) => {
  expect(groups(search)).toEqual(['avoin = true', ...conditions])
})

test('what is typed is searched for within the view', () => {
  expect(asked({ haku: ' T-1042 ' })).toEqual(['filter[avoin]=true', 'filter[q]=T-1042'])
  expect(asked({ haku: '  ' })).toEqual(['filter[avoin]=true'])
})

test("a day's own tab keeps its day", () => {
  const other = String(midnightOf('2026-02-09'))
  expect(asked({ paiva: other })).toContain(`filter[toivottu_toimitus]=${other}`)
  expect(asked({ nakyma: 'tanaan', paiva: other })).toContain(`filter[toivottu_toimitus]=${midnightOf('2026-02-03')}`)
})

test.each(['abc', '-1', '1e99', 'Infinity', '1,5'])('a day that cannot be read (%s) is none', (paiva) => {
  expect(asked({ paiva })).toEqual(['filter[avoin]=true'])
})
