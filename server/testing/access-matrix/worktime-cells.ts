import type { ApiCells, Caller, Statuses } from './api-callers.ts'

/** A driver's own working day: there is no way to name another driver's. */
const forDrivers: Record<Caller, Statuses> = {
  yllapito: [403, 403],
  kuljettaja: [200, 200],
  asiakas: [403, 403],
  asiakas_yllapito: [403, 403],
  huolto: [403, 403],
  nobody: [401, 401],
}

/** The driver's own working-time calls; ids of others' records and tasks are refused in driver-calls.test.ts. */
export const worktimeCells: Record<string, ApiCells> = {
  'GET /api/tyovuoro-kirjaus': {
    call: () => ({ url: '/api/tyovuoro-kirjaus?operation=GET_OPERATION_ACTIVE' }),
    cells: forDrivers,
  },
  'POST /api/tyovuoro-kirjaus': {
    call: () => ({ url: '/api/tyovuoro-kirjaus', body: { operation: 'POST_OPERATION_START_DAY', auto: null } }),
    cells: forDrivers,
  },
}
