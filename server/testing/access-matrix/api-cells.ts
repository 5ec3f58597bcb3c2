import { randomUUID } from 'node:crypto'
import { testPassword } from '../test-server.ts'
import {
  type ApiCells,
  followers,
  forAdministrators,
  forEveryRole,
  forOneself,
  forOneselfOnly,
  forStaff,
  ofCustomer,
  ofOnesOwn,
  type Statuses,
} from './api-callers.ts'
import { deviceCells } from './device-cells.ts'
import { invoicingCells } from './invoicing-cells.ts'
import { planningCells } from './planning-cells.ts'
import { priceCells } from './price-cells.ts'
import { scheduleCells } from './schedule-cells.ts'
import { shiftCells } from './shift-cells.ts'
import { systemCells } from './system-cells.ts'
import { worktimeCells } from './worktime-cells.ts'

/*
 * rules/access.md written by hand for every address outside the routes of the entities: the status for each role, first with own rows,
 * then with other rows. An address without cells here fails the test.
 */
const open = (url: string, status = 200, body?: unknown, headers?: Record<string, string>): ApiCells => {
  const both: Statuses = [status, status]
  return {
    call: () => ({ url, body, ...(headers ? { headers } : {}) }),
    cells: { yllapito: both, kuljettaja: both, asiakas: both, asiakas_yllapito: both, huolto: both, nobody: both },
  }
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }
// The smallest valid picture.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export const apiCells: Record<string, ApiCells> = {
  'GET /healthz': open('/healthz'),
  'GET /readyz': open('/readyz'),
  'GET /metrics': open('/metrics'),
  'GET /config.json': open('/config.json'),
  'GET /api/openapi.json': open('/api/openapi.json'),
  'GET /api/kuvaus': open('/api/kuvaus'),
  'GET /api/kuvaus/:part': open('/api/kuvaus/swagger-ui.css'),
  'GET /api/client_id': open('/api/client_id?username=joku'),
  'POST /oauth/token': open('/oauth/token', 401, 'grant_type=eiole', form),
  'POST /oauth/logout': open('/oauth/logout', 204, 'refresh_token=eiole', { ...form, authorization: 'Bearer eiole' }),
  'GET /jsonapi': { call: () => ({ url: '/jsonapi' }), cells: forEveryRole },
  // Every role has a stream; the policy table decides which changes it reports (server/platform/events).
  'GET /api/events': { call: () => ({ url: '/api/events' }), cells: forEveryRole },
  // Changes a shipment's message to its driver, which a customer may write and a driver may not.
  'POST /jsonapi/operations': {
    call: ({ rows }, which) => ({
      url: '/jsonapi/operations',
      body: {
        'atomic:operations': [
          { op: 'update', data: { type: 'lahetys_entity--lahetys', id: rows.lahetys[which], attributes: { viesti: 'Ovi 3' } } },
        ],
      },
    }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [403, 404],
      asiakas: [200, 404],
      asiakas_yllapito: [200, 404],
      huolto: [403, 403],
      nobody: [401, 401],
    },
  },
  'GET /api/laskuttamattomat_tilaukset': {
    call: ({ rows }, which) => ({ url: `/api/laskuttamattomat_tilaukset?operation=getTilaukset&tilausIds=${rows.tilaus[which]}` }),
    cells: forAdministrators,
  },
  'GET /api/laskuttamattomat_tilaukset/asiakkaat': {
    call: ({ customer }, which) => ({ url: `/api/laskuttamattomat_tilaukset/asiakkaat?asiakas_id=${customer[which]}` }),
    cells: forAdministrators,
  },
  'GET /api/laskuttamattomat_tilaukset/vienti': {
    call: ({ customer }, which) => ({ url: `/api/laskuttamattomat_tilaukset/vienti?asiakas_id=${customer[which]}` }),
    cells: forAdministrators,
  },
  'POST /api/laskuttamattomat_tilaukset': {
    call: ({ rows }, which) => ({
      url: '/api/laskuttamattomat_tilaukset',
      body: { operation: 'setHinta', ids: [rows.tilaus[which]], hinta: 77 },
    }),
    cells: forAdministrators,
  },
  'GET /api/avoimet_tilaukset': {
    call: ({ customer }, which) => ({ url: `/api/avoimet_tilaukset?asiakas_id=${customer[which]}` }),
    cells: ofCustomer,
  },
  'GET /api/arkistoidut_tilaukset': {
    call: ({ customer }, which) => ({ url: `/api/arkistoidut_tilaukset?asiakas_id=${customer[which]}` }),
    cells: { ...ofCustomer, kuljettaja: [403, 403] },
  },
  'GET /api/tilaukset-vienti': {
    call: ({ rows }, which) => ({ url: `/api/tilaukset-vienti?muoto=csv&filter[id]=${rows.tilaus[which]}` }),
    cells: { ...ofCustomer, kuljettaja: [403, 403], asiakas: [200, 200], asiakas_yllapito: [200, 200] },
  },
  'GET /api/haku_ehdotukset': {
    call: () => ({ url: '/api/haku_ehdotukset?q=virtannen' }),
    cells: { ...forEveryRole, huolto: [403, 403] },
  },
  'GET /api/paivan_kuljettajat': { call: () => ({ url: '/api/paivan_kuljettajat' }), cells: forAdministrators },
  'GET /api/autojen_kuljettajat': {
    call: () => ({ url: '/api/autojen_kuljettajat' }),
    cells: { ...forAdministrators, kuljettaja: [200, 200], huolto: [200, 200] },
  },
  'GET /api/tietosuojaseloste': open('/api/tietosuojaseloste'),
  'GET /api/countries/list': { call: () => ({ url: '/api/countries/list' }), cells: forEveryRole },
  'GET /api/pyhapaivat': { call: () => ({ url: '/api/pyhapaivat?min=1767218400&max=1798754399' }), cells: forEveryRole },
  'GET /api/muutoshistoria': {
    call: ({ rows }, which) => ({ url: `/api/muutoshistoria?tyyppi=tilaus_entity--tilaus_entity&id=${rows.tilaus[which]}` }),
    cells: forAdministrators,
  },
  'GET /api/kayttokohteet': {
    call: ({ rows }, which) => ({ url: `/api/kayttokohteet?tyyppi=tilaus_entity--tilaus_entity&id=${rows.tilaus[which]}` }),
    cells: { ...forOneself, huolto: [404, 404] },
  },
  // Another's rows are not in the file: export-register.test.ts checks its content.
  'GET /api/rekisteri-vienti': {
    call: ({ rows }, which) => ({
      url: `/api/rekisteri-vienti?tyyppi=tilaus_entity--tilaus_entity&sarakkeet=name&filter[id]=${rows.tilaus[which]}`,
    }),
    cells: { ...forEveryRole, huolto: [403, 403] },
  },
  // Another's row is refused in the row's result, not in the call's: bulk-operation.test.ts checks those.
  'POST /api/bulk-operation': {
    call: ({ rows }, which) => ({
      url: '/api/bulk-operation',
      body: { entityType: 'lahetys', ids: [rows.lahetys[which]], operation: 'setTila', params: { tila: 'odottaa_noutoa' } },
    }),
    cells: { ...forEveryRole, huolto: [403, 403] },
  },
  // Another's row is refused in the row's result, not in the call's: change-rows.test.ts compares each with a PATCH.
  'POST /api/muutokset': {
    call: ({ rows }, which) => ({
      url: '/api/muutokset',
      body: { changes: [{ id: rows.tilaus[which], rows: [{ entityType: 'lahetys', id: rows.lahetys[which], vid: 1, values: {} }] }] },
    }),
    cells: forEveryRole,
  },
  'POST /api/asiakas/delete': {
    // The id of no customer, as later cells need the fixture's customers.
    call: () => ({ url: '/api/asiakas/delete', body: { ids: ['00000000-0000-4000-8000-00000000000a'] } }),
    cells: { ...forAdministrators, yllapito: [404, 404] },
  },
  'GET /api/asiakas/samankaltaiset': { call: () => ({ url: '/api/asiakas/samankaltaiset?nimi=Puu' }), cells: forAdministrators },
  // Nobody's customers: merge-customers.test.ts merges real ones.
  'GET /api/asiakas/yhdistys': {
    call: () => ({ url: `/api/asiakas/yhdistys?sailyva=${randomUUID()}&poistuva=${randomUUID()}` }),
    cells: { ...forAdministrators, yllapito: [404, 404] },
  },
  'POST /api/asiakas/yhdista': {
    call: () => ({
      url: '/api/asiakas/yhdista',
      body: { sailyva: randomUUID(), poistuva: randomUUID(), sailyva_vid: 1, poistuva_vid: 1 },
    }),
    cells: { ...forAdministrators, yllapito: [404, 404] },
  },
  'GET /api/asiakas/kuukaudet': {
    call: ({ customer }, which) => ({ url: `/api/asiakas/kuukaudet?asiakas_id=${customer[which]}` }),
    cells: { ...ofCustomer, kuljettaja: [403, 403] },
  },
  'GET /api/vuokrattavat': {
    call: ({ customer }, which) => ({ url: `/api/vuokrattavat?asiakas_id=${customer[which]}` }),
    cells: { ...ofCustomer, kuljettaja: [403, 403] },
  },
  'POST /api/vuokrattavat': {
    call: ({ customer }, which) => ({ url: '/api/vuokrattavat', body: { asiakas_id: customer[which], maara: 1, hinta: 5 } }),
    cells: forAdministrators,
  },
  'GET /api/yritystiedot': { call: () => ({ url: '/api/yritystiedot?haku=Puu' }), cells: forAdministrators },
  'GET /api/asiakas': { call: () => ({ url: '/api/asiakas' }), cells: { ...forEveryRole, huolto: [403, 403] } },
  'GET /api/tuotteet': { call: ({ customer }, which) => ({ url: `/api/tuotteet?asiakas_id=${customer[which]}` }), cells: ofCustomer },
  'GET /api/tuntituote': { call: ({ customer }, which) => ({ url: `/api/tuntituote?asiakas_id=${customer[which]}` }), cells: ofCustomer },
  'GET /api/osoite': {
    call: ({ customer }, which) => ({ url: `/api/osoite?asiakas_id=${customer[which]}` }),
    cells: ofCustomer,
  },
  'GET /api/autocomplete/osoite': {
    call: ({ customer }, which) => ({ url: `/api/autocomplete/osoite?search=var&asiakas_id=${customer[which]}` }),
    cells: ofCustomer,
  },
  'POST /api/here_autocomplete': {
    call: () => ({ url: '/api/here_autocomplete', body: { search: 'var' } }),
    cells: { ...forEveryRole, huolto: [403, 403] },
  },
  'POST /api/import-tilaus-csv': {
    call: ({ customer }, which) => ({
      url: '/api/import-tilaus-csv',
      body: { asiakas_id: customer[which], base64: Buffer.from(`viite\n${randomUUID()}`).toString('base64'), tarkista: true },
    }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [403, 403],
      asiakas: [200, 403],
      asiakas_yllapito: [200, 403],
      huolto: [403, 403],
      nobody: [401, 401],
    },
  },
  'POST /api/tuo-tiedot': {
    call: () => ({ url: '/api/tuo-tiedot', body: { laji: 'autot', base64: btoa('rekisterinumero\nABC-1'), tarkista: true } }),
    cells: forAdministrators,
  },
  'POST /api/tilaus/rahtikirja': {
    call: ({ rows }, which) => ({ url: '/api/tilaus/rahtikirja', body: { tilaus_id: rows.tilaus[which] } }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [200, 404],
      asiakas: [200, 404],
      asiakas_yllapito: [200, 404],
      huolto: [403, 403],
      nobody: [401, 401],
    },
  },
  'GET /api/tilaus/tapahtumat': {
    call: ({ rows }, which) => ({ url: `/api/tilaus/tapahtumat?id=${rows.tilaus[which]}` }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [200, 404],
      asiakas: [200, 404],
      asiakas_yllapito: [200, 404],
      huolto: [403, 403],
      nobody: [401, 401],
    },
  },
  'GET /api/dokumentit': { call: () => ({ url: '/api/dokumentit' }), cells: forStaff },
  'POST /api/dokumentit': {
    call: ({ rows }, which) => ({ url: '/api/dokumentit', body: { operation: 'muistuta', id: rows.dokumentti[which] } }),
    cells: forAdministrators,
  },
  'GET /api/dokumentti_yhteenveto': {
    call: ({ rows }, which) => ({ url: `/api/dokumentti_yhteenveto?id=${rows.dokumentti[which]}` }),
    cells: forAdministrators,
  },
  'GET /api/dokumentti_yhteenveto/pdf': {
    call: ({ rows }, which) => ({ url: `/api/dokumentti_yhteenveto/pdf?id=${rows.dokumentti[which]}` }),
    cells: forAdministrators,
  },
  ...deviceCells,
  ...planningCells,
  ...scheduleCells,
  ...priceCells,
  ...shiftCells,
  // An unknown link; order-tracking.test.ts follows valid ones.
  'POST /api/seuranta': open('/api/seuranta', 404, { tunnus: 'eiole' }),
  'GET /api/tilaus/seurantalinkki': {
    call: ({ rows }, which) => ({ url: `/api/tilaus/seurantalinkki?id=${rows.tilaus[which]}` }),
    cells: followers,
  },
  'POST /api/tilaus/seurantalinkki': {
    call: ({ rows }, which) => ({ url: '/api/tilaus/seurantalinkki', body: { operation: 'pois', id: rows.tilaus[which] } }),
    cells: followers,
  },
  'POST /api/tilaus/rahtikirja_posti': {
    call: ({ rows }, which) => ({
      url: '/api/tilaus/rahtikirja_posti',
      body: { tilaus_id: rows.tilaus[which], vastaanottajat: ['vastaanottaja@esimerkki.fi'] },
    }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [200, 404],
      asiakas: [200, 404],
      asiakas_yllapito: [200, 404],
      huolto: [403, 403],
      nobody: [401, 401],
    },
  },
  // Another's order is a fault within the print (prints.test.ts). The id of no order: a print would store its file during another cell's test.
  'POST /api/rahtikirjat': {
    call: () => ({ url: '/api/rahtikirjat', body: { tilaus_ids: ['00000000-0000-4000-8000-00000000000b'] } }),
    cells: { ...forEveryRole, huolto: [403, 403] },
  },
  'GET /api/rahtikirjat': { call: ({ print }, which) => ({ url: `/api/rahtikirjat?id=${print[which]}` }), cells: ofOnesOwn },
  'DELETE /api/rahtikirjat': { call: ({ print }, which) => ({ url: '/api/rahtikirjat', body: { id: print[which] } }), cells: ofOnesOwn },
  // The waybill of the order, made by an earlier call.
  'GET /file/:id': {
    call: ({ waybill }, which) => ({ url: `/file/${waybill[which]}` }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [200, 404],
      asiakas: [200, 404],
      asiakas_yllapito: [200, 404],
      huolto: [404, 404],
      nobody: [401, 401],
    },
  },
  // Adds a picture to a shipment, and removes one.
  'POST /api/kuva': {
    call: ({ rows }, which) => ({
      url: '/api/kuva',
      body: { lahetys: rows.lahetys[which], kuva: png.toString('base64'), extension: 'png' },
    }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [200, 404],
      asiakas: [403, 403],
      asiakas_yllapito: [403, 403],
      huolto: [403, 403],
      nobody: [401, 401],
    },
  },
  'DELETE /api/kuva': {
    call: ({ rows }, which) => ({ url: '/api/kuva', body: { id: rows.file[which] } }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [200, 404],
      asiakas: [403, 403],
      asiakas_yllapito: [403, 403],
      huolto: [403, 403],
      nobody: [401, 401],
    },
  },
  // A picture of a shipment, and a signature.
  'POST /file/upload/:group/:bundle/:field': {
    call: (_fixture, which) => ({
      url: which === 'own' ? '/file/upload/lahetys_entity/lahetys/kuvat' : '/file/upload/v_o_kuittaus_entity/v_o_kuittaus_entity/kuittaus',
      body: png,
      headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'file; filename="kuva.png"' },
    }),
    cells: {
      yllapito: [201, 201],
      kuljettaja: [201, 201],
      asiakas: [403, 403],
      asiakas_yllapito: [403, 403],
      huolto: [403, 403],
      nobody: [401, 401],
    },
  },
  'POST /user/lost-password': open('/user/lost-password', 200, { mail: 'eiole@esimerkki.fi' }),
  'POST /user/lost-password-reset': open('/user/lost-password-reset', 400, {
    name: 'joku',
    temp_pass: 'eiole',
    new_pass: 'hiekkalaatikon reuna',
  }),
  'GET /api/logo': open('/api/logo', 404),
  ...systemCells,
  ...worktimeCells,
  ...invoicingCells,
  // Users: the own row is the viewer, or a colleague of the customer's administrator; the other row is of another company.
  'GET /api/user-list': {
    call: ({ customer }, which) => ({ url: `/api/user-list?asiakas_id=${customer[which]}` }),
    cells: { ...forAdministrators, asiakas_yllapito: [200, 200] },
  },
  'POST /api/user': {
    call: ({ customer }, which) => {
      const name = `uusi-${randomUUID()}`
      return { url: '/api/user', body: { name, mail: `${name}@esimerkki.fi`, user_roles: ['asiakas'], asiakas_id: customer[which] } }
    },
    cells: { ...forAdministrators, asiakas_yllapito: [200, 403] },
  },
  'PATCH /api/user': {
    call: ({ rows }, which) => ({ url: '/api/user', body: { id: rows.user[which], timezone: 'Europe/Stockholm' } }),
    cells: forOneself,
  },
  'GET /api/istunnot': { call: ({ rows }, which) => ({ url: `/api/istunnot?user_id=${rows.user[which]}` }), cells: forOneselfOnly },
  'DELETE /api/istunnot': {
    call: ({ rows }, which) => ({ url: '/api/istunnot', body: { user_id: rows.user[which], kaikki: true } }),
    cells: forOneselfOnly,
  },
  'GET /api/kaksivaiheinen': {
    call: ({ rows }, which) => ({ url: `/api/kaksivaiheinen?user_id=${rows.user[which]}` }),
    cells: forOneselfOnly,
  },
  // Only administrators may require a second factor; others may not, even for themselves.
  'POST /api/kaksivaiheinen': {
    call: ({ rows }, which) => ({
      url: '/api/kaksivaiheinen',
      body: { operation: 'vaadi', user_id: rows.user[which], vaaditaan: false, existing_password: testPassword },
    }),
    cells: {
      yllapito: [200, 200],
      kuljettaja: [403, 404],
      asiakas: [403, 404],
      asiakas_yllapito: [403, 404],
      huolto: [403, 404],
      nobody: [401, 401],
    },
  },
  // Last, as it removes the person.
  'DELETE /api/user': {
    call: ({ rows }, which) => ({ url: '/api/user', body: { id: rows.user[which] } }),
    cells: { ...forAdministrators, asiakas_yllapito: [200, 404] },
  },
}
