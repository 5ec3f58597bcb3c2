import { expect, test } from 'vitest'
import { conditionsOf, type Filter } from '#domain/model/query/list-query.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { queryOf } from '../../data/json-api.ts'
import { filterOf, viewOf } from './views.ts'

const now = midnightOf('2026-02-03') + 36_000
const queryFor = (search: Record<string, string>) => queryOf({ filter: filterOf(search, now) }).map(([name, value]) => `${name}=${value}`)

test('the default view contains the open orders', () => {
  expect(queryFor({})).toEqual(['filter[avoin]=true'])
  expect(viewOf('jotain')).toBe('avoimet')
})

/** The conditions of a filter as `path operator value`, each prefixed with its enclosing groups, outermost first. */
function groups(filter: Filter<'tilaus'>, within = ''): string[] {
  if (filter.all) return filter.all.flatMap((member) => groups(member, within === '' ? '' : `${within}AND: `))
  if (filter.any) return filter.any.flatMap((member) => groups(member, `${within}OR: `))
  return conditionsOf(filter).map(([path, is]) => {
    const said = typeof is === 'object' && 'operator' in is ? [is.operator, ...('value' in is ? [is.value] : [])] : ['=', is]
    return `${within}${path} ${said.join(' ')}`
  })
}

test('the view of late orders contains those past their day and those reported late', () => {
  expect(groups(filterOf({ nakyma: 'myohassa' }, now))).toEqual([
    'avoin = true',
    'OR: AND: toivottu_toimitus >= 31536000',
    `OR: AND: toivottu_toimitus < ${midnightOf('2026-02-03')}`,
    'OR: lahetykset.tila = myohassa',
  ])
})

test.each([
  ['the customer', { asiakas: 'a' }, ['asiakas.id = a']],
  ['the driver of any line', { kuljettaja: 'k' }, ['OR: lahetykset.kuljettaja.id = k', 'OR: tuntituotteet.kuljettaja.id = k']],
  ['the car of any line', { auto: 'c' }, ['OR: lahetykset.auto.id = c', 'OR: tuntituotteet.auto.id = c']],
  ['the state of any line', { tila: 'kuljetuksessa' }, ['OR: lahetykset.tila = kuljetuksessa', 'OR: tuntituotteet.tila = kuljetuksessa']],
  ['a state that only shipments have', { tila: 'siirto' }, ['lahetykset.tila = siirto']],
  ['no state that there is', { tila: 'jotain' }, []],
  [
    'late, by the calendar too, whatever the state',
    { myohassa: '1', tila: 'siirto' },
    [
      'lahetykset.tila = siirto',
      'OR: AND: toivottu_toimitus >= 31536000',
      `OR: AND: toivottu_toimitus < ${midnightOf('2026-02-03')}`,
      'OR: lahetykset.tila = myohassa',
    ],
  ],
  ['reported late', { tila: 'myohassa' }, ['lahetykset.tila = myohassa']],
  ['whose is nobody’s', { nakyma: 'ei-kuljettajaa' }, ['lahetykset.kuljettaja.id IS NULL', 'tuntituotteet.kuljettaja.id IS NULL']],
  [
    'a state within a view that asks for another',
    { nakyma: 'terminaalissa', tila: 'siirto' },
    ['lahetykset.tila = siirretty', 'lahetykset.tila = siirto'],
  ],
] as const)('the list is narrowed by %s', (_title, search, conditions) => {
  expect(groups(filterOf(search, now))).toEqual(['avoin = true', ...conditions])
})

test('the typed text is searched within the view', () => {
  expect(queryFor({ haku: ' T-1042 ' })).toEqual(['filter[avoin]=true', 'filter[q]=T-1042'])
  expect(queryFor({ haku: '  ' })).toEqual(['filter[avoin]=true'])
})

test('a tab with its own day keeps that day', () => {
  const other = String(midnightOf('2026-02-09'))
  expect(queryFor({ paiva: other })).toContain(`filter[toivottu_toimitus]=${other}`)
  expect(queryFor({ nakyma: 'tanaan', paiva: other })).toContain(`filter[toivottu_toimitus]=${midnightOf('2026-02-03')}`)
})

test.each(['abc', '-1', '1e99', 'Infinity', '1,5'])('an invalid day (%s) is ignored', (paiva) => {
  expect(queryFor({ paiva })).toEqual(['filter[avoin]=true'])
})
