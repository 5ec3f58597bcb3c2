import { type ApiCells, forAdministrators, ofCustomer } from './api-callers.ts'

/** The calls about routes and recurring hourly jobs. */
export const scheduleCells: Record<string, ApiCells> = {
  'GET /api/tuntituote_toisto': {
    call: ({ customer }, which) => ({ url: `/api/tuntituote_toisto?asiakas_id=${customer[which]}` }),
    cells: { ...ofCustomer, kuljettaja: [403, 403] },
  },
  'POST /api/tuntituote_toisto': {
    call: ({ rows }, which) => ({
      url: '/api/tuntituote_toisto',
      body: { operation: 'OPERATION_PREVIEW', id: rows.tuntituote_toisto[which], vid: 1, selite: 'Uusi' },
    }),
    cells: forAdministrators,
  },
  'GET /api/reitti': {
    call: ({ rows }, which) => ({ url: `/api/reitti?operation=OPERATION_GET_OSOITTEET&id=${rows.reitti[which]}` }),
    cells: forAdministrators,
  },
  'POST /api/reitti': {
    call: ({ rows }, which) => ({
      url: '/api/reitti',
      body: { operation: 'OPERATION_PREVIEW', id: rows.reitti[which], vid: 1, reittinro: '7' },
    }),
    cells: forAdministrators,
  },
  'GET /api/reitti/tilaukset': {
    call: ({ rows }, which) => ({ url: `/api/reitti/tilaukset?id=${rows.reitti[which]}` }),
    cells: forAdministrators,
  },
}
