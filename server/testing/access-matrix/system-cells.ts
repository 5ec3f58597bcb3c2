import { randomUUID } from 'node:crypto'
import { type ApiCells, forAdministrators } from './api-callers.ts'

/** Settings, messages, logs and background work. */
export const systemCells: Record<string, ApiCells> = {
  'GET /api/turvaloki': { call: () => ({ url: '/api/turvaloki' }), cells: forAdministrators },
  'GET /api/lahteva_posti': { call: () => ({ url: '/api/lahteva_posti' }), cells: forAdministrators },
  'GET /api/tekstiviestit': { call: () => ({ url: '/api/tekstiviestit' }), cells: forAdministrators },
  'POST /api/sms': {
    call: ({ rows }, which) => ({ url: '/api/sms', body: { users: [rows.user[which]], message: 'Soita' } }),
    cells: forAdministrators,
  },
  'POST /api/sms/vastaanottajat': {
    call: ({ rows }, which) => ({ url: '/api/sms/vastaanottajat', body: { users: [rows.user[which]] } }),
    cells: forAdministrators,
  },
  'GET /api/asetukset': { call: () => ({ url: '/api/asetukset' }), cells: forAdministrators },
  'PATCH /api/asetukset': {
    call: () => ({ url: '/api/asetukset', body: { values: { latauksia_paivassa: 1000 }, versio: 0 } }),
    cells: forAdministrators,
  },
  'GET /api/asetukset/historia': { call: () => ({ url: '/api/asetukset/historia' }), cells: forAdministrators },
  'GET /api/integraatiot': { call: () => ({ url: '/api/integraatiot' }), cells: forAdministrators },
  'POST /api/integraatiot': {
    call: () => ({ url: '/api/integraatiot', body: { operation: 'testaa', nimi: 'posti' } }),
    cells: forAdministrators,
  },
  'POST /api/epaonnistuneet_tyot': {
    call: () => ({ url: '/api/epaonnistuneet_tyot', body: { operation: 'yrita_uudelleen', ids: [randomUUID()] } }),
    cells: forAdministrators,
  },
  'GET /api/ajastetut_tyot': { call: () => ({ url: '/api/ajastetut_tyot' }), cells: forAdministrators },
  'GET /api/tyojonot': { call: () => ({ url: '/api/tyojonot' }), cells: forAdministrators },
  'GET /api/epaonnistuneet_tyot': { call: () => ({ url: '/api/epaonnistuneet_tyot' }), cells: forAdministrators },
  'POST /api/tietosuojaseloste': {
    call: () => ({ url: '/api/tietosuojaseloste', body: { operation: 'esikatsele', html: '<p>Seloste</p>' } }),
    cells: forAdministrators,
  },
}
