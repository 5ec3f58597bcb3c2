import { type ApiCells, forAdministrators } from './api-callers.ts'

const paiva = 1_795_039_200

/** The calls of planning. */
export const planningCells: Record<string, ApiCells> = {
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
