import { expect, test } from 'vitest'
import { filterParameters } from './drupal-query.ts'
import { conditionsOf, type Filter } from './list-query.ts'

const written = (filter: Filter<'tilaus'>) => filterParameters(filter).map(([name, value]) => `${name}=${value}`)

test('plain values need no condition', () => {
  expect(written({ avoin: true, 'asiakas.id': 'a', tilauksen_tila: undefined })).toEqual(['filter[avoin]=true', 'filter[asiakas.id]=a'])
})

test('lists, operators and nulls are conditions', () => {
  expect(
    written({
      tilauksen_tila: ['uusi', 'kuljetuksessa'],
      toivottu_toimitus: { operator: 'BETWEEN', value: [1, 2] },
      'lahetykset.kuljettaja.id': { operator: 'IS NULL' },
    }),
  ).toEqual([
    'filter[c1][condition][path]=tilauksen_tila',
    'filter[c1][condition][operator]=IN',
    'filter[c1][condition][value][]=uusi',
    'filter[c1][condition][value][]=kuljetuksessa',
    'filter[c2][condition][path]=toivottu_toimitus',
    'filter[c2][condition][operator]=BETWEEN',
    'filter[c2][condition][value][]=1',
    'filter[c2][condition][value][]=2',
    'filter[c3][condition][path]=lahetykset.kuljettaja.id',
    'filter[c3][condition][operator]=IS NULL',
  ])
})

test('groups nest by memberOf, and the outermost "all" is not a group', () => {
  const filter: Filter<'tilaus'> = {
    all: [{ avoin: true }, { any: [{ 'lahetykset.tila': 'myohassa' }, { toivottu_toimitus: 5, hinta: { operator: '>', value: 0 } }] }],
  }
  expect(written(filter)).toEqual([
    'filter[avoin]=true',
    'filter[g1][group][conjunction]=OR',
    'filter[c1][condition][path]=lahetykset.tila',
    'filter[c1][condition][value]=myohassa',
    'filter[c1][condition][memberOf]=g1',
    'filter[g2][group][conjunction]=AND',
    'filter[g2][group][memberOf]=g1',
    'filter[c2][condition][path]=toivottu_toimitus',
    'filter[c2][condition][value]=5',
    'filter[c2][condition][memberOf]=g2',
    'filter[c3][condition][path]=hinta',
    'filter[c3][condition][operator]=>',
    'filter[c3][condition][value]=0',
    'filter[c3][condition][memberOf]=g2',
  ])
  expect(conditionsOf(filter).map(([path]) => path)).toEqual(['avoin', 'lahetykset.tila', 'toivottu_toimitus', 'hinta'])
})

test('an empty "any" group becomes a condition that matches no row', () => {
  const condition = ['filter[c1][condition][path]=id', 'filter[c1][condition][operator]=IS NULL']
  expect(written({ any: [] })).toEqual(condition)
  expect(written({ all: [{ any: [] }] })).toEqual(condition)
  expect(written({ all: [] })).toEqual([])
})
