import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { partOf } = await import('./use-selected-rows.ts')

test('another tab, search or filter is another part of the list; order, columns and the map are not', () => {
  const part = partOf({ nakyma: 'omat', haku: 'lahti' })
  expect(partOf({ haku: 'lahti', nakyma: 'omat', jarjestys: '-name', sarakkeet: 'name', leveydet: 'name:90', kartta: '1' })).toBe(part)
  expect(partOf({ haku: 'lahti', nakyma: 'omat', tyyppi: '' })).toBe(part)
  for (const other of [{ nakyma: 'omat' }, { haku: 'lahti' }, { nakyma: 'omat', haku: 'lahti', tyyppi: 'yritys' }])
    expect(partOf(other)).not.toBe(part)
})
