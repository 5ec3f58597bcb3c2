import { type ApiCells, type Caller, forAdministrators, type Statuses } from './api-callers.ts'

const day = 1_795_039_200
/** A driver's own shifts; of others' ids the results say that there are no such shifts. */
const forDrivers: Record<Caller, Statuses> = {
  yllapito: [403, 403],
  kuljettaja: [200, 200],
  asiakas: [403, 403],
  asiakas_yllapito: [403, 403],
  huolto: [403, 403],
  nobody: [401, 401],
}
const unknownLink: Record<Caller, Statuses> = {
  yllapito: [404, 404],
  kuljettaja: [404, 404],
  asiakas: [404, 404],
  asiakas_yllapito: [404, 404],
  huolto: [404, 404],
  nobody: [404, 404],
}

/** The shift calendar and the drivers' shifts. */
export const shiftCells: Record<string, ApiCells> = {
  'GET /api/tyovuoro': {
    call: () => ({ url: `/api/tyovuoro?operation=OPERATION_GET_ALL_DATA&min=${day}` }),
    cells: forAdministrators,
  },
  'POST /api/tyovuoro': {
    call: ({ rows }, which) => ({
      url: '/api/tyovuoro',
      body: { operation: 'OPERATION_SAVE', tyovuoro: { id: rows.tyovuoro[which], kesto: 480 } },
    }),
    cells: forAdministrators,
  },
  'GET /api/tyovuoro/selectable-kuljettajat': {
    call: () => ({ url: `/api/tyovuoro/selectable-kuljettajat?paiva=${day}` }),
    cells: forAdministrators,
  },
  'GET /api/tyovuoro/kuljettajan-tyovuorot': { call: () => ({ url: '/api/tyovuoro/kuljettajan-tyovuorot' }), cells: forDrivers },
  'POST /api/tyovuoro/kuljettajan-tyovuorot': {
    call: ({ rows }, which) => ({ url: '/api/tyovuoro/kuljettajan-tyovuorot', body: { ids: [rows.tyovuoro[which]] } }),
    cells: forDrivers,
  },
  'GET /api/tyovuoro/kalenterilinkki': { call: () => ({ url: '/api/tyovuoro/kalenterilinkki' }), cells: forDrivers },
  'POST /api/tyovuoro/kalenterilinkki': {
    call: () => ({ url: '/api/tyovuoro/kalenterilinkki', body: { operation: 'luo' } }),
    cells: forDrivers,
  },
  // A secret link needs no sign-in; calendar-feed.test.ts reads a real one.
  'GET /kalenteri/:token': { call: () => ({ url: `/kalenteri/${'A'.repeat(43)}.ics` }), cells: unknownLink },
}
