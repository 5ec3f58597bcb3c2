import { defineEntity, inverse } from '../../model/define-entity.ts'
import { choice, day, integer, text } from '../../model/define-field.ts'
import { plate } from '../../values/checks.ts'
import { vehicleClasses } from './vehicle-classes.ts'

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
    /** The load of the car and its trailer (rules/cars.md#capacity); 0 when unknown. */
    kantavuus: integer('Kantavuus (kg)', { max: 60_000 }),
    lavapaikat: integer('Lavapaikat', { max: 100 }),
    ajoneuvoluokka: choice('Ajoneuvoluokka', vehicleClasses, ''),
  },
  relations: { huollot: inverse('huolto', 'auto', 'Huollot') },
  search: { text: ['name', 'kustannuspaikka'], codes: ['mapon_id'], exact: ['tunniste', 'rekisterinumero'] },
})
