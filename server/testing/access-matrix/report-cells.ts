import { type ApiCells, forAdministrators, ofCustomer } from './api-callers.ts'

/** The administrators' reports, and the estimated emissions of a customer and of an order. */
export const reportCells: Readonly<Record<string, ApiCells>> = {
  'GET /api/raportit': { call: () => ({ url: '/api/raportit' }), cells: forAdministrators },
  'GET /api/raportit/tiedosto': { call: () => ({ url: '/api/raportit/tiedosto?taulukko=auto' }), cells: forAdministrators },
  'GET /api/asiakas/paastot': {
    call: ({ customer }, which) => ({ url: `/api/asiakas/paastot?asiakas_id=${customer[which]}` }),
    cells: { ...ofCustomer, kuljettaja: [403, 403] },
  },
  'GET /api/tilaus/paastot': {
    call: ({ rows }, which) => ({ url: `/api/tilaus/paastot?tilaus_id=${rows.tilaus[which]}` }),
    cells: {
      ...{ yllapito: [200, 200], kuljettaja: [403, 403], asiakas: [200, 404], asiakas_yllapito: [200, 404] },
      ...{ huolto: [403, 403], nobody: [401, 401] },
    },
  },
}
