import { fileMegabytes } from '../../entities/file/file.types.ts'
import { area, type Field, integer, text, type ValueOf } from '../../model/define-field.ts'

const savedAddressId = (value: string): { value: string } | { fault: string } =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? { value } : { fault: 'Anna tallennetun osoitteen tunniste (UUID).' }

/**
 * The company's settings (the rules marked *(set)* in rules/settings.md#company-settings): in the database, changed without a restart.
 * Each has a default.
 */
export const settings = {
  /** HTML, shown to anybody; the server sanitises it before sending. '' until the company has written one. */
  tietosuojaseloste: area('Tietosuojaseloste', { max: 200_000 }),
  /** Days from sign-in after which a session ends, however often its tokens were refreshed (rules/sign-in.md#sessions). */
  istunnon_enimmaisika: integer('Istunnon enimmäisikä (pv)', { min: 1, max: 365, default: 90 }),
  tiedoston_enimmaiskoko: integer('Tiedoston enimmäiskoko (Mt)', { min: 1, max: fileMegabytes.max, default: fileMegabytes.usual }),
  /** For each user within 24 hours: the number of files, and their total megabytes. */
  latauksia_paivassa: integer('Tiedostoja vuorokaudessa käyttäjää kohti', { min: 1, max: 100_000, default: 1000 }),
  latauksia_paivassa_mt: integer('Tiedostoja vuorokaudessa käyttäjää kohti (Mt)', { min: 1, max: 1_000_000, default: 2000 }),
  /** The id of the saved address of the default terminal; '' for none. */
  oletusterminaali: text('Oletusterminaali', { max: 36, check: savedAddressId }),
} satisfies Record<string, Field>
export type SettingName = keyof typeof settings
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof settings)[K]> }
export const settingNames = Object.keys(settings) as SettingName[]
