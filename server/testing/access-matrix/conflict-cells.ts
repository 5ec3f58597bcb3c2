import { randomUUID } from 'node:crypto'
import { type ApiCells, forAdministrators } from './api-callers.ts'

/** The calls of conflicts. */
export const conflictCells: Record<string, ApiCells> = {
  // Also about a shipment that is another driver's by now: that is why the action was refused.
  'POST /api/ristiriita': {
    call: ({ rows }, which) => ({
      url: '/api/ristiriita',
      body: {
        id: randomUUID(),
        kuvaus: 'Noudettu',
        syy: 'Lähetystä on muutettu.',
        laitteen_aika: 1_794_999_940,
        laitteen_ero: 0,
        toimi: { laji: 'tila', lahetykset: [rows.lahetys[which]], tila: 'kuljetuksessa', nykyinen_osoite: null },
      },
    }),
    cells: { ...forAdministrators, yllapito: [403, 403], kuljettaja: [200, 200] },
  },
  'POST /api/ristiriita/ratkaise': {
    call: ({ rows }, which) => ({ url: '/api/ristiriita/ratkaise', body: { id: rows.ristiriita[which], ratkaisu: 'pidetty' } }),
    cells: forAdministrators,
  },
}
