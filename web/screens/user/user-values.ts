import type { z } from 'zod'
import type { updateUserCall } from '#domain/calls/user.ts'
import { profileKindsOf, type Role, roleLabels } from '#domain/roles.ts'
import { email, phoneOf, phoneWithoutCode } from '#domain/values/checks.ts'
import { countries } from '#domain/values/countries.ts'
import { dayFault } from '../../kit/date-field.tsx'
import { formatDate } from '../../kit/format.ts'
import type { Typed } from '../../kit/typed.ts'
import type { UserRead } from './user-data.ts'
import type { UserRights } from './user-rights.ts'

/** What is typed of a person, under the names that the call has for it. */
export type UserContent = {
  field_etunimi: string
  field_sukunimi: string
  field_puhelinnumero_maakoodi: string
  field_puhelinnumero: string
  mail: string
  name: string
  user_roles: Role[]
  asiakas_id: { id: string; name: string } | null
  field_ammattipatevyys_voimassa: Typed
  field_digipiirturikortti_voimass: Typed
  field_extra: boolean
}
/** With what it was made on: the versions that a save names, and the content as it was read. */
export type UserValues = UserContent & { saved: { vid: number; profile_vid: number | null; content: UserContent } }

export const labels: Record<keyof UserContent, string> = {
  field_etunimi: 'Etunimi',
  field_sukunimi: 'Sukunimi',
  field_puhelinnumero_maakoodi: 'Maakoodi',
  field_puhelinnumero: 'Puhelinnumero',
  mail: 'Sähköposti',
  name: 'Käyttäjätunnus',
  user_roles: 'Roolit',
  asiakas_id: 'Asiakas',
  field_ammattipatevyys_voimassa: 'Ammattipätevyys voimassa',
  field_digipiirturikortti_voimass: 'Digipiirturikortti voimassa',
  field_extra: 'Lisäkuljettaja',
}
const isField = (path: string): path is keyof UserContent => path in labels
/** Asked for with a new address of one's own. No value of the form, whose drafts stay on the device. */
export const presentPassword = 'existing_password'
export const labelOf = (path: string): string => (isField(path) ? labels[path] : path === presentPassword ? 'Nykyinen salasana' : path)
export const needsPassword = ({ mail, saved }: UserValues, { own }: UserRights): boolean => own && mail.trim() !== saved.content.mail

/** A value as people read it, for choosing between two versions. */
export function showContent(field: keyof UserContent, value: unknown): string {
  if (Array.isArray(value)) return value.map((role: Role) => roleLabels[role]).join(', ') || '–'
  if (typeof value === 'boolean') return value ? 'Kyllä' : 'Ei'
  if (typeof value === 'number') return formatDate(value) || '–'
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  const text = String(value ?? '')
  return field === 'field_puhelinnumero_maakoodi' && text !== '' ? `+${text}` : text || '–'
}

/** The countries of phone numbers, and a stored code that is of none of them. */
export function dialCodes(stored: string): { value: string; label: string }[] {
  const known = Object.values(countries).map(({ name, dialcode }) => ({ value: dialcode as string, label: `+${dialcode} ${name}` }))
  return known.some(({ value }) => value === stored) || stored === '' ? known : [...known, { value: stored, label: `+${stored}` }]
}

export function valuesOf({ user, profile, driver, company }: UserRead): UserValues {
  const code = profile?.field_puhelinnumero_maakoodi || countries.FI.dialcode
  const content: UserContent = {
    field_etunimi: profile?.field_etunimi ?? '',
    field_sukunimi: profile?.field_sukunimi ?? '',
    field_puhelinnumero_maakoodi: code,
    field_puhelinnumero: phoneWithoutCode(profile?.field_puhelinnumero ?? '', code),
    mail: user.mail,
    name: user.name,
    user_roles: user.user_roles,
    asiakas_id: company,
    field_ammattipatevyys_voimassa: driver?.field_ammattipatevyys_voimassa ?? 0,
    field_digipiirturikortti_voimass: driver?.field_digipiirturikortti_voimass ?? 0,
    field_extra: driver?.field_extra ?? false,
  }
  return { ...content, saved: { vid: user.vid, profile_vid: profile?.vid ?? null, content } }
}

