import type { Role } from '#domain/access/roles.ts'
import type { AccessEntry, Cells } from '../access-entry.ts'
import { administrator, outside, readsAndMakesOwn, readsOwn, writesOwn } from '../cells.ts'
import { unique } from '../samples.ts'

const billingAddress: Record<Role, Cells> = {
  yllapito: administrator,
  kuljettaja: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
  asiakas: readsOwn,
  asiakas_yllapito: writesOwn,
  huolto: outside,
}

export const postiosoite: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: readsAndMakesOwn,
    asiakas_yllapito: writesOwn,
    huolto: outside,
  },
  writable: {
    asiakas_yllapito: 'all but asiakas',
  },
  draft: ({ customer }, which) => ({ attributes: { name: 'Piha', asiakas_id: customer[which] } }),
  change: () => ({ attributes: { lisatiedot: unique() } }),
  relationTo: { from: 'lahetys', relation: 'nouto_osoite', filter: true },
  row: async ({ add, customer, idOf }) =>
    add('postiosoite', { asiakas_id: customer, name: 'Varasto', yhteyshenkilo_id: await idOf('yhteyshenkilo') }),
}

export const laskutusosoite_email: AccessEntry = {
  cells: billingAddress,
  writable: {
    asiakas_yllapito: 'all but asiakas',
  },
  draft: ({ customer }, which) => ({
    attributes: { field_sahkopostiosoite: 'a@esimerkki.fi', asiakas_id: customer[which] },
  }),
  change: () => ({ attributes: { lisatiedot: unique() } }),
  // The relation leads to three types of billing addresses: it can be included, but a filter cannot go through it.
  relationTo: { from: 'asiakas', relation: 'laskutusosoite', filter: false },
  row: ({ add, customer }) => add('laskutusosoite_email', { asiakas_id: customer, field_sahkopostiosoite: 'lasku@esimerkki.fi' }),
}

export const laskutusosoite_posti: AccessEntry = {
  cells: billingAddress,
  writable: {
    asiakas_yllapito: 'all but asiakas',
  },
  draft: ({ customer }, which) => ({
    attributes: { field_osoite_1: 'Katu 2', field_postinumero: '33100', field_postitoimipaikka: 'Tampere', asiakas_id: customer[which] },
  }),
  change: () => ({ attributes: { lisatiedot: unique() } }),
  relationTo: { from: 'asiakas', relation: 'laskutusosoite', filter: false },
  row: ({ add, customer }) =>
    add('laskutusosoite_posti', {
      asiakas_id: customer,
      field_osoite_1: 'Katu 1',
      field_postinumero: '33100',
      field_postitoimipaikka: 'Tampere',
    }),
}

export const laskutusosoite_verkkolasku: AccessEntry = {
  cells: billingAddress,
  writable: {
    asiakas_yllapito: 'all but asiakas',
  },
  draft: ({ customer }, which) => ({
    attributes: { field_verkkolaskuosoite: '003712345671', field_valittaja: '003721291126', asiakas_id: customer[which] },
  }),
  change: () => ({ attributes: { lisatiedot: unique() } }),
  relationTo: { from: 'asiakas', relation: 'laskutusosoite', filter: false },
  row: ({ add, customer }) =>
    add('laskutusosoite_verkkolasku', { asiakas_id: customer, field_verkkolaskuosoite: '003712345671', field_valittaja: '003721291126' }),
}
