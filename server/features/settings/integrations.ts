import type { Integration, IntegrationName } from '#domain/features/settings/integrations.ts'
import type { Config } from '#server/config.ts'
import { openSms } from '#server/platform/ports/sms/open-sms.ts'

type Outcome = { success: boolean; message: string }
type Service = {
  /** How people know it, '' when nothing is configured; never a secret. */
  named: (config: Config) => string
  without: string
  /** Connects with the credentials; throws when that fails. */
  test: (config: Config) => Promise<void>
}

/** How long a service is waited for, in milliseconds. */
const timeout = 10_000

const services: Readonly<Record<IntegrationName, Service>> = {
  posti: {
    named: ({ smtpUrl }) => (smtpUrl ? new URL(smtpUrl).hostname : ''),
    without: 'Sähköpostia ei lähetetä. Viestit näkyvät viestilokissa.',
    async test({ smtpUrl = '' }) {
      // Fetched where it is used, as in main.ts.
      const { testSmtp } = await import('#server/platform/mail/smtp.ts')
      await testSmtp(smtpUrl, timeout)
    },
  },
  tekstiviestit: {
    named: (config) => openSms(config).name,
    without: 'Tekstiviestejä ei lähetetä. Viestit näkyvät viestilokissa.',
    test: (config) => openSms(config).test(),
  },
  kartat: {
    named: ({ mapTilesUrl }) => (mapTilesUrl ? new URL(mapTilesUrl).hostname : ''),
    without: 'Kartalla ei ole taustakarttaa palvelusta.',
    async test({ mapTilesUrl = '' }) {
      const url = mapTilesUrl.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0')
      const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
    },
  },
}

const serviceNames = Object.keys(services) as IntegrationName[]

export function integrationList(config: Config): { data: Integration[]; meta: { count: number } } {
  const data = serviceNames.map((nimi) => ({ nimi, palvelu: services[nimi].named(config), ilman: services[nimi].without }))
  return { data, meta: { count: data.length } }
}

export async function testIntegration(config: Config, name: IntegrationName): Promise<Outcome> {
  const service = services[name]
  if (service.named(config) === '') return { success: false, message: 'Yhteyttä ei ole määritetty palvelimen asetuksissa.' }
  try {
    await service.test(config)
    return { success: true, message: 'Yhteys toimii.' }
  } catch (error) {
    return { success: false, message: `Yhteys ei toimi: ${withoutSecrets(config, error)}` }
  }
}

/** What the service said, without any of our credentials should it repeat them. */
function withoutSecrets({ smtpUrl, smsSecret, smsUser, mapTilesUrl }: Config, error: unknown): string {
  const mail = smtpUrl ? new URL(smtpUrl) : null
  const ofMail = [mail?.password, mail?.username].map((part) => decodeURIComponent(part ?? ''))
  const secrets = [smtpUrl, mapTilesUrl, smsSecret, smsUser, ...ofMail]
  const text = error instanceof Error ? error.message : String(error)
  return secrets.reduce<string>((left, secret) => (secret ? left.replaceAll(secret, '…') : left), text).slice(0, 300)
}
