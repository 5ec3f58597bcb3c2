import { randomUUID } from 'node:crypto'
import { type ApiCells, forAdministrators, forEveryRole, forStaff } from './api-callers.ts'

const paiva = 1_795_039_200

/** The calls of planning, deliveries and places. */
export const planningCells: Record<string, ApiCells> = {
  // Another's row is refused in the row's result: transfer-shipments.test.ts checks those.
  'POST /api/avoimet_tilaukset': {
    call: ({ rows }, which) => ({
      url: '/api/avoimet_tilaukset',
      body: { operation: 'markAsSiirrossa', params: { id: rows.lahetys[which] } },
    }),
    cells: { ...forAdministrators, kuljettaja: [200, 200] },
  },
  // Another's shipment is refused in its result: report-delay.test.ts checks those.
  'POST /api/myohastyminen': {
    call: ({ rows }, which) => ({
      url: '/api/myohastyminen',
      body: { id: randomUUID(), lahetykset: [rows.lahetys[which]], minuutit: 15, arvio: 0, laitteen_aika: 1_700_000_000 },
    }),
    cells: { ...forAdministrators, kuljettaja: [200, 200] },
  },
  'GET /api/postinumerot': { call: () => ({ url: '/api/postinumerot?koodit=FI-33100' }), cells: forEveryRole },
  'POST /api/optimize_route': {
    call: () => ({ url: '/api/optimize_route', body: { waypoints: [] } }),
    cells: { ...forStaff, huolto: [403, 403] },
  },
  'GET /api/ajot': { call: () => ({ url: `/api/ajot?paiva=${paiva}` }), cells: forAdministrators },
  'GET /api/ajot/kuljettajat': { call: () => ({ url: `/api/ajot/kuljettajat?paiva=${paiva}` }), cells: forAdministrators },
  'GET /api/ajot/uusi-toimitus': {
    call: ({ rows }, which) => ({ url: `/api/ajot/uusi-toimitus?lahetys=${rows.lahetys[which]}` }),
    cells: forAdministrators,
  },
  'POST /api/ajot/viiva': {
    call: () => ({ url: '/api/ajot/viiva', body: { pisteet: [61, 62].map((lat) => ({ lat, lng: 25 })) } }),
    cells: forAdministrators,
  },
  'POST /api/ajot/ehdotus': { call: () => ({ url: '/api/ajot/ehdotus', body: { paiva } }), cells: forAdministrators },
  'POST /api/ajot': {
    call: ({ rows }, which) => ({
      url: '/api/ajot',
      body: { operation: 'add', tyovuoro: rows.tyovuoro[which], tyyppi: 'tauko', kesto: 30 },
    }),
    cells: forAdministrators,
  },
}
