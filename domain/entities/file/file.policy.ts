import { drivenAt, isMe, ofMyCustomer } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'
import type { Role } from '../../access/roles.ts'
import { addressedTo } from '../document/document.policy.ts'

/** Only the driver can read their signatures and photos until they are attached to a delivery; then its customer can too. */
const customer: Rule<'file'> = {
  read: {
    any: [
      ofMyCustomer,
      { path: 'kuittaukset.asiakas.id', is: 'my_company' },
      { path: 'lahetykset.asiakas.id', is: 'my_company' },
      { path: 'poikkeamat.asiakas.id', is: 'my_company' },
      { path: 'kuittausten_kuvat.asiakas.id', is: 'my_company' },
      { path: 'rahtikirjat.asiakas.id', is: 'my_company' },
      { path: 'koonnit.asiakas.id', is: 'my_company' },
      // Prints that were made for the viewer alone.
      isMe('lisaaja.id'),
    ],
  },
  // The uploader of a picture reveals the driver, whom customers do not see.
  hide: ['lisaaja'],
}

/** Files that everybody who works with documents and cars may see. */
const staffFiles = (role: Role) =>
  [
    isMe('lisaaja.id'),
    { path: 'huollot', is: 'something' },
    { path: 'dokumentit', that: addressedTo(role) },
    isMe('dokumenttien_kuittaukset.kayttaja.id'),
  ] as const

export const filePolicy: EntityPolicy<'file'> = {
  yllapito: { read: 'all', update: { rows: 'all', only: ['kuvaus'] }, delete: { rows: 'all' } },
  kuljettaja: {
    read: {
      any: [
        ...staffFiles('kuljettaja'),
        ...drivenAt('lahetykset'),
        ...drivenAt('kuittaukset.lahetykset'),
        ...drivenAt('poikkeamat.lahetykset'),
        ...drivenAt('kuittausten_kuvat.lahetykset'),
        ...drivenAt('rahtikirjat.lahetykset'),
        ...drivenAt('koonnit.lahetykset'),
        ...drivenAt('rahtikirjat.tuntituotteet'),
        ...drivenAt('koonnit.tuntituotteet'),
      ],
    },
  },
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: { read: { any: staffFiles('huolto') } },
}