export const contentOf = ({ saved: _, ...content }: UserValues): UserContent => content
export const contentRead = ({ saved }: UserValues): UserContent => saved.content
export const versionsOf = ({ saved }: UserValues): string => `${saved.vid} ${saved.profile_vid}`
export const withContent = (_: UserValues, content: UserContent, { saved }: UserValues): UserValues => ({ ...content, saved })

export const isDriver = (held: readonly Role[]): boolean => profileKindsOf(held).includes('kuljettaja')
export const isCustomer = (held: readonly Role[]): boolean => profileKindsOf(held).includes('asiakas')

/** What is wrong before the server is asked. */
export function userFaults(values: UserValues, rights: UserRights): Record<string, string> {
  const faults: Record<string, string | null> = {}
  const mail = email(values.mail.trim())
  if (values.mail.trim() === '') faults.mail = 'Kirjoita sähköpostiosoite.'
  else if ('fault' in mail) faults.mail = mail.fault
  if (values.name.trim() === '') faults.name = 'Kirjoita käyttäjätunnus.'
  const phone = phoneOf(values.field_puhelinnumero, values.field_puhelinnumero_maakoodi)
  // What was stored before is left alone.
  const sameNumber = values.field_puhelinnumero === values.saved.content.field_puhelinnumero
  if (values.field_puhelinnumero.trim() !== '' && !sameNumber && 'fault' in phone) faults.field_puhelinnumero = phone.fault
  if (rights.giveRoles.length > 0 && values.user_roles.length === 0) faults.user_roles = 'Anna vähintään yksi rooli.'
  if (rights.editCompany && isCustomer(values.user_roles) && !values.asiakas_id) faults.asiakas_id = 'Valitse asiakas.'
  if (rights.editDriver && isDriver(values.user_roles)) {
    faults.field_ammattipatevyys_voimassa = dayFault(values.field_ammattipatevyys_voimassa)
    faults.field_digipiirturikortti_voimass = dayFault(values.field_digipiirturikortti_voimass)
  }
  return Object.fromEntries(Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, fault]] : [])))
}

/** A typed day; what is none yet counts as nothing. */
export const dayOrNone = (typed: Typed): number => (typeof typed === 'number' ? typed : 0)

/** What the call is given: only what the viewer may write. */
export function changesOf(values: UserValues, rights: UserRights): Omit<z.input<typeof updateUserCall.input>, 'id'> {
  const { saved, user_roles } = values
  const driver = {
    field_ammattipatevyys_voimassa: dayOrNone(values.field_ammattipatevyys_voimassa),
    field_digipiirturikortti_voimass: dayOrNone(values.field_digipiirturikortti_voimass),
    field_extra: values.field_extra,
  }
  return {
    vid: saved.vid,
    ...(saved.profile_vid === null ? {} : { profile_vid: saved.profile_vid }),
    mail: values.mail.trim(),
    ...(rights.rename ? { name: values.name.trim() } : {}),
    ...(rights.giveRoles.length > 0 ? { user_roles } : {}),
    ...(rights.editCompany && isCustomer(user_roles) && values.asiakas_id ? { asiakas_id: values.asiakas_id.id } : {}),
    profile_fields: {
      field_etunimi: values.field_etunimi.trim(),
      field_sukunimi: values.field_sukunimi.trim(),
      field_puhelinnumero_maakoodi: values.field_puhelinnumero_maakoodi,
      field_puhelinnumero: values.field_puhelinnumero.trim(),
      ...(rights.editDriver && isDriver(user_roles) ? driver : {}),
    },
  }
}
