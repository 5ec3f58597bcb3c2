import { defineEntity, many, one, type RowOf } from '../../define-entity.ts'
import { moment, text } from '../../define-field.ts'
import { pointOnce } from '../../values/place.ts'

/** One signature for any number of an order's shipments (RULES section 4). */
export const v_o_kuittaus = defineEntity({
  name: 'v_o_kuittaus',
  group: 'v_o_kuittaus_entity',
  bundle: 'v_o_kuittaus_entity',
  label: 'Kuittaus',
  tunniste: { prefix: 'KU', of: 'drupal_internal__id' },
  fields: {
    nimenselvennys: text('Nimenselvennys', { required: true, once: true, max: 100 }),
    tarkiste: text('Tarkiste', { readOnly: true, max: 64 }),
    /** The device's own time: a phone without coverage sends later. */
    laitteen_aika: moment('Kuitattu laitteella', { once: true }),
    ...pointOnce,
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { attribute: 'asiakas_id', once: true }),
    lahetykset: many('lahetys', 'Lähetykset'),
    kuittaus: one('file', 'Allekirjoitus', { once: true }),
  },
})
export type Kuittaus = RowOf<typeof v_o_kuittaus>
