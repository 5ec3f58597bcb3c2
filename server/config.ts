import { resolve } from 'node:path'
import { z } from 'zod'
import { businessId } from '#domain/values/checks.ts'
import { accountingSettings, readAccountingSettings, refuseIncompleteAccounting } from './accounting-settings.ts'
import { proxyList } from './http/limits/proxy-list.ts'
import { isPushKey } from './platform/ports/push/push-keys.ts'
import { readRouteSettings, refuseIncompleteRoutes, routeSettings } from './route-settings.ts'
import { ConfigError, optional, readSetting, setting, webAddress, wholeNumber } from './setting.ts'

const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
/** The file store: a folder, or a prefix in an S3 bucket, whose keys the AWS client reads from its own variables. */
const filesPlace = z
  .string()
  .startsWith('s3://')
  .refine((text) => URL.canParse(text))
  .transform((text) => {
    const { host, pathname, searchParams, username, hash } = new URL(text)
    const prefix = pathname.replace(/^\/+|\/+$/g, '')
    return {
      bucket: host,
      prefix: prefix === '' ? '' : `${prefix}/`,
      ...Object.fromEntries(searchParams),
      ...(username + hash ? { hash } : {}),
    }
  })
  .pipe(
    z.strictObject({
      bucket: bucketName,
      prefix: z.string().regex(/^[\w!.*'()/-]*$/),
      region: z
        .string()
        .regex(/^[a-z0-9-]+$/)
        .optional(),
      endpoint: webAddress.optional(),
    }),
  )
  .or(
    z
      .string()
      .refine((path) => !path.includes('\0') && !path.includes('://'))
      .transform((path) => ({ folder: resolve(path) })),
  )

/** Every setting, in README's order; each becomes a field of Config. */
export const settings = {
  port: setting({
    name: 'PORT',
    default: '8080',
    meaning: 'port to listen on (0: any free one)',
    accepts: 'kokonaisluku väliltä 0–65535',
    schema: wholeNumber(0, 65_535),
  }),
  host: setting({
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'address to listen on',
    accepts: 'koneen nimi tai IP-osoite, esimerkiksi 0.0.0.0',
    schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/),
  }),
  dataDir: setting({
    name: 'DATA_DIR',
    default: './data',
    meaning: 'folder of the database, the files and the keys',
    accepts: 'hakemiston polku',
    schema: z
      .string()
      .refine((path) => !path.includes('\0'))
      .transform((path) => resolve(path)),
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    default: '',
    meaning:
      'a PostgreSQL of your own, like postgres://kuorma@host/kuorma, whose user may create a schema (or finds `pgboss` made for it); when empty, the embedded one',
    accepts: 'osoite, joka alkaa postgres:// tai postgresql://',
    schema: optional(z.string().regex(/^postgres(ql)?:\/\/\S+$/)),
  }),
  files: setting({
    name: 'FILES',
    default: '',
    meaning:
      "where files lie: a folder, or `s3://bucket/prefix?region=…&endpoint=…` with the keys in AWS's own variables; when empty, the folder files in DATA_DIR",
    accepts: 'hakemiston polku tai s3://säiliö/etuliite?region=…&endpoint=…',
    schema: optional(filesPlace),
  }),
  publicUrl: setting({
    name: 'PUBLIC_URL',
    default: '',
    meaning: 'address by which browsers reach the server (links, QR codes); when empty, the one listened on',
    accepts: 'osoite muodossa https://kuorma.esimerkki.fi ilman polkua',
    schema: optional(
      webAddress
        .refine((url) => URL.canParse(url) && /^\/?$/.test(new URL(url).pathname + new URL(url).search))
        .transform((url) => new URL(url).origin),
    ),
  }),
  trustProxy: setting({
    name: 'TRUST_PROXY',
    default: 'loopback',
    meaning:
      "proxies whose X-Forwarded-For is believed: `none`, or a list of addresses, networks (10.0.0.0/8), `loopback`, `linklocal`, `uniquelocal`; anybody else's is ignored",
    accepts: 'none tai pilkuilla erotettu luettelo osoitteista ja verkoista, esimerkiksi loopback, 10.0.0.0/8',
    schema: z
      .literal('none')
      .transform((): string[] => [])
      .or(proxyList),
  }),
  rateLimitMultiplier: setting({
    name: 'RATE_LIMIT_MULTIPLIER',
    default: '1',
    meaning:
      'multiplies the limits on requests a minute (decision 47): 1, or more when very many people share one address, or when measuring',
    accepts: 'kokonaisluku väliltä 1–1000',
    schema: wholeNumber(1, 1000),
  }),
  maxConnections: setting({
    name: 'MAX_CONNECTIONS',
    default: '5000',
    meaning: 'open connections that the server takes at most',
    accepts: 'kokonaisluku väliltä 10–100000',
    schema: wholeNumber(10, 100_000),
  }),
  maxConnectionsPerAddress: setting({
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    meaning:
      'of those, open connections and calls under way of one address at most; an office behind one address needs about ten for each person',
    accepts: 'kokonaisluku väliltä 10–100000',
    schema: wholeNumber(10, 100_000),
  }),
  demoPassword: setting({
    name: 'DEMO_PASSWORD',
    default: '',
    meaning: 'password of the demo sign-ins, a strong one; when empty, a random one, printed and kept in DATA_DIR',
    accepts: '10–200 merkkiä',
    schema: optional(z.string().min(10).max(200)),
  }),
  supportPhone: setting({
    name: 'SUPPORT_PHONE',
    default: '',
    meaning: 'support phone shown in the header',
    accepts: 'puhelinnumero, esimerkiksi 040 123 4567 tai +358401234567',
    schema: optional(z.string().regex(/^\+?\d[\d -]{4,20}$/)),
  }),
  supportMail: setting({
    name: 'SUPPORT_MAIL',
    default: '',
    meaning: 'support mail address shown in the header',
    accepts: 'sähköpostiosoite',
    schema: optional(z.email()),
  }),
  companyName: setting({
    name: 'COMPANY_NAME',
    default: 'Kuorma',
    meaning: 'name of the haulage company, on screens and waybills',
    accepts: '1–70 merkin nimi',
    schema: z.string().trim().min(1).max(70),
  }),
  companyAddress: setting({
    name: 'COMPANY_ADDRESS',
    default: '',
    meaning: 'address of the haulage company, on waybills',
    accepts: 'osoite, enintään 120 merkkiä, esimerkiksi Terminaalikatu 1, 33100 Tampere',
    schema: optional(z.string().trim().max(120)),
  }),
  companyBusinessId: setting({
    name: 'COMPANY_BUSINESS_ID',
    default: '',
    meaning: 'Y-tunnus of the haulage company, on waybills',
    accepts: 'Y-tunnus, esimerkiksi 1234567-1',
    schema: optional(z.string().refine((id) => 'value' in businessId(id))),
  }),
  mapTilesUrl: setting({
    name: 'MAP_TILES_URL',
    default: '',
    meaning:
      'background of maps: raster tiles, like https://tiles.example.fi/{z}/{x}/{y}.png, or a MapLibre style (.json); when empty, our own base map of Finland',
    accepts: 'osoite muodossa https://kartat.esimerkki.fi/{z}/{x}/{y}.png tai https://kartat.esimerkki.fi/tyyli.json',
    schema: optional(z.url({ protocol: /^https?$/ })),
  }),
  mapAttribution: setting({
    name: 'MAP_ATTRIBUTION',
    default: '© OpenStreetMap',
    meaning: 'whose the raster tiles are, as maps say it',
    accepts: '1–200 merkkiä ilman HTML-merkintöjä',
    schema: z
      .string()
      .max(200)
      .regex(/^[^<>]*$/),
  }),
  hereApiKey: setting({
    name: 'HERE_API_KEY',
    default: '',
    meaning:
      'key of HERE, which suggests places while an address is typed and finds the points of saved addresses; when empty, postal codes and our own data alone do',
    accepts: '10–200 kirjainta, numeroa tai merkkiä - _',
    schema: optional(z.string().regex(/^[\w-]{10,200}$/)),
  }),
  ...routeSettings,
  smtpUrl: setting({
    name: 'SMTP_URL',
    default: '',
    meaning:
      'mail server, like smtps://user:password@mail.example.fi; when empty, no mail goes out: administrators read it at `GET /api/lahteva_posti` without its secret links, which outside production stand in the files of DATA_DIR/outbox',
    accepts: 'osoite, joka alkaa smtp:// tai smtps://, esimerkiksi smtps://tunnus:salasana@posti.esimerkki.fi',
    schema: optional(z.url({ protocol: /^smtps?$/, hostname: /^[^/]+$/ })),
  }),
  mailFrom: setting({
    name: 'MAIL_FROM',
    default: '',
    meaning: 'sender address of mail; when empty, SUPPORT_MAIL',
    accepts: 'sähköpostiosoite, esimerkiksi kuorma@esimerkki.fi',
    schema: optional(z.email()),
  }),
  smsProvider: setting({
    name: 'SMS_PROVIDER',
    default: '',
    meaning:
      'who sends text messages: `gatewayapi`, `link` (LINK Mobility) or `twilio`; when empty, none goes out: administrators read them on the settings screen, and outside production they also stand in the files of DATA_DIR/outbox',
    accepts: 'gatewayapi, link tai twilio',
    schema: optional(z.enum(['gatewayapi', 'link', 'twilio'])),
  }),
  smsUser: setting({
    name: 'SMS_USER',
    default: '',
    meaning: 'user name at LINK Mobility, account SID at Twilio; GatewayAPI needs none',
    accepts: 'käyttäjätunnus ilman välilyöntejä',
    schema: optional(z.string().regex(/^[^\s:]{1,200}$/)),
  }),
  smsSecret: setting({
    name: 'SMS_SECRET',
    default: '',
    meaning: 'token of GatewayAPI, password at LINK Mobility, auth token of Twilio',
    accepts: 'palvelun antama tunnus tai salasana',
    schema: optional(z.string().max(500)),
  }),
  smsSender: setting({
    name: 'SMS_SENDER',
    default: '',
    meaning: 'sender of text messages: a number like +358401234567, or at most 11 letters and digits; Twilio and LINK Mobility need one',
    accepts: 'numero muodossa +358401234567 tai enintään 11 kirjainta ja numeroa',
    schema: optional(z.string().regex(/^(\+\d{6,15}|[A-Za-z0-9 ]{1,11})$/)),
  }),
  smsPlatform: setting({
    name: 'SMS_PLATFORM',
    default: '',
    meaning: 'platform and partner id at LINK Mobility, like `COMMON_API:1234`',
    accepts: 'LINK Mobilityn platformId ja platformPartnerId kaksoispisteellä erotettuina',
    schema: optional(z.string().regex(/^[^\s:]+:[^\s:]+$/)),
  }),
  smsUrl: setting({
    name: 'SMS_URL',
    default: '',
    meaning: "address of the provider's service, such as https://gatewayapi.eu; when empty, the provider's usual one",
    accepts: 'osoite muodossa https://gatewayapi.eu',
    schema: optional(webAddress.transform((url) => url.replace(/\/+$/, ''))),
  }),
  companyRegisterUrl: setting({
    name: 'COMPANY_REGISTER_URL',
    default: '',
    meaning:
      "the open company register (YTJ) from which a new customer's data is looked up, `https://avoindata.prh.fi/opendata-ytj-api/v3`; when empty, the form works without it",
    accepts: 'osoite, esimerkiksi https://avoindata.prh.fi/opendata-ytj-api/v3',
    schema: optional(webAddress),
  }),
  ...accountingSettings,
  pushPrivateKey: setting({
    name: 'PUSH_PRIVATE_KEY',
    default: '',
    meaning:
      'private key (VAPID) with which notifications to devices are signed, 32 bytes as base64url; when empty, the one made at the first start and kept in the database. With another key everybody has to allow notifications again',
    accepts: '43 merkin yksityinen avain base64url-muodossa',
    schema: optional(z.string().refine(isPushKey)),
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'what is written to the log',
    accepts: 'fatal, error, warn, info, debug, trace tai silent',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
  production: setting({
    name: 'NODE_ENV',
    default: 'development',
    meaning: 'production: real use, where demo data is never loaded',
    accepts: 'production, development tai test',
    schema: z.enum(['production', 'development', 'test']).transform((value) => value === 'production'),
  }),
}

export type Config = { readonly [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

/** Reads and checks every setting once; throws ConfigError at the first invalid one. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const config = {
    port: readSetting(settings.port, env),
    host: readSetting(settings.host, env),
    dataDir: readSetting(settings.dataDir, env),
    databaseUrl: readSetting(settings.databaseUrl, env),
    files: readSetting(settings.files, env),
    publicUrl: readSetting(settings.publicUrl, env),
    trustProxy: readSetting(settings.trustProxy, env),
    rateLimitMultiplier: readSetting(settings.rateLimitMultiplier, env),
    maxConnections: readSetting(settings.maxConnections, env),
    maxConnectionsPerAddress: readSetting(settings.maxConnectionsPerAddress, env),
    demoPassword: readSetting(settings.demoPassword, env),
    supportPhone: readSetting(settings.supportPhone, env),
    supportMail: readSetting(settings.supportMail, env),
    companyName: readSetting(settings.companyName, env),
    companyAddress: readSetting(settings.companyAddress, env),
    companyBusinessId: readSetting(settings.companyBusinessId, env),
    mapTilesUrl: readSetting(settings.mapTilesUrl, env),
    mapAttribution: readSetting(settings.mapAttribution, env),
    hereApiKey: readSetting(settings.hereApiKey, env),
    ...readRouteSettings(env),
    smtpUrl: readSetting(settings.smtpUrl, env),
    mailFrom: readSetting(settings.mailFrom, env),
    smsProvider: readSetting(settings.smsProvider, env),
    smsUser: readSetting(settings.smsUser, env),
    smsSecret: readSetting(settings.smsSecret, env),
    smsSender: readSetting(settings.smsSender, env),
    smsPlatform: readSetting(settings.smsPlatform, env),
    smsUrl: readSetting(settings.smsUrl, env),
    companyRegisterUrl: readSetting(settings.companyRegisterUrl, env),
    ...readAccountingSettings(env),
    pushPrivateKey: readSetting(settings.pushPrivateKey, env),
    logLevel: readSetting(settings.logLevel, env),
    production: readSetting(settings.production, env),
  }
  if (config.smtpUrl && !config.mailFrom && !config.supportMail)
    throw new ConfigError('Asetus MAIL_FROM ei kelpaa: anna lähettäjän sähköpostiosoite, kun SMTP_URL on annettu.')
  refuseIncompleteSms(config)
  refuseIncompleteRoutes(config)
  refuseIncompleteAccounting(config)
  return config
}

/** What each provider of text messages needs. */
const neededForSms = {
  gatewayapi: ['smsSecret'],
  link: ['smsUser', 'smsSecret', 'smsSender', 'smsPlatform'],
  twilio: ['smsUser', 'smsSecret', 'smsSender'],
} as const

function refuseIncompleteSms(config: Pick<Config, 'smsProvider' | 'smsUser' | 'smsSecret' | 'smsSender' | 'smsPlatform'>): void {
  if (!config.smsProvider) return
  const missing = neededForSms[config.smsProvider].find((name) => !config[name])
  if (missing)
    throw new ConfigError(
      `Asetus ${settings[missing].name} ei kelpaa: anna ${settings[missing].accepts}, kun SMS_PROVIDER on ${config.smsProvider}.`,
    )
}

/** README's table of settings; a test compares the two. */
export function settingsTable(): string {
  const rows = Object.values(settings).map((row) => `| \`${row.name}\` | ${row.default ? `\`${row.default}\`` : ''} | ${row.meaning} |`)
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}
