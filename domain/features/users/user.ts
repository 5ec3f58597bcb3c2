import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'

const text = z.string('Anna teksti.')
const roleNames = z.array(text, 'Anna roolien luettelo.')
const version = z.int('Version (vid) on oltava kokonaisluku.')
/** '' and null are none; a number typed as text counts, and a part of a second does not (rules/users.md#fields). */
const wholeSeconds = z
  .union([z.number(), z.string(), z.null()], 'Anna aika sekunteina (unix).')
  .transform((value) => (value === null || value === '' ? 0 : Math.trunc(Number(value))))

// What the words themselves may be is said by the entities; this is their shape (rules/users.md#fields, User).
const userFields = {
  mail: text.optional(),
  timezone: text.optional(),
  status: z.union([z.literal([0, 1]), z.boolean()], 'Anna 1 tai 0.').optional(),
  user_roles: roleNames.optional(),
  field_fullname: text.optional(),
  /** The customer company; filled in from one's own when a customer's administrator makes the user. */
  asiakas_id: z.uuid('Asiakkaan tunniste on UUID.').toLowerCase().nullable().optional(),
  newPassword: text.optional(),
  profile_fields: z
    .strictObject({
      /** Taken together with `user_roles` (rules/access.md#roles). */
      roles: roleNames,
      field_etunimi: text,
      field_sukunimi: text,
      field_puhelinnumero: text,
      field_puhelinnumero_maakoodi: text,
      field_extra: z.boolean('Anna true tai false.'),
      field_ammattipatevyys_voimassa: wholeSeconds,
      field_digipiirturikortti_voimass: wholeSeconds,
    })
    .partial()
    .optional(),
}
const done = z.strictObject({ success: z.literal(true), id: z.uuid() })
const id = z.uuid('Käyttäjän tunniste (id) on UUID.').toLowerCase()

/** The caller's own password: for what a stranger at a window left open must not do (rules/sign-in.md#own-password). */
const existing_password = text.optional()

/** Makes a user with profile and password. Without a password the user is sent a link to choose one. An administrator needs `existing_password`. */
export const createUserCall = defineCall({
  method: 'POST',
  path: '/api/user',
  roles: ['yllapito', 'asiakas_yllapito'],
  secret: ['newPassword', 'existing_password'],
  input: z.strictObject({ ...userFields, name: text, existing_password }),
  output: done,
})

/** Changes what is given and leaves the rest. A new password or mail, and any change of an administrator, need `existing_password`. */
export const updateUserCall = defineCall({
  method: 'PATCH',
  path: '/api/user',
  roles: ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito', 'huolto'],
  secret: ['newPassword', 'existing_password'],
  input: z.strictObject({
    ...userFields,
    id,
    name: text.optional(),
    /** The versions that were edited; newer ones stored are a conflict (409). */
    vid: version.optional(),
    profile_vid: version.optional(),
    existing_password,
  }),
  output: done,
})

/** Disables: the row and its history stay, its sessions end at once. An administrator needs `existing_password`, in the body. */
export const deleteUserCall = defineCall({
  method: 'DELETE',
  path: '/api/user',
  roles: ['yllapito', 'asiakas_yllapito'],
  secret: ['existing_password'],
  input: z.strictObject({ id, existing_password }),
  output: done,
})
