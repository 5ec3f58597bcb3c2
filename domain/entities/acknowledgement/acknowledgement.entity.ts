import { defineEntity, many, one, type RowOf } from '../../model/define-entity.ts'
import { flag, moment, text } from '../../model/define-field.ts'
import { pointOnce } from '../../values/place/place.ts'

/** A signature for some of an order's shipments, or none where they may be left without one (rules/deliveries.md#acknowledgement). */
export const v_o_kuittaus = defineEntity({
  name: 'v_o_kuittaus',
  group: 'v_o_kuittaus_entity',
  bundle: 'v_o_kuittaus_entity',
  label: 'Kuittaus',
  tunniste: { prefix: 'KU', of: 'drupal_internal__id' },
  fields: {
    nimenselvennys: text('Nimenselvennys', { once: true, max: 100 }),
    tarkiste: text('Tarkiste', { readOnly: true, max: 64 }),
    /** The device's own time: a phone without coverage sends the acknowledgement later. */
    laitteen_aika: moment('Kuitattu laitteella', { once: true }),
    /** Left without a signature, where the order allows it, with a picture and a description of the place. */
    jatetty: flag('Jätetty ilman kuittausta', { once: true }),
    jattopaikka: text('Mihin jätetty', { once: true, max: 200 }),
    ...pointOnce,
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { attribute: 'asiakas_id', once: true }),
    lahetykset: many('lahetys', 'Lähetykset'),
    kuittaus: one('file', 'Allekirjoitus', { once: true }),
    kuvat: many('file', 'Kuvat'),
  },
})
export type Kuittaus = RowOf<typeof v_o_kuittaus>
