import { type ApiCells, type Caller, forAdministrators, type Statuses } from './api-callers.ts'

/** A driver's own working day: there is no way to name another driver's. */
const forDrivers: Record<Caller, Statuses> = {
  yllapito: [403, 403],
  kuljettaja: [200, 200],
  asiakas: [403, 403],
  asiakas_yllapito: [403, 403],
  huolto: [403, 403],
  nobody: [401, 401],
}

/** The working-time calls: the driver's own, where ids of others' records and tasks are refused (driver-calls.test.ts), and administrators'. */
export const worktimeCells: Record<string, ApiCells> = {
  'GET /api/tyovuoro-kirjaus': {
    call: () => ({ url: '/api/tyovuoro-kirjaus?operation=GET_OPERATION_ACTIVE' }),
    cells: forDrivers,
  },
  'POST /api/tyovuoro-kirjaus': {
    call: () => ({ url: '/api/tyovuoro-kirjaus', body: { operation: 'POST_OPERATION_START_DAY', auto: null } }),
    cells: forDrivers,
  },
  'GET /api/tyovuoro-kirjaus-perusteet': {
    call: () => ({ url: '/api/tyovuoro-kirjaus-perusteet' }),
    cells: forDrivers,
  },
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
