import { expect, test } from 'vitest'
import { isStoredAsSent } from './stored-as-sent.ts'

const row = { id: 'a1', vid: 1, rekisterinumero: 'QWE-987', name: 'Auto', seuraava_katsastus: 0, kustannuspaikka: '' }

test('values are compared as the server stores them', () => {
  expect(isStoredAsSent('auto', row, { rekisterinumero: 'qwe 987', name: ' Auto ', seuraava_katsastus: 0 })).toBe(true)
  expect(isStoredAsSent('auto', row, { rekisterinumero: 'QWE-987', name: 'Auto 2', seuraava_katsastus: 0 })).toBe(false)
  expect(isStoredAsSent('auto', row, { rekisterinumero: 'QWE-988', name: 'Auto' })).toBe(false)
})

test('relations are compared by id, several in any order', () => {
  const note = { id: 'h1', vid: 1, name: 'Huolto', auto: 'a1', kuvat: ['k2', 'k1'] }
  expect(isStoredAsSent('huolto', note, { name: 'Huolto', auto: 'a1', kuvat: ['k1', 'k2'] })).toBe(true)
  expect(isStoredAsSent('huolto', note, { name: 'Huolto', auto: 'a2', kuvat: ['k1', 'k2'] })).toBe(false)
  expect(isStoredAsSent('huolto', note, { name: 'Huolto', auto: 'a1', kuvat: ['k1'] })).toBe(false)
})
