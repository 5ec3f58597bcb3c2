import { administratorsOnly, everything, isMe, nothing } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'
import { customerRoles } from '../../access/roles.ts'

// A profile remains when its role is removed: a person without the role is not among the customer's users any more.
const usersOfMyCustomer = {
  all: [
    { path: 'asiakasprofiilit.field_asiakas.id', is: 'my_company' },
    { path: 'user_roles', has: ['asiakas'] },
  ],
} as const
const profilesOfMyCustomer = {
  all: [
    { path: 'field_asiakas.id', is: 'my_company' },
    { path: 'uid.user_roles', has: ['asiakas'] },
  ],
} as const
// Only those without a staff role: otherwise a customer's administrator could take over the account of one of our own people.
const managedUsers = { all: [usersOfMyCustomer, { path: 'user_roles', in: customerRoles }] } as const
const managedProfiles = { all: [profilesOfMyCustomer, { path: 'uid.user_roles', in: customerRoles }] } as const

const ownUser: Rule<'user'> = { read: isMe('id'), update: { rows: isMe('id'), only: ['mail', 'timezone', 'field_fullname'] } }
const ownProfile = {
  read: isMe('uid.id'),
  update: { rows: isMe('uid.id'), only: ['field_etunimi', 'field_sukunimi', 'field_puhelinnumero', 'field_puhelinnumero_maakoodi'] },
} as const

export const userPolicy: EntityPolicy<'user'> = {
  yllapito: everything,
  kuljettaja: ownUser,
  asiakas: ownUser,
  asiakas_yllapito: {
    read: { any: [isMe('id'), usersOfMyCustomer] },
    update: { rows: { any: [isMe('id'), managedUsers] }, only: ['mail', 'timezone', 'field_fullname'] },
    delete: { rows: managedUsers },
  },
  huolto: ownUser,
}

export const administratorProfilePolicy: EntityPolicy<'profile_yllapito'> = administratorsOnly

export const driverProfilePolicy: EntityPolicy<'profile_kuljettaja'> = {
  yllapito: everything,
  kuljettaja: ownProfile,
  asiakas: nothing,
  asiakas_yllapito: nothing,
  huolto: ownProfile,
}

export const customerProfilePolicy: EntityPolicy<'profile_asiakas'> = {
  yllapito: everything,
  kuljettaja: nothing,
  asiakas: ownProfile,
  asiakas_yllapito: {
    read: { any: [isMe('uid.id'), profilesOfMyCustomer] },
    update: { ...ownProfile.update, rows: { any: [isMe('uid.id'), managedProfiles] } },
  },
  huolto: nothing,
}
