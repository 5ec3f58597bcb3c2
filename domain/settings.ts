import { area, type Field, integer, type ValueOf } from './define-field.ts'
import { fileMegabytes } from './entities/file/file.types.ts'

/**
 * The company's settings (the rules marked *(set)* in RULES): kept in the database, changed without a restart. A default
 * holds until somebody sets something else.
 */
export const settings = {
  /** HTML, shown to anybody; the server cleans it before it leaves. '' until the company has written one. */
  tietosuojaseloste: area('Tietosuojaseloste', { max: 200_000 }),
  tiedoston_enimmaiskoko: integer('Tiedoston enimmäiskoko (Mt)', { min: 1, max: fileMegabytes.most, default: fileMegabytes.usual }),
} satisfies Record<string, Field>
export type SettingName = keyof typeof settings
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof settings)[K]> }
export const settingNames = Object.keys(settings) as SettingName[]
