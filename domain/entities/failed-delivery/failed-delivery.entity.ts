import { defineEntity, many, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, moment } from '../../model/define-field.ts'
import { pointOnce } from '../../values/place/place.ts'

/** The reasons of a failed delivery with their labels (rules/deliveries.md#failed-delivery). */
export const failureReasons = {
  ei_tavoitettu: 'Vastaanottajaa ei tavoitettu',
  vaara_osoite: 'Väärä osoite',
  vaurioitunut: 'Tavara on vaurioitunut',
  kieltaytyi: 'Vastaanottaja kieltäytyi',
  muu: 'Muu syy',
} as const
export type FailureReason = keyof typeof failureReasons

/** An attempt to deliver that failed. Stored as a separate row; the shipment and its order stay open (decision 22). */
export const toimituspoikkeama = defineEntity({
  name: 'toimituspoikkeama',
  group: 'toimituspoikkeama_entity',
  bundle: 'toimituspoikkeama_entity',
  label: 'Toimitus ei onnistunut',
  tunniste: { prefix: 'TP', of: 'drupal_internal__id' },
  fields: {
    syy: choice('Syy', failureReasons, 'muu', { once: true }),
    selite: area('Mitä tapahtui', { once: true, max: 1000 }),
    laitteen_aika: moment('Kirjattu laitteella', { once: true }),
    ...pointOnce,
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { attribute: 'asiakas_id', once: true }),
    lahetykset: many('lahetys', 'Lähetykset'),
    kuvat: many('file', 'Kuvat'),
  },
})
export type Toimituspoikkeama = RowOf<typeof toimituspoikkeama>
