import { createECDH, randomUUID } from 'node:crypto'
import { type ApiCells, forEveryRole } from './api-callers.ts'

/** Notifications, and those on the device of one's own session. */
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
}
