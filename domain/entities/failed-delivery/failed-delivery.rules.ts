import type { EntityRules } from '../../model/define-entity.ts'
import { customerOf, deliveryFaults } from '../shipment/delivery-record.ts'
import type { Toimituspoikkeama } from './failed-delivery.entity.ts'

export const failedDeliveryRules: EntityRules<Toimituspoikkeama> = {
  needs: ['lahetykset'],
  derive: ({ before, after }, _context, related) => (before ? {} : { asiakas: customerOf(after, related) }),
  check: (change, _context, related) => [
    ...deliveryFaults(change, related, {
      recordIsFinal: 'Poikkeaman lähetyksiä ei voi vaihtaa.',
      oneOrder: 'Kirjaa kerralla yhden tilauksen lähetykset.',
    }),
    ...(change.before === null && (related.lahetykset ?? []).some(({ tila }) => tila === 'toimitettu' || tila === 'peruutettu')
      ? [{ field: 'lahetykset', detail: 'Lähetys on jo toimitettu tai peruttu.' }]
      : []),
    ...(change.after.syy === 'muu' && change.after.selite === '' ? [{ field: 'selite', detail: 'Kerro, mitä tapahtui.' }] : []),
  ],
}
