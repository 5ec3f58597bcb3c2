import { z } from 'zod'
import { defineEntity, one } from '../../model/define-entity.ts'
import { day, decimal, json, moment, money } from '../../model/define-field.ts'
import { priceInputs, priceStep } from './price.steps.ts'

/** The prices of shipments (rules/prices.md#price-lists). Without a customer: the default list. */
export const hinnasto = defineEntity({
  name: 'hinnasto',
  group: 'hinnasto_entity',
  bundle: 'hinnasto_entity',
  label: 'Hinnasto',
  tunniste: { prefix: 'HI', of: 'drupal_internal__id' },
  nameRequired: true,
  fields: {
    voimassa_alkaen: day('Voimassa alkaen'),
    perusmaksu: money('Perusmaksu'),
    hinta_kg: money('Hinta / kg'),
    hinta_rullakko: money('Hinta / rullakko'),
    hinta_paketti: money('Hinta / paketti'),
    hinta_lavapaikka: money('Hinta / lavapaikka'),
    hinta_km: money('Hinta / km'),
    minimihinta: money('Minimihinta'),
    polttoainelisa_prosentti: decimal('Polttoainelisä (%)', { max: 100 }),
  },
  relations: { asiakas: one('asiakas', 'Asiakas', { attribute: 'asiakas_id' }) },
})

/** A stored calculation: written by the server, never changed (rules/prices.md#log). */
export const hintalaskuri_log = defineEntity({
  name: 'hintalaskuri_log',
  group: 'hintalaskuri_log_entity',
  bundle: 'hintalaskuri_log_entity',
  label: 'Hintalaskelma',
  tunniste: { prefix: 'HL', of: 'drupal_internal__id' },
  fields: {
    aika: moment('Aika', { readOnly: true }),
    lahtotiedot: json(
      'Lähtötiedot',
      {
        schema: priceInputs,
        default: { paiva: 0, rivit: [] },
        fault: 'Laskelman lähtötiedot eivät kelpaa.',
        show: ({ rivit }) => `${rivit.length} riviä`,
      },
      { readOnly: true },
    ),
    vaiheet: json(
      'Vaiheet',
      { schema: z.array(priceStep), default: [], fault: 'Laskelman vaiheet eivät kelpaa.', show: (steps) => `${steps.length} vaihetta` },
      { readOnly: true },
    ),
    tulos: money('Tulos', { readOnly: true }),
  },
  relations: {
    kayttaja: one('user', 'Laskija', { readOnly: true }),
    asiakas: one('asiakas', 'Asiakas', { readOnly: true, attribute: 'asiakas_id' }),
    tilaus: one('tilaus', 'Tilaus', { readOnly: true }),
    hinnasto: one('hinnasto', 'Hinnasto', { readOnly: true }),
  },
})
