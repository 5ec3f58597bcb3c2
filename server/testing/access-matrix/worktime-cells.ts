import { type ApiCells, forAdministrators } from './api-callers.ts'

/** Administrators' calls of working time. */
export const worktimeCells: Record<string, ApiCells> = {
  'GET /api/tyovuoro-kirjaus-admin': {
    call: () => ({ url: '/api/tyovuoro-kirjaus-admin?operation=SUMMARY' }),
    cells: forAdministrators,
  },
  'POST /api/tyovuoro-kirjaus-admin': {
    call: ({ rows }, which) => ({
      url: '/api/tyovuoro-kirjaus-admin',
      body: { operation: 'MARK_AS_TARKISTETTU', ids: [rows.tyovuoro_kirjaus[which]] },
    }),
    cells: forAdministrators,
  },
}
