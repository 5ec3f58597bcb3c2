import type { Integration, IntegrationName } from '#domain/features/settings/integrations.ts'
import { accountingSettings, neededForAccounting } from '#server/accounting-settings.ts'
import type { Config } from '#server/config.ts'
import type { InvoiceProvider } from '#server/platform/ports/accounting/invoice-provider.ts'
import { defaultFivaldi, openAccounting } from '#server/platform/ports/accounting/open-accounting.ts'
import type { CompanyRegister } from '#server/platform/ports/company-register/company-register.ts'
import type { PlaceSuggestions } from '#server/platform/ports/maps/place-suggestions.ts'
import { estimatedMatrix, type Roads } from '#server/platform/ports/maps/roads.ts'
import type { StopOrderService } from '#server/platform/ports/maps/stop-order.ts'
import { openSms } from '#server/platform/ports/sms/open-sms.ts'
import { connectionFault } from './connection-faults.ts'

type Outcome = { success: boolean; message: string }
/** What the app has opened: null where the operator has configured nothing. */
export type Connections = {
  config: Config
  companyRegister: CompanyRegister | null
  places: PlaceSuggestions | null
  roads: Roads | null
  stopOrder: StopOrderService | null
}
type Service = {
  /** How people know it, '' when nothing is configured; never a secret. */
  named: (config: Config) => string
  /** Environment variables that are needed and not set. */
  missing: (config: Config) => string[]
  without: string
  /** Connects with the credentials; throws when that fails. */
  test: (connections: Connections) => Promise<void>
}

/** How long a service is waited for, in milliseconds. */
const timeout = 10_000

/** A variable's name when it is not set. */
const unless = (isSet: unknown, variable: string): string[] => (isSet ? [] : [variable])

const withoutAccounting = 'Laskut kirjoitetaan Finvoice-tiedostoiksi palvelimen kansioon.'

const missingAccounting = (config: Config, service: keyof typeof neededForAccounting): string[] =>
  neededForAccounting[service].flatMap((name) => unless(config[name], accountingSettings[name].name))

async function testAccounting(provider: InvoiceProvider): Promise<void> {
  const { works, message } = await provider.test(AbortSignal.timeout(timeout))
  if (!works) throw new Error(message)
}

/** Helsinki and Tampere. */
const testPlaces = [
  { lat: 60.1699, lng: 24.9384 },
  { lat: 61.4978, lng: 23.761 },
]

