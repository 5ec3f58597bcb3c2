import { expect, test } from 'vitest'
import { routeLabel, routeTitle } from './route-label.ts'

test('a work route is called by its number, else its name, else its tunniste', () => {
  const route = { tunniste: 'TYR-16', reittinro: '12', name: 'Keskustan jakelu' }
  const texts = [route, { ...route, reittinro: '' }, { ...route, name: '' }, { ...route, reittinro: '', name: '' }].map((one) => [
    routeLabel(one),
    routeTitle(one),
  ])
  expect(texts).toEqual([
    ['12', '12 Keskustan jakelu'],
    ['Keskustan jakelu', 'Keskustan jakelu'],
    ['12', '12'],
    ['TYR-16', 'TYR-16'],
  ])
})
