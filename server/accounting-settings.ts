import { resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError, optional, readSetting, setting, webAddress, wholeNumber } from './setting.ts'

const withoutSpaces = (max: number) => optional(z.string().max(max).regex(/^\S+$/))
const serviceAddress = optional(webAddress.transform((url) => url.replace(/\/+$/, '')))

/** `25.5:RAHTI,0:RAHTI0` as the product of each rate of VAT. */
const productsByRate = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?:[^\s:,]{1,20}(,\s*\d{1,2}(\.\d{1,2})?:[^\s:,]{1,20})*$/)
  .transform(
    (text): ReadonlyMap<number, string> =>
      new Map(
        text.split(',').map((pair): [number, string] => {
          const [rate = '', product = ''] = pair.trim().split(':')
          return [Number(rate), product]
        }),
      ),
  )

/** The services that take invoices (rules/integrations.md#fivaldi). */
export const accountingSettings = {
  fivaldiPartner: setting({
    name: 'FIVALDI_PARTNER',
    default: '',
    meaning:
      'partner id at Visma Fivaldi, through which `POST /api/fivaldi/laskuta` sends invoices; when empty, they are written as Finvoice files',
    accepts: 'Fivaldin antama partneritunnus',
    schema: withoutSpaces(200),
  }),
  fivaldiSecret: setting({
    name: 'FIVALDI_SECRET',
    default: '',
    meaning: 'partner secret at Fivaldi, with which requests are signed',
    accepts: 'Fivaldin antama partnerin salaisuus',
    schema: withoutSpaces(500),
  }),
  fivaldiCompany: setting({
    name: 'FIVALDI_COMPANY',
    default: '',
    meaning: 'the company in Fivaldi (cuid), 32 characters',
    accepts: '32 merkin yritystunnus (cuid)',
    schema: optional(z.string().regex(/^[A-Za-z0-9]{32}$/)),
  }),
  fivaldiProducts: setting({
    name: 'FIVALDI_PRODUCTS',
    default: '',
    meaning: "product of Fivaldi's register for each rate of VAT, which follows from the product's posting: `25.5:RAHTI,0:RAHTI0`",
    accepts: 'verokannat ja tuotekoodit muodossa 25.5:RAHTI,0:RAHTI0',
    schema: optional(productsByRate),
  }),
  fivaldiPostingGroup: setting({
    name: 'FIVALDI_POSTING_GROUP',
    default: '',
    meaning: 'id of the posting group (tiliöintiryhmä) in Fivaldi; when empty, the only one',
    accepts: 'Fivaldin tiliöintiryhmän tunnus',
    schema: withoutSpaces(20),
  }),
  fivaldiDeliveryMethod: setting({
    name: 'FIVALDI_DELIVERY_METHOD',
    default: '',
    meaning: 'id of the delivery method (toimitustapa) in Fivaldi; when empty, the only one, or none',
    accepts: 'Fivaldin toimitustavan tunnus',
    schema: withoutSpaces(20),
  }),
  fivaldiRate: setting({
    name: 'FIVALDI_RATE',
    default: '2',
    meaning: 'requests a second that are sent to Fivaldi, after ten at once',
    accepts: 'kokonaisluku väliltä 1–1000',
    schema: wholeNumber(1, 1000),
  }),
  fivaldiRepeatAfter: setting({
    name: 'FIVALDI_REPEAT_AFTER',
    default: '120',
    meaning:
      'seconds after which an invoice whose sending to Fivaldi has no known outcome is looked for there and sent again; longer than Fivaldi takes to store an order, or it is invoiced twice',
    accepts: 'kokonaisluku väliltä 1–3600',
    schema: wholeNumber(1, 3600),
  }),
  fivaldiUrl: setting({
    name: 'FIVALDI_URL',
    default: '',
    meaning: "address of Fivaldi's customer API; when empty, https://api.fivaldi.net/customer/api",
    accepts: 'osoite muodossa https://api.fivaldi.net/customer/api',
    schema: serviceAddress,
  }),
  talenomOrganisation: setting({
    name: 'TALENOM_ORGANISATION',
    default: '',
    meaning:
      'the organisation at Talenom, to which `POST /api/talenom/laskuta` sends invoices; when empty, they are written as Finvoice files, which many companies hand over by SFTP',
    accepts: 'Talenomin organisaation tunnus',
    schema: withoutSpaces(100),
  }),
  talenomClientId: setting({
    name: 'TALENOM_CLIENT_ID',
    default: '',
    meaning: 'OAuth client id at Talenom',
    accepts: 'Talenomin antama asiakastunnus (client id)',
    schema: withoutSpaces(200),
  }),
  talenomClientSecret: setting({
    name: 'TALENOM_CLIENT_SECRET',
    default: '',
    meaning: 'OAuth client secret at Talenom',
    accepts: 'Talenomin antama salaisuus (client secret)',
    schema: withoutSpaces(500),
  }),
  talenomSubscriptionKey: setting({
    name: 'TALENOM_SUBSCRIPTION_KEY',
    default: '',
    meaning: "subscription key of Talenom's API",
    accepts: 'Talenomin rajapinnan tilausavain',
    schema: withoutSpaces(200),
  }),
  talenomTokenUrl: setting({
    name: 'TALENOM_TOKEN_URL',
    default: '',
    meaning: 'address that gives the access tokens of Talenom, like https://login.microsoftonline.com/TENANT/oauth2/v2.0/token',
    accepts: 'osoite muodossa https://login.microsoftonline.com/TENANT/oauth2/v2.0/token',
    schema: serviceAddress,
  }),
  talenomSalesAccount: setting({
    name: 'TALENOM_SALES_ACCOUNT',
    default: '3000',
    meaning: 'sales account of the rows of invoices sent to Talenom',
    accepts: 'tilin numero, 1–10 numeroa',
    schema: z.string().regex(/^\d{1,10}$/),
  }),
  talenomUrl: setting({
    name: 'TALENOM_URL',
    default: 'https://apim.talenom.com/fi/sales/v1',
    meaning: "address of Talenom's sales API without the organisation, with the region of the company",
    accepts: 'osoite muodossa https://apim.talenom.com/fi/sales/v1',
    schema: webAddress.transform((url) => url.replace(/\/+$/, '')),
  }),
  finvoiceFolder: setting({
    name: 'FINVOICE_FOLDER',
    default: '',
    meaning:
      'folder into which invoices are written as Finvoice 3.0 files with a manifest for each day, shared by all servers; when empty, the folder finvoice in DATA_DIR',
    accepts: 'hakemiston polku',
    schema: optional(
      z
        .string()
        .refine((path) => !path.includes('\0'))
        .transform((path) => resolve(path)),
    ),
  }),
}

