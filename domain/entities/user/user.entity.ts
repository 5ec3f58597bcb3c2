import { pseudoRoles, roleLabels } from '../../access/roles.ts'
import { defineEntity, inverse, one } from '../../model/define-entity.ts'
import { choices, flag, moment, text } from '../../model/define-field.ts'
import { email } from '../../values/checks.ts'

const profiles = ['asiakasprofiilit', 'kuljettajaprofiilit', 'yllapitoprofiilit']

/** `name` is the sign-in name. Passwords and sessions are not part of the entity: sign-in stores them. */
export const user = defineEntity({
  name: 'user',
  group: 'user',
  bundle: 'user',
  label: 'Käyttäjä',
  tunniste: { prefix: 'K', of: 'drupal_internal__id' },
  nameRequired: true,
  heading: 'field_fullname',
  fields: {
    mail: text('Sähköposti', { required: true, unique: 'Sähköpostiosoite on jo käytössä', check: email }),
    timezone: text('Aikavyöhyke', { default: 'Europe/Helsinki', max: 50 }),
    user_roles: choices('Roolit', roleLabels, [], { ignored: pseudoRoles }),
    field_fullname: text('Koko nimi'),
  },
  relations: {
    ajot: inverse('lahetys', 'kuljettaja', 'Lähetykset', { hidden: true }),
    asiakasprofiilit: inverse('profile_asiakas', 'uid', 'Asiakasprofiilit', { hidden: true }),
    kuljettajaprofiilit: inverse('profile_kuljettaja', 'uid', 'Kuljettajaprofiilit', { hidden: true }),
    yllapitoprofiilit: inverse('profile_yllapito', 'uid', 'Ylläpitoprofiilit', { hidden: true }),
  },
  search: {
    text: ['name', 'mail', 'field_fullname', ...profiles.flatMap((of) => [`${of}.field_etunimi`, `${of}.field_sukunimi`])],
    codes: profiles.map((of) => `${of}.field_puhelinnumero`),
    exact: ['tunniste'],
  },
})

const person = {
  field_etunimi: text('Etunimi', { max: 100 }),
  field_sukunimi: text('Sukunimi', { max: 100 }),
  field_puhelinnumero: text('Puhelinnumero', { max: 30 }),
  field_puhelinnumero_maakoodi: text('Puhelinnumeron maakoodi', { default: '358', max: 4 }),
}
const ofUser = { uid: one('user', 'Käyttäjä', { required: true, once: true }) }

export const profile_yllapito = defineEntity({
  name: 'profile_yllapito',
  group: 'profile',
  bundle: 'yllapito',
  label: 'Ylläpitäjän profiili',
  tunniste: { prefix: 'PY', of: 'drupal_internal__id' },
  fields: person,
  relations: ofUser,
})

export const profile_kuljettaja = defineEntity({
  name: 'profile_kuljettaja',
  group: 'profile',
  bundle: 'kuljettaja',
  label: 'Kuljettajan profiili',
  tunniste: { prefix: 'PK', of: 'drupal_internal__id' },
  fields: {
    ...person,
    field_extra: flag('Lisäkuljettaja'),
    /** In the payroll system (rules/worktime.md#payroll). */
    henkilonumero: text('Henkilönumero', { max: 20 }),
    field_ammattipatevyys_voimassa: moment('Ammattipätevyys voimassa'),
    field_digipiirturikortti_voimass: moment('Digipiirturikortti voimassa'),
  },
  relations: ofUser,
})

export const profile_asiakas = defineEntity({
  name: 'profile_asiakas',
  group: 'profile',
  bundle: 'asiakas',
  label: 'Asiakkaan profiili',
  tunniste: { prefix: 'PA', of: 'drupal_internal__id' },
  fields: person,
  relations: { ...ofUser, field_asiakas: one('asiakas', 'Asiakas', { required: true }) },
})
