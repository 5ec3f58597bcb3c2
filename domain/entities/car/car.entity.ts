import { defineEntity, inverse } from '../../model/define-entity.ts'
import { day, text } from '../../model/define-field.ts'
import { plate } from '../../values/checks.ts'

export const auto = defineEntity({
  name: 'auto',
  group: 'auto_entity',
  bundle: 'auto_entity',
  label: 'Auto',
  tunniste: { prefix: 'AU', of: 'drupal_internal__id' },
  heading: 'rekisterinumero',
  fields: {
    rekisterinumero: text('Rekisterinumero', { required: true, max: 12, unique: true, check: plate }),
    kustannuspaikka: text('Kustannuspaikka', { max: 30 }),
    mapon_id: text('Mapon-tunnus', { max: 30 }),
    seuraava_katsastus: day('Seuraava katsastus'),
  },
  relations: { huollot: inverse('huolto', 'auto', 'Huollot') },
  search: { text: ['name', 'kustannuspaikka'], codes: ['mapon_id'], exact: ['tunniste', 'rekisterinumero'] },
})
