import { defineEntity, one } from '../../model/define-entity.ts'
import { area, flag, text } from '../../model/define-field.ts'

/** A message about an order between the customer and the dispatchers (rules/orders.md#messages). */
export const tilausviesti = defineEntity({
  name: 'tilausviesti',
  group: 'tilausviesti',
  bundle: 'tilausviesti',
  label: 'Viesti tilauksesta',
  tunniste: { prefix: 'TVI', of: 'drupal_internal__id' },
  fields: {
    teksti: area('Viesti', { required: true, max: 2000, once: true }),
    /** The name of the person who wrote it: customers cannot read the haulier's users. */
    kirjoittaja: text('Kirjoittaja', { readOnly: true }),
    asiakkaalta: flag('Asiakkaalta', { readOnly: true }),
    /** A note of the dispatchers, which the customer never sees (rules/orders.md#notes). */
    sisainen: flag('Sisäinen', { once: true }),
  },
  relations: { tilaus: one('tilaus', 'Tilaus', { required: true, once: true }) },
})
