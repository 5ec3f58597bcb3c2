import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { storedDay } from './day-send.ts'

vi.mock('#web/data/fault-toast.tsx', () => ({ showFault: () => undefined }))

const day = {
  ...{ id: randomUUID(), vid: 1, paiva: 1_700_000_000, alkuaika: 1_700_000_000, loppuaika: 0, auto: null, tarkista: [], varoitukset: [] },
  tehtavat: [
    { id: randomUUID(), tyyppi: 'MUU', alkuaika: 1_700_000_000, tarkista: [], latitude: null, longitude: null, address_print: '' },
  ],
}

test('a day that another build has stored is read when its shape is known, and unknown otherwise', () => {
  expect(storedDay(null)).toBeNull()
  expect(storedDay({ ...day, uusi: 1 })).toEqual(day)
  const { tehtavat: _, ...older } = day
  expect(storedDay(older)).toBeUndefined()
})
