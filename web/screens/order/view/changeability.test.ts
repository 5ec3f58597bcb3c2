import { expect, test } from 'vitest'
import { changeability, isLocked } from './changeability.ts'

const lines = { shipments: [{ tila: 'toimitettu' }], jobs: [] } as const
const staff = { roles: ['yllapito'] } as const

test('an order on an invoice is locked like an invoiced one, and says how to open it', () => {
  expect(changeability({ order: { tilauksen_tila: 'toimitettu', lasku: null }, ...lines }, staff)).toEqual({ changeable: true, why: '' })
  expect(changeability({ order: { tilauksen_tila: 'toimitettu', lasku: 'a' }, ...lines }, staff)).toEqual({
    changeable: false,
    why: 'Tilaus on laskulla, joten sitä ei voi muuttaa. Peru lasku tai tee siitä hyvityslasku.',
  })
  expect(isLocked({ tilauksen_tila: 'laskutettu', lasku: null })).toBe(true)
  expect(isLocked({ tilauksen_tila: 'toimitettu' })).toBe(false)
})
