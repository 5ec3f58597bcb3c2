import { expect, test } from 'vitest'
import { fitFilters } from './fit-filters.ts'

const fields = ['paiva', 'asiakas', 'kuljettaja', 'auto', 'tila'].map((name) => ({ names: [name] }))
const names = (of: readonly { names: readonly string[] }[]) => of.flatMap(({ names }) => names)

test('all filters stand on a wide line', () => {
  expect(names(fitFilters(fields, {}, 700).line)).toHaveLength(5)
  expect(fitFilters(fields, {}, 700).rest).toEqual([])
})

test('on a narrow line, those that are on come first; the rest are behind the button', () => {
  const { line, rest } = fitFilters(fields, { tila: 'myohassa' }, 440)
  expect(names(line)).toEqual(['paiva', 'tila'])
  expect(names(rest)).toEqual(['asiakas', 'kuljettaja', 'auto'])
})

test('without any room, everything is behind the button', () => {
  expect(fitFilters(fields, {}, 0).rest).toHaveLength(5)
})
