import { expect, test } from 'vitest'
import { navigationLink } from './navigation-links.ts'

const place = { name: 'Hämeen Huonekalu Oy', street: 'Teollisuustie 14', town: '13500 Hämeenlinna', country: 'FI', contact: '', phone: '' }
const at = { lat: 60.99, lng: 24.46 }
const [android, iphone] = ['Mozilla/5.0 (Linux; Android 16)', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)']

test('each app is opened at the point, and at the address where no point is known', () => {
  const links = (point: typeof at | null, agent = android) =>
    (['google', 'waze', 'puhelin'] as const).map((navigator) => navigationLink(navigator, place, { at: point, agent }))
  expect(links(at)).toEqual([
    'https://www.google.com/maps/dir/?api=1&destination=60.99%2C24.46&travelmode=driving&dir_action=navigate',
    'https://waze.com/ul?ll=60.99%2C24.46&navigate=yes',
    `geo:60.99,24.46?q=${encodeURIComponent('60.99,24.46(Hämeen Huonekalu Oy)')}`,
  ])
  expect(links(null)[1]).toBe('https://waze.com/ul?q=Teollisuustie+14%2C+13500+H%C3%A4meenlinna&navigate=yes')
  expect(links(null)[2]).toBe(`geo:0,0?q=${encodeURIComponent('Teollisuustie 14, 13500 Hämeenlinna')}`)
  expect(links(at, iphone)[2]).toBe('https://maps.apple.com/?daddr=60.99%2C24.46&dirflg=d')
})

test('without a point and an address there is nothing to open', () => {
  const nowhere = { ...place, street: '', town: '' }
  expect(navigationLink('waze', nowhere, { at: null, agent: android })).toBeNull()
})
