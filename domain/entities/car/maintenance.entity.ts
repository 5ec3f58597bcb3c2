import { defineEntity, many, one, type RowOf } from '../../model/define-entity.ts'
import { area, day, flag, text } from '../../model/define-field.ts'

/** A line of a car's maintenance log: what is wrong, or what was done. */
export const huolto = defineEntity({
  name: 'huolto',
  group: 'huolto_entity',
  bundle: 'huolto_entity',
  label: 'Huolto',
  tunniste: { prefix: 'H', of: 'drupal_internal__id' },
  nameDefault: 'Huolto',
  fields: {
    tehty: flag('Tehty'),
    info: area('Lisätiedot'),
    paiva: day('Päivä'),
    /** The name of the person who added the entry: maintenance staff and drivers cannot read other users. */
    kirjaaja: text('Kirjaaja', { readOnly: true }),
  },
  relations: {
    auto: one('auto', 'Auto', { required: true, once: true, mustBe: 'live' }),
    kuvat: many('file', 'Kuvat'),
  },
})
export type Huolto = RowOf<typeof huolto>
