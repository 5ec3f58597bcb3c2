import type { z } from 'zod'
import { profileKindsOf, type Role, roleLabels } from '#domain/access/roles.ts'
import type { createUserCall, updateUserCall } from '#domain/features/users/user.ts'
import type { UserRights } from '#domain/features/users/user-rights.ts'
import { choices, day } from '#domain/model/define-field.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { phoneOf, phoneWithoutCode } from '#domain/values/checks.ts'
import { countries } from '#domain/values/place/countries.ts'
import { shownValue } from '#web/kit/entity/fields/field-text.ts'
import { type RowField, rowField, valueFault } from '#web/kit/entity/fields/row-fields.ts'
import { type RowEdit, rowEdit } from '#web/kit/entity/use-row-form.ts'
import { numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import type { UserRead } from './user-data.ts'

/** The typed values of a person, by the names that the call uses. */
export type UserContent = {
  field_etunimi: string
  field_sukunimi: string
  field_puhelinnumero_maakoodi: string
  field_puhelinnumero: string
  mail: string
  name: string
  user_roles: Role[]
  asiakas_id: { id: string; name: string } | null
  field_ammattipatevyys_voimassa: TypedNumber
  field_digipiirturikortti_voimass: TypedNumber
  field_extra: boolean
}
/** The versions that a save is based on. */
export type UserVersions = { vid: number; profile_vid: number | null }
export type UserEdit = RowEdit<UserContent, UserVersions>

const fieldOf = (entity: EntityName, key: string, label?: string): RowField => {
  const field = rowField(entity, key)
  return { ...field, label: label ?? field.label }
}
const dayOf = (key: string): RowField => {
  const { label, ...field } = rowField('profile_kuljettaja', key)
  return { ...field, label, kind: 'field', field: day(label) }
}
export const userFields: Readonly<Record<keyof UserContent, RowField>> = {
  field_etunimi: fieldOf('profile_kuljettaja', 'field_etunimi'),
  field_sukunimi: fieldOf('profile_kuljettaja', 'field_sukunimi'),
  field_puhelinnumero_maakoodi: fieldOf('profile_kuljettaja', 'field_puhelinnumero_maakoodi', 'Maakoodi'),
  field_puhelinnumero: fieldOf('profile_kuljettaja', 'field_puhelinnumero'),
  mail: fieldOf('user', 'mail'),
  name: fieldOf('user', 'name', 'Käyttäjätunnus'),
  user_roles: fieldOf('user', 'user_roles'),
  asiakas_id: { ...fieldOf('profile_asiakas', 'field_asiakas'), key: 'asiakas_id' },
  field_ammattipatevyys_voimassa: dayOf('field_ammattipatevyys_voimassa'),
  field_digipiirturikortti_voimass: dayOf('field_digipiirturikortti_voimass'),
  field_extra: fieldOf('profile_kuljettaja', 'field_extra'),
}
/** Only these roles can be granted or removed. */
export const rolesField = (roles: readonly Role[]): RowField => {
  const label = 'Valitse yksi tai useampi'
  const values = Object.fromEntries(roles.map((role) => [role, roleLabels[role]]))
  return { ...userFields.user_roles, label, kind: 'field', field: choices(label, values) }
}
const isField = (key: string): key is keyof UserContent => key in userFields

/** The current password, required for a change of one's own address. Not a value of the form, whose drafts are stored on the device. */
export const presentPassword = 'existing_password'
export const labelOf = (key: string): string => (isField(key) ? userFields[key].label : key === presentPassword ? 'Nykyinen salasana' : key)
export const needsPassword = ({ content, read }: UserEdit, { own }: UserRights): boolean => own && content.mail.trim() !== read.mail

/** A value as text, for choosing between two versions. */
export function showContent(key: keyof UserContent, value: unknown): string {
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  const described = userFields[key]
  return described.kind === 'field' ? shownValue(described.field, value) : '–'
}

export function userEdit({ user, profile, driver, customer }: UserRead): UserEdit {
  const code = profile?.field_puhelinnumero_maakoodi || countries.FI.dialcode
  const content: UserContent = {
    field_etunimi: profile?.field_etunimi ?? '',
    field_sukunimi: profile?.field_sukunimi ?? '',
    field_puhelinnumero_maakoodi: code,
    field_puhelinnumero: phoneWithoutCode(profile?.field_puhelinnumero ?? '', code),
    mail: user.mail,
    name: user.name,
    user_roles: user.user_roles,
    asiakas_id: customer,
    field_ammattipatevyys_voimassa: driver?.field_ammattipatevyys_voimassa ?? 0,
    field_digipiirturikortti_voimass: driver?.field_digipiirturikortti_voimass ?? 0,
    field_extra: driver?.field_extra ?? false,
  }
  return rowEdit({ vid: user.vid, profile_vid: profile?.vid ?? null }, content)
}

/** A person who is about to be invited, by a customer's administrator to their own customer. */
export const newUserEdit = (asiakas_id: UserContent['asiakas_id']): UserEdit =>
  rowEdit(
    { vid: 0, profile_vid: null },
    {
      field_etunimi: '',
      field_sukunimi: '',
      field_puhelinnumero_maakoodi: countries.FI.dialcode,
      field_puhelinnumero: '',
      mail: '',
      name: '',
      user_roles: asiakas_id ? ['asiakas'] : [],
      asiakas_id,
      field_ammattipatevyys_voimassa: 0,
      field_digipiirturikortti_voimass: 0,
      field_extra: false,
    },
  )

export const isDriver = (held: readonly Role[]): boolean => profileKindsOf(held).includes('kuljettaja')
export const isCustomer = (held: readonly Role[]): boolean => profileKindsOf(held).includes('asiakas')
export const validityFields = ['field_ammattipatevyys_voimassa', 'field_digipiirturikortti_voimass'] as const

/** The faults found before the save is sent. */
export function userFaults({ content, read }: UserEdit, rights: UserRights): Record<string, string> {
  const { field_puhelinnumero: number, user_roles: roles } = content
  const checked = ['mail', 'name', ...(rights.editDriver && isDriver(roles) ? validityFields : [])] as const
  const phone = phoneOf(number, content.field_puhelinnumero_maakoodi)
  const faults: [key: string, fault: string | null][] = checked.map((key) => [key, valueFault(userFields[key], content[key])])
  // An unchanged stored number is not validated.
  if (number.trim() !== '' && number !== read.field_puhelinnumero && 'fault' in phone) faults.push(['field_puhelinnumero', phone.fault])
  if (rights.giveRoles.length > 0 && roles.length === 0) faults.push(['user_roles', 'Anna vähintään yksi rooli.'])
  if (rights.editCustomer && isCustomer(roles) && !content.asiakas_id) faults.push(['asiakas_id', 'Valitse asiakas.'])
  return Object.fromEntries(faults.flatMap(([key, fault]) => (fault === null ? [] : [[key, fault]])))
}

/** The profile's fields, as the calls take them: only what the viewer may write. */
function profileOf(content: UserContent, rights: UserRights) {
  const driver = {
    field_ammattipatevyys_voimassa: numberOf(content.field_ammattipatevyys_voimassa),
    field_digipiirturikortti_voimass: numberOf(content.field_digipiirturikortti_voimass),
    field_extra: content.field_extra,
  }
  return {
    field_etunimi: content.field_etunimi.trim(),
    field_sukunimi: content.field_sukunimi.trim(),
    field_puhelinnumero_maakoodi: content.field_puhelinnumero_maakoodi,
    field_puhelinnumero: content.field_puhelinnumero.trim(),
    ...(rights.editDriver && isDriver(content.user_roles) ? driver : {}),
  }
}
const customerOf = ({ user_roles, asiakas_id }: UserContent, { editCustomer }: UserRights): { asiakas_id?: string } =>
  editCustomer && isCustomer(user_roles) && asiakas_id ? { asiakas_id: asiakas_id.id } : {}

/** What the call is given: only what the viewer may write. */
export function changesOf({ content, stored }: UserEdit, rights: UserRights): Omit<z.input<typeof updateUserCall.input>, 'id'> {
  return {
    vid: stored.vid,
    ...(stored.profile_vid === null ? {} : { profile_vid: stored.profile_vid }),
    mail: content.mail.trim(),
    ...(rights.rename ? { name: content.name.trim() } : {}),
    ...(rights.giveRoles.length > 0 ? { user_roles: content.user_roles } : {}),
    ...customerOf(content, rights),
    profile_fields: profileOf(content, rights),
  }
}

/** A new person, who is sent a link to choose a password. */
export const newUserOf = ({ content }: UserEdit, rights: UserRights): z.input<typeof createUserCall.input> => ({
  name: content.name.trim(),
  mail: content.mail.trim(),
  user_roles: content.user_roles,
  ...customerOf(content, rights),
  profile_fields: profileOf(content, rights),
})

/** The call names a profile's fields with or without the group that they are sent in. */
export function fieldOfPointer(pointer: string): string | null {
  const name = pointer.split('/').at(-1) ?? ''
  return isField(name) || name === presentPassword ? name : null
}