export type AccountingConfig = { readonly [K in keyof typeof accountingSettings]: z.output<(typeof accountingSettings)[K]['schema']> }

export const readAccountingSettings = (env: NodeJS.ProcessEnv): AccountingConfig => ({
  fivaldiPartner: readSetting(accountingSettings.fivaldiPartner, env),
  fivaldiSecret: readSetting(accountingSettings.fivaldiSecret, env),
  fivaldiCompany: readSetting(accountingSettings.fivaldiCompany, env),
  fivaldiProducts: readSetting(accountingSettings.fivaldiProducts, env),
  fivaldiPostingGroup: readSetting(accountingSettings.fivaldiPostingGroup, env),
  fivaldiDeliveryMethod: readSetting(accountingSettings.fivaldiDeliveryMethod, env),
  fivaldiRate: readSetting(accountingSettings.fivaldiRate, env),
  fivaldiRepeatAfter: readSetting(accountingSettings.fivaldiRepeatAfter, env),
  fivaldiUrl: readSetting(accountingSettings.fivaldiUrl, env),
  talenomOrganisation: readSetting(accountingSettings.talenomOrganisation, env),
  talenomClientId: readSetting(accountingSettings.talenomClientId, env),
  talenomClientSecret: readSetting(accountingSettings.talenomClientSecret, env),
  talenomSubscriptionKey: readSetting(accountingSettings.talenomSubscriptionKey, env),
  talenomTokenUrl: readSetting(accountingSettings.talenomTokenUrl, env),
  talenomSalesAccount: readSetting(accountingSettings.talenomSalesAccount, env),
  talenomUrl: readSetting(accountingSettings.talenomUrl, env),
  finvoiceFolder: readSetting(accountingSettings.finvoiceFolder, env),
})

/** What each service needs; the first of each switches it on. */
export const neededForAccounting = {
  fivaldi: ['fivaldiPartner', 'fivaldiSecret', 'fivaldiCompany', 'fivaldiProducts'],
  talenom: ['talenomOrganisation', 'talenomClientId', 'talenomClientSecret', 'talenomSubscriptionKey', 'talenomTokenUrl'],
} as const satisfies Record<string, readonly (keyof AccountingConfig)[]>

export function refuseIncompleteAccounting(config: AccountingConfig): void {
  for (const needed of Object.values(neededForAccounting)) {
    const given = needed.find((name) => config[name])
    const missing = needed.find((name) => !config[name])
    if (!given || !missing) continue
    const { name, accepts } = accountingSettings[missing]
    throw new ConfigError(`Asetus ${name} ei kelpaa: anna ${accepts}, kun ${accountingSettings[given].name} on annettu.`)
  }
}
