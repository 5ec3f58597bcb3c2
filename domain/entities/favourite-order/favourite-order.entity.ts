import { defineEntity, one } from '../../model/define-entity.ts'

/** An order that its customer has named, to order the same again (rules/orders.md#favourites). */
export const suosikkitilaus = defineEntity({
  name: 'suosikkitilaus',
  group: 'suosikkitilaus',
  bundle: 'suosikkitilaus',
  label: 'Suosikkitilaus',
  tunniste: { prefix: 'ST', of: 'drupal_internal__id' },
  nameRequired: true,
  fields: {},
  relations: { tilaus: one('tilaus', 'Tilaus', { required: true, once: true }) },
})
