import { createHash } from 'node:crypto'
import { logoParts } from '#domain/features/settings/logo.ts'
import { featuresOf, type Settings } from '#domain/features/settings/settings.ts'
import type { Features } from '#domain/model/features.ts'
import type { Config } from '#server/config.ts'
import type { SettingsReader } from './settings.ts'

/** The haulage company as its waybills, mails and screens show it. */
export type HaulageCompany = {
  nimi: string
  osoite: string
  y_tunnus: string
  puhelin: string
  sahkoposti: string
  /** A data URL; '' for none. */
  logo: string
}
export type CompanyReader = () => Promise<HaulageCompany>

type Configured = Pick<Config, 'companyName' | 'companyAddress' | 'companyBusinessId' | 'supportPhone' | 'supportMail'>

/** What administrators have set; where they have set nothing, what the operator has configured. */
const companyOf = (set: Settings, config: Configured): HaulageCompany => ({
  nimi: set.yritys_nimi || config.companyName,
  osoite: set.yritys_osoite || (config.companyAddress ?? ''),
  y_tunnus: set.yritys_y_tunnus || (config.companyBusinessId ?? ''),
  puhelin: set.tuki_puhelin || (config.supportPhone ?? ''),
  sahkoposti: set.tuki_sahkoposti || (config.supportMail ?? ''),
  logo: logoParts(set.yritys_logo) ? set.yritys_logo : '',
})

/** Where browsers get the logo: another logo has another address, so that each is kept for good. '' for none. */
export const logoPath = (logo: string): string =>
  logo === '' ? '' : `/api/logo?v=${createHash('sha256').update(logo).digest('hex').slice(0, 16)}`

export const makeCompany =
  (settings: SettingsReader, config: Configured): CompanyReader =>
  async () =>
    companyOf(await settings(), config)

/** What the company has of the product now. */
export const makeFeatures =
  (settings: SettingsReader): (() => Promise<Features>) =>
  async () =>
    featuresOf(await settings())
