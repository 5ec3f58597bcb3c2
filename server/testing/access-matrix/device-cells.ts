import { createECDH, randomUUID } from 'node:crypto'
import { type ApiCells, forAdministrators, forEveryRole } from './api-callers.ts'

/** Notifications, who is looking at an order, those on the device of one's own session, and what a driver's device could not store. */
export const deviceCells: Readonly<Record<string, ApiCells>> = {
  'GET /api/notifications': { call: () => ({ url: '/api/notifications' }), cells: forEveryRole },
  // What is not theirs is a row's result: notifications.test.ts looks into them.
  'POST /api/notifications': {
    call: ({ rows }, which) => ({ url: '/api/notifications', body: { operation: 'dismiss', ids: [rows.notification[which]] } }),
    cells: forEveryRole,
  },
  'GET /api/laiteilmoitukset': { call: () => ({ url: '/api/laiteilmoitukset' }), cells: forEveryRole },
  // Each on the device of their own session: devices.test.ts tries others'.
  'POST /api/laiteilmoitukset': {
    call: () => ({
      url: '/api/laiteilmoitukset',
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
      },
    }),
    cells: forEveryRole,
  },
  'DELETE /api/laiteilmoitukset': {
    call: () => ({ url: '/api/laiteilmoitukset', body: { endpoint: 'https://fcm.googleapis.com/fcm/send/eiole' } }),
    cells: {
      yllapito: [404, 404],
      kuljettaja: [404, 404],
      asiakas: [404, 404],
      asiakas_yllapito: [404, 404],
      huolto: [404, 404],
      nobody: [401, 401],
    },
  },
  'POST /api/katselijat': {
    call: ({ rows }, which) => ({ url: '/api/katselijat', body: { sivu: rows.tilaus[which] } }),
    cells: forAdministrators,
  },
  // Also about a shipment that is another driver's by now: that is why the action was refused.
  'POST /api/ristiriita': {
    call: ({ rows }, which) => ({
      url: '/api/ristiriita',
      body: {
        id: randomUUID(),
        kuvaus: 'Noudettu',
        syy: 'Lähetystä on muutettu.',
        laitteen_aika: 1_794_999_940,
        laitteen_ero: 0,
        toimi: { laji: 'tila', lahetykset: [rows.lahetys[which]], tila: 'kuljetuksessa', nykyinen_osoite: null },
      },
    }),
    cells: { ...forAdministrators, yllapito: [403, 403], kuljettaja: [200, 200] },
  },
  'POST /api/ristiriita/ratkaise': {
    call: ({ rows }, which) => ({ url: '/api/ristiriita/ratkaise', body: { id: rows.ristiriita[which], ratkaisu: 'pidetty' } }),
    cells: forAdministrators,
  },
}
