import { defineEntity, inverse, one, type RowOf } from '../../model/define-entity.ts'
import { choice, decimal, flag, millimetres, text } from '../../model/define-field.ts'
import { productTypes } from '../../values/limits.ts'

/** A saved product fills a goods row; a `lukitse_` flag makes that dimension read-only for customers (rules/products.md#locked-sizes). */
export const tuote = defineEntity({
  name: 'tuote',
  group: 'tuote_entity',
  bundle: 'tuote_entity',
  label: 'Tuote',
  tunniste: { prefix: 'TU', of: 'drupal_internal__id' },
  nameRequired: true,
  fields: {
    pituus: millimetres('Pituus'),
    leveys: millimetres('Leveys'),
    korkeus: millimetres('Korkeus'),
    paino: decimal('Paino (kg)'),
    kuvaus: text('Kuvaus'),
    lukitse_pituus: flag('Lukitse pituus'),
    lukitse_leveys: flag('Lukitse leveys'),
    lukitse_korkeus: flag('Lukitse korkeus'),
    lukitse_paino: flag('Lukitse paino'),
    tyyppi: choice('Tyyppi', productTypes, 'muu'),
  },
  relations: {
    /** None for a product that is shared by all customers. */
    asiakas: one('asiakas', 'Asiakas', { attribute: 'asiakas_id' }),
    lahetykset: inverse('lahetys', 'tuote', 'Lähetykset', { hidden: true }),
  },
  search: { text: ['name', 'kuvaus'], exact: ['tunniste'] },
})
export type Tuote = RowOf<typeof tuote>
