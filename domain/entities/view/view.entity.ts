import { defineEntity, one } from '../../model/define-entity.ts'
import { area, text } from '../../model/define-field.ts'

/** A person's saved view of a list: its query string at the time of saving. Nobody else sees it. */
export const nakyma = defineEntity({
  name: 'nakyma',
  group: 'nakyma',
  bundle: 'nakyma',
  label: 'Näkymä',
  tunniste: { prefix: 'N', of: 'drupal_internal__id' },
  nameRequired: true,
  fields: {
    /** The list, by its address: `tilaukset`. */
    lista: text('Lista', { required: true, max: 50, once: true }),
    /** The list's query string: filters, order and columns. */
    rajaukset: area('Rajaukset', { max: 2000 }),
  },
  relations: { kayttaja: one('user', 'Käyttäjä', { required: true, once: true }) },
})
