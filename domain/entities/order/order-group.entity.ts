import { defineEntity, inverse, one } from '../../model/define-entity.ts'
import { money } from '../../model/define-field.ts'

/** Several orders of one customer with one joint price, invoiced as one line (rules/orders.md#order-groups). */
export const tilaus_ryhma = defineEntity({
  name: 'tilaus_ryhma',
  group: 'tilaus_ryhma',
  bundle: 'tilaus_ryhma',
  label: 'Tilausryhmä',
  tunniste: { prefix: 'TR', of: 'drupal_internal__id' },
  fields: { hinta: money('Yhteishinta') },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
    tilaukset: inverse('tilaus', 'tilaus_ryhma', 'Tilaukset'),
    tuntituotteet: inverse('tuntituote', 'tilaus_ryhma', 'Tuntityöt'),
  },
})
