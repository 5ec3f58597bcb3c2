import { type ApiCells, forAdministrators, forEveryRole, forStaff } from './api-callers.ts'

const paiva = 1_795_039_200

/** The calls of planning and of places. */
export const planningCells: Record<string, ApiCells> = {
  'GET /api/postinumerot': { call: () => ({ url: '/api/postinumerot?koodit=FI-33100' }), cells: forEveryRole },
  'POST /api/optimize_route': {
    call: () => ({ url: '/api/optimize_route', body: { waypoints: [] } }),
    cells: { ...forStaff, huolto: [403, 403] },
  },
  'GET /api/ajot': { call: () => ({ url: `/api/ajot?paiva=${paiva}` }), cells: forAdministrators },
  'POST /api/ajot/ehdotus': { call: () => ({ url: '/api/ajot/ehdotus', body: { paiva } }), cells: forAdministrators },
  'POST /api/ajot': {
    call: ({ rows }, which) => ({
      url: '/api/ajot',
      body: { operation: 'add', tyovuoro: rows.tyovuoro[which], tyyppi: 'tauko', kesto: 30 },
    }),
    cells: forAdministrators,
  },
}
