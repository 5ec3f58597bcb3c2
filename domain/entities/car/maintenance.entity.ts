import { defineEntity, many, one } from '../../model/define-entity.ts'
import { area, day, flag } from '../../model/define-field.ts'

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
  },
  relations: {
    auto: one('auto', 'Auto', { required: true, once: true, mustBe: 'live' }),
    kuvat: many('file', 'Kuvat'),
  },
})
