import { expect, test } from 'vitest'
import { driveLink, namedPlace } from './places.ts'

const place = { name: 'Sokos', street: 'Mannerheimintie 9', town: '00100 Helsinki', country: 'FI', contact: '', phone: '' }

test('the maps link is a route to the place, in driving mode', () => {
  const link = new URL(driveLink(place) ?? '')
  expect([link.origin, link.pathname]).toEqual(['https://www.google.com', '/maps/dir/'])
  const parameters = { api: '1', destination: 'Mannerheimintie 9, 00100 Helsinki', travelmode: 'driving', dir_action: 'navigate' }
  expect(Object.fromEntries(link.searchParams)).toEqual(parameters)
  expect(new URL(driveLink({ ...place, country: 'EE' }) ?? '').searchParams.get('destination')).toMatch(/, EE$/)
  expect(driveLink({ ...place, street: '', town: '' })).toBeNull()
  const toPoint = new URL(driveLink(place, { lat: 60.17, lng: 24.94 }) ?? '')
  expect(toPoint.searchParams.get('destination')).toBe('60.17,24.94')
})

test('a place is named by its name, or by its street, with the town without the postal code', () => {
  expect(namedPlace(place)).toBe('Sokos, Helsinki')
  expect(namedPlace({ ...place, name: '' })).toBe('Mannerheimintie 9, Helsinki')
  expect(namedPlace({ ...place, town: '111 22 Stockholm' })).toBe('Sokos, Stockholm')
  expect(namedPlace({ ...place, town: '' })).toBe('Sokos')
})
