import { defineEntity, one } from '../../model/define-entity.ts'
import { area, choice, text } from '../../model/define-field.ts'

/** Who sees a view (rules/screens.md#views). */
export const viewAudiences = { oma: 'Vain minä', yhteinen: 'Kaikki ylläpitäjät' } as const

/** A person's saved view of a list: its query string at the time of saving. Administrators may share theirs with one another. */
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
    jako: choice('Näkyy', viewAudiences, 'oma'),
  },
  relations: { kayttaja: one('user', 'Käyttäjä', { required: true, once: true }) },
})
