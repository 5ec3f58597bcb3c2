import { randomUUID } from 'node:crypto'
import { lastMoment } from '#domain/values/time/time.ts'
import { type ApiCells, forAdministrators, ofCustomer } from './api-callers.ts'

/** The calls about prices, reports and estimated emissions. */
export const priceCells: Record<string, ApiCells> = {
  'POST /api/hintalaskuri': {
    call: ({ customer }, which) => ({ url: '/api/hintalaskuri', body: { asiakas_id: customer[which], lahetykset: [{}] } }),
    cells: { ...ofCustomer, kuljettaja: [403, 403] },
  },
  'GET /api/hintalaskuri/logs': {
    call: ({ rows }, which) => ({ url: `/api/hintalaskuri/logs?tilaus_id=${rows.tilaus[which]}` }),
    cells: forAdministrators,
  },
  'GET /api/hintalaskuri/puute': {
    call: ({ rows }, which) => ({ url: `/api/hintalaskuri/puute?tilaus_id=${rows.tilaus[which]}` }),
    cells: forAdministrators,
  },
  'GET /api/hinnasto/voimassaolo': { call: () => ({ url: '/api/hinnasto/voimassaolo' }), cells: forAdministrators },
  'GET /api/hinnasto/muutokset': { call: () => ({ url: '/api/hinnasto/muutokset' }), cells: forAdministrators },
  'POST /api/hinnasto/muutos/esikatselu': {
    call: ({ rows }, which) => ({
      url: '/api/hinnasto/muutos/esikatselu',
      body: { ids: [rows.hinnasto[which]], paiva: lastMoment - 86_400, prosentti: 2 },
    }),
    cells: forAdministrators,
  },
  // Without a preview nothing is changed: list-changes.test.ts makes real changes.
  'POST /api/hinnasto/muutos': {
    call: ({ rows }, which) => ({
      url: '/api/hinnasto/muutos',
      body: { ids: [rows.hinnasto[which]], paiva: lastMoment - 86_400, prosentti: 2, tiiviste: 'vanha' },
    }),
    cells: { ...forAdministrators, yllapito: [409, 409] },
  },
  'POST /api/hinnasto/muutos/peru': {
    call: () => ({ url: '/api/hinnasto/muutos/peru', body: { id: randomUUID() } }),
    cells: { ...forAdministrators, yllapito: [404, 404] },
  },
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
