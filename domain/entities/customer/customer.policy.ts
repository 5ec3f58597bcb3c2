import { createForMyCustomer, customerReads, customerWrites, drivenAt, everything, nothing } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

const myCustomer = { path: 'id', is: 'my_company' } as const

export const customerPolicy: EntityPolicy<'asiakas'> = {
  yllapito: everything,
  kuljettaja: {
    read: { any: [...drivenAt('tilaukset.lahetykset'), ...drivenAt('tilaukset.tuntituotteet')] },
    hide: [
      'y_tunnus',
      'tyyppi',
      'lisatiedot',
      'maksuehto',
      'maksuehto_sovittu',
      'laskutusvali',
      'talenom_asiakasnumero',
      'saa_jattaa',
      'toimitusviesti_email',
      'tilausvahvistus_email',
      'myohastymisviesti_email',
      'vuokrattava_hyllypaikka_fin_hinta',
      'vuokrattava_hyllypaikka_eur_hinta',
      'vuokrattava_tila_hinta',
      'laskutusosoite',
      'asiakkaan_kayttajat',
    ],
  },
  asiakas: { read: myCustomer },
  asiakas_yllapito: {
    read: myCustomer,
    update: {
      rows: myCustomer,
      only: ['kayntiosoite', 'nouto_osoite', 'saa_jattaa', 'toimitusviesti_email', 'tilausvahvistus_email', 'myohastymisviesti_email'],
    },
  },
  huolto: nothing,
}

/** The customer has orders that the viewer drives. */
export const drivenCustomer = [...drivenAt('asiakas.tilaukset.lahetykset'), ...drivenAt('asiakas.tilaukset.tuntituotteet')] as const

export const contactPolicy: EntityPolicy<'yhteyshenkilo'> = {
  yllapito: everything,
  kuljettaja: { read: { any: drivenCustomer } },
  asiakas: { ...customerReads, create: createForMyCustomer },
  asiakas_yllapito: customerWrites,
  huolto: nothing,
}
