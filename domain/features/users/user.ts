import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'

const text = z.string('Anna teksti.')
const roleNames = z.array(text, 'Anna roolien luettelo.')
const version = z.int('Version (vid) on oltava kokonaisluku.')
/** '' and null mean none; a number typed as text is accepted, a fraction of a second is dropped (rules/users.md#fields). */
const wholeSeconds = z
  .union([z.number(), z.string(), z.null()], 'Anna aika sekunteina (unix).')
  .transform((value) => (value === null || value === '' ? 0 : Math.trunc(Number(value))))

// Only the shapes are checked here; the entities validate the values (rules/users.md#fields, User).
const userFields = {
  mail: text.optional(),
  timezone: text.optional(),
  status: z.union([z.literal([0, 1]), z.boolean()], 'Anna 1 tai 0.').optional(),
  user_roles: roleNames.optional(),
  field_fullname: text.optional(),
  /** The customer company; defaults to the caller's own when a customer's administrator creates the user. */
  asiakas_id: z.uuid('Asiakkaan tunniste on UUID.').toLowerCase().nullable().optional(),
  newPassword: text.optional(),
  profile_fields: z
    .strictObject({
      /** Combined with `user_roles` (rules/access.md#roles). */
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

/** The caller's own password, required for actions that a stranger at an unlocked screen must not take (rules/sign-in.md#own-password). */
const existing_password = text.optional()

/** Creates a user with a profile. Without a password the user is mailed a link to choose one. Administrators require `existing_password`. */
export const createUserCall = defineCall({
  method: 'POST',
  path: '/api/user',
  roles: ['yllapito', 'asiakas_yllapito'],
  secret: ['newPassword', 'existing_password'],
  input: z.strictObject({ ...userFields, name: text, existing_password }),
  output: done,
})

/** Changes the given fields only. A new password or mail address, and any change of an administrator, requires `existing_password`. */
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

/** Disables a user: the row and its history stay, its sessions end at once. An administrator requires `existing_password`, in the body. */
export const deleteUserCall = defineCall({
  method: 'DELETE',
  path: '/api/user',
  roles: ['yllapito', 'asiakas_yllapito'],
  secret: ['existing_password'],
  input: z.strictObject({ id, existing_password }),
  output: done,
})
