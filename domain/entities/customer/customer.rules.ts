import type { EntityRules } from '../../model/define-entity.ts'
import type { Asiakas } from './customer.entity.ts'

/** Days net that need no agreement. */
export const longestTerm = 30

export const customerRules: EntityRules<Asiakas> = {
  // Between companies a payment term over 30 days must be agreed expressly (laki kaupallisten sopimusten maksuehdoista 30/2013, 5 §).
  check: ({ after }) =>
    after.maksuehto > longestTerm && !after.maksuehto_sovittu
      ? [{ field: 'maksuehto', detail: 'Yli 30 päivän maksuehto on sovittava asiakkaan kanssa. Merkitse se sovituksi.' }]
      : [],
}
