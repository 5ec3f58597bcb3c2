import { type ApiCells, forAdministrators } from './api-callers.ts'

/** Making, sending and crediting invoices. */
export const invoicingCells: Record<string, ApiCells> = {
  'GET /api/laskutusjarjestelmat': { call: () => ({ url: '/api/laskutusjarjestelmat' }), cells: forAdministrators },
  'POST /api/fivaldi/laskuta': {
    call: ({ rows }, which) => ({ url: '/api/fivaldi/laskuta', body: { tilaus_ids: [rows.tilaus[which]] } }),
    // The fixture's company has no bank account.
    cells: { ...forAdministrators, yllapito: [422, 422] },
  },
  'POST /api/talenom/laskuta': {
    call: ({ rows }, which) => ({ url: '/api/talenom/laskuta', body: { tilaus_ids: [rows.tilaus[which]] } }),
    cells: { ...forAdministrators, yllapito: [422, 422] },
  },
  'POST /api/laskut': {
    call: ({ rows }, which) => ({ url: '/api/laskut', body: { operation: 'laheta_uudelleen', ids: [rows.lasku[which]] } }),
    cells: forAdministrators,
  },
}
