import { type ApiCells, type Caller, forAdministrators, type Statuses } from './api-callers.ts'

/** The fixture's invoices have no content; server/features/invoicing/invoices/invoices.test.ts reads real ones. */
const withoutContent: Record<Caller, Statuses> = {
  ...forAdministrators,
  yllapito: [404, 404],
  asiakas: [404, 404],
  asiakas_yllapito: [404, 404],
}

/** Making, sending and crediting invoices. */
export const invoicingCells: Record<string, ApiCells> = {
  'GET /api/laskutusjarjestelmat': { call: () => ({ url: '/api/laskutusjarjestelmat' }), cells: forAdministrators },
  'POST /api/fivaldi/laskuta': {
    call: ({ rows }, which) => ({ url: '/api/fivaldi/laskuta', body: { tilaus_ids: [rows.tilaus[which]] } }),
    // The fixture's company has no bank account.
    cells: { ...forAdministrators, yllapito: [422, 422] },
  },
  'POST /api/talenom/laskuta': {
    call: ({ rows }, which) => ({ url: '/api/talenom/laskuta', body: { tilaus_ids: [rows.tilaus[which]] } }),
    cells: { ...forAdministrators, yllapito: [422, 422] },
  },
  'POST /api/laskutus/puutteet': {
    call: ({ rows }, which) => ({ url: '/api/laskutus/puutteet', body: { jarjestelma: 'finvoice', tilaus_ids: [rows.tilaus[which]] } }),
    cells: forAdministrators,
  },
  'GET /api/lasku/finvoice': {
    call: ({ rows }, which) => ({ url: `/api/lasku/finvoice?id=${rows.lasku[which]}` }),
    cells: withoutContent,
  },
  'GET /api/laskut/finvoice': {
    call: () => ({ url: '/api/laskut/finvoice?paiva=2026-11-24' }),
    // Nothing was sent on that day.
    cells: { ...forAdministrators, yllapito: [404, 404] },
  },
  'GET /api/lasku/pdf': {
    call: ({ rows }, which) => ({ url: `/api/lasku/pdf?id=${rows.lasku[which]}` }),
    cells: withoutContent,
  },
  'POST /api/laskut': {
    call: ({ rows }, which) => ({ url: '/api/laskut', body: { operation: 'laheta_uudelleen', ids: [rows.lasku[which]] } }),
    cells: forAdministrators,
  },
}
