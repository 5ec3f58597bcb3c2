import type { AccessEntry } from '../access-entry.ts'
import { administrator, outsideNoWay } from '../cells.ts'
import { to, unique } from '../samples.ts'

// Users change their mail address with their password (PATCH /api/user).
const person = ['timezone', 'field_fullname']

const profile = ['field_etunimi', 'field_sukunimi', 'field_puhelinnumero', 'field_puhelinnumero_maakoodi']

export const user: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    asiakas: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'unknown'],
    // May change and disable a colleague here; new users are made by POST /api/user.
    asiakas_yllapito: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'done', 'absent', 'unknown'],
    huolto: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'refused'],
  },
  writable: {
    kuljettaja: person,
    asiakas: person,
    asiakas_yllapito: person,
    huolto: person,
  },
  draft: () => ({ attributes: { name: `uusi-${unique()}`, mail: `${unique()}@esimerkki.fi`, user_roles: ['kuljettaja'] } }),
  change: () => ({ attributes: { field_fullname: unique() } }),
  relationTo: { from: 'lahetys', relation: 'kuljettaja', filter: true },
  row: async ({ people }) => people.asiakas,
}

export const profile_yllapito: AccessEntry = {
  cells: {
    yllapito: ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'no way'],
    kuljettaja: outsideNoWay,
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  draft: async ({ loose }) => ({ attributes: {}, relationships: { uid: { data: to('user', await loose()) } } }),
  change: () => ({ attributes: { field_sukunimi: unique() } }),
  relationTo: null,
  row: ({ people, profileOf }) => profileOf('yllapito', people.yllapito),
}

export const profile_kuljettaja: AccessEntry = {
  cells: {
    yllapito: ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'no way'],
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'no way'],
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'no way'],
  },
  writable: {
    kuljettaja: profile,
    huolto: profile,
  },
  draft: async ({ loose }) => ({ attributes: {}, relationships: { uid: { data: to('user', await loose()) } } }),
  change: () => ({ attributes: { field_sukunimi: unique() } }),
  relationTo: null,
  row: ({ people, profileOf }) => profileOf('kuljettaja', people.kuljettaja),
}

export const profile_asiakas: AccessEntry = {
  cells: {
    yllapito: ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'unknown'],
    kuljettaja: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    asiakas: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'unknown'],
    asiakas_yllapito: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'unknown'],
    huolto: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
  },
  writable: {
    asiakas: profile,
    asiakas_yllapito: profile,
  },
  draft: async ({ loose, customer }, which) => ({
    attributes: {},
    relationships: { uid: { data: to('user', await loose()) }, field_asiakas: { data: to('asiakas', customer[which]) } },
  }),
  change: () => ({ attributes: { field_sukunimi: unique() } }),
  relationTo: { from: 'user', relation: 'asiakasprofiilit', filter: true },
  row: ({ customer, people, profileOf }) => profileOf('asiakas', people.asiakas, { field_asiakas_id: customer }),
}