const services: Readonly<Record<IntegrationName, Service>> = {
  posti: {
    named: ({ smtpUrl }) => (smtpUrl ? new URL(smtpUrl).hostname : ''),
    // A sender is needed too: the one of mail, else the support's.
    missing: ({ smtpUrl, mailFrom, supportMail }) => [...unless(smtpUrl, 'SMTP_URL'), ...unless(mailFrom ?? supportMail, 'MAIL_FROM')],
    without: 'Sähköpostia ei lähetetä. Viestit näkyvät viestilokissa.',
    async test({ config: { smtpUrl = '' } }) {
      // Fetched where it is used, as in main.ts.
      const { testSmtp } = await import('#server/platform/mail/smtp.ts')
      await testSmtp(smtpUrl, timeout)
    },
  },
  tekstiviestit: {
    named: (config) => openSms(config).name,
    // readConfig refuses a provider without what it needs.
    missing: ({ smsProvider }) => (smsProvider ? [] : ['SMS_PROVIDER', 'SMS_SECRET', 'SMS_SENDER']),
    without: 'Tekstiviestejä ei lähetetä. Viestit näkyvät viestilokissa.',
    test: ({ config }) => openSms(config).test(),
  },
  kartat: {
    named: ({ mapTilesUrl }) => (mapTilesUrl ? new URL(mapTilesUrl).hostname : ''),
    missing: ({ mapTilesUrl }) => unless(mapTilesUrl, 'MAP_TILES_URL'),
    without: 'Kartoilla on oma pohja: Suomen ääriviivat, vesistöt ja kaupungit.',
    async test({ config: { mapTilesUrl = '' } }) {
      const url = mapTilesUrl.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0')
      const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
    },
  },
  paikat: {
    named: ({ hereApiKey }) => (hereApiKey ? 'HERE' : ''),
    missing: ({ hereApiKey }) => unless(hereApiKey, 'HERE_API_KEY'),
    without: 'Osoitteita ehdotetaan omista osoitteista ja postinumeroista, ja osoitteen sijainti on postinumeron likimääräinen.',
    async test({ places }) {
      await places?.suggest('Helsinki', 1)
    },
  },
  reitit: {
    named: ({ osrmUrl }) => (osrmUrl ? new URL(osrmUrl).hostname : ''),
    missing: ({ osrmUrl }) => unless(osrmUrl, 'OSRM_URL'),
    without: 'Matkat ja ajat ovat arvioita linnuntien mukaan.',
    async test({ roads }) {
      await roads?.matrix(testPlaces)
    },
  },
  jarjestys: {
    named: ({ stopOrder, vroomUrl }) =>
      stopOrder === 'vroom' && vroomUrl ? new URL(vroomUrl).hostname : stopOrder === 'here' ? 'HERE' : '',
    // readConfig refuses a service without what it needs.
    missing: ({ stopOrder }) => unless(stopOrder, 'STOP_ORDER'),
    without: 'Kuorma järjestää pysähdykset itse.',
    async test({ stopOrder }) {
      const roads = estimatedMatrix(testPlaces)
      await stopOrder?.order({ points: testPlaces, roads, stops: 1, start: 1, end: null, serviceSeconds: [0], departure: 0 })
    },
  },
  yritysrekisteri: {
    named: ({ companyRegisterUrl }) => (companyRegisterUrl ? new URL(companyRegisterUrl).hostname : ''),
    missing: ({ companyRegisterUrl }) => unless(companyRegisterUrl, 'COMPANY_REGISTER_URL'),
    without: 'Uuden asiakkaan tiedot kirjoitetaan itse.',
    async test({ companyRegister }) {
      await companyRegister?.test()
    },
  },
  fivaldi: {
    named: ({ fivaldiPartner, fivaldiUrl }) => (fivaldiPartner ? new URL(fivaldiUrl ?? defaultFivaldi).hostname : ''),
    missing: (config) => missingAccounting(config, 'fivaldi'),
    without: withoutAccounting,
    test: ({ config }) => testAccounting(openAccounting(config).fivaldi),
  },
  talenom: {
    named: ({ talenomOrganisation, talenomUrl }) => (talenomOrganisation ? new URL(talenomUrl).hostname : ''),
    missing: (config) => missingAccounting(config, 'talenom'),
    without: withoutAccounting,
    test: ({ config }) => testAccounting(openAccounting(config).talenom),
  },
}

const serviceNames = Object.keys(services) as IntegrationName[]

export function integrationList(config: Config): { data: Integration[]; meta: { count: number } } {
  const data = serviceNames.map((nimi) => {
    const { named, without, missing } = services[nimi]
    return { nimi, palvelu: named(config), ilman: without, puuttuu: missing(config) }
  })
  return { data, meta: { count: data.length } }
}

export async function testIntegration(connections: Connections, name: IntegrationName): Promise<Outcome> {
  const { config } = connections
  const service = services[name]
  const missing = service.missing(config)
  if (missing.length > 0) return { success: false, message: `Yhteyttä ei ole määritetty. Puuttuu: ${missing.join(', ')}.` }
  try {
    await service.test(connections)
    return { success: true, message: 'Yhteys toimii.' }
  } catch (error) {
    return { success: false, message: `Yhteys ei toimi: ${connectionFault(error)} (${withoutSecrets(config, error)}).` }
  }
}

/** What the service said, without any of our credentials should it repeat them. */
function withoutSecrets(config: Config, error: unknown): string {
  const { smtpUrl, smsSecret, smsUser, mapTilesUrl, hereApiKey } = config
  const { fivaldiPartner, fivaldiSecret, talenomClientSecret, talenomSubscriptionKey } = config
  const mail = smtpUrl ? new URL(smtpUrl) : null
  const ofMail = [mail?.password, mail?.username].map((part) => decodeURIComponent(part ?? ''))
  const secrets = [
    smtpUrl,
    mapTilesUrl,
    smsSecret,
    smsUser,
    hereApiKey,
    fivaldiPartner,
    fivaldiSecret,
    talenomClientSecret,
    talenomSubscriptionKey,
    ...ofMail,
  ]
  const text = error instanceof Error ? error.message : String(error)
  return secrets.reduce<string>((left, secret) => (secret ? left.replaceAll(secret, '…') : left), text).slice(0, 300)
}
