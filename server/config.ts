import { resolve } from 'node:path'
import { z } from 'zod'

/** One sentence for the operator; the start stops on it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

interface Setting<T extends z.ZodType = z.ZodType> {
  /** The environment variable. */
  name: string
  /** What holds when it is unset, as README shows it; empty where nothing does. */
  default: string
  meaning: string
  /** Completes "Asetus X ei kelpaa: anna …". */
  accepts: string
  /** Takes the text of the variable, or the default. */
  schema: T
}

const setting = <T extends z.ZodType>(description: Setting<T>): Setting<T> => description

const optional = <T extends z.ZodType>(schema: T) =>
  z
    .literal('')
    .transform(() => undefined)
    .or(schema)
const webAddress = z.url({ protocol: /^https?$/, hostname: /^[^/]+$/ })

/** Every setting, in README's order; a field of Config each. */
export const settings = {
  port: setting({
    name: 'PORT',
    default: '8080',
    meaning: 'portti, jota kuunnellaan (0: mikä tahansa vapaa)',
    accepts: 'kokonaisluku väliltä 0–65535',
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(65_535)),
  }),
  host: setting({
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'osoite, jota kuunnellaan',
    accepts: 'koneen nimi tai IP-osoite, esimerkiksi 0.0.0.0',
    schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/),
  }),
  dataDir: setting({
    name: 'DATA_DIR',
    default: './data',
    meaning: 'hakemisto, jossa tietokanta, tiedostot ja avaimet ovat',
    accepts: 'hakemiston polku',
    schema: z
      .string()
      .refine((path) => !path.includes('\0'))
      .transform((path) => resolve(path)),
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    default: '',
    meaning: 'oma PostgreSQL, esimerkiksi postgres://kuorma@kone/kuorma; tyhjänä käytetään mukana tulevaa',
    accepts: 'osoite, joka alkaa postgres:// tai postgresql://',
    schema: optional(z.string().regex(/^postgres(ql)?:\/\/\S+$/)),
  }),
  publicUrl: setting({
    name: 'PUBLIC_URL',
    default: '',
    meaning: 'osoite, jolla selaimet tavoittavat palvelun (linkit, QR-koodit); tyhjänä se, jota kuunnellaan',
    accepts: 'osoite muodossa https://kuorma.esimerkki.fi ilman polkua',
    schema: optional(
      webAddress
        .refine((url) => URL.canParse(url) && /^\/?$/.test(new URL(url).pathname + new URL(url).search))
        .transform((url) => new URL(url).origin),
    ),
  }),
  demoPassword: setting({
    name: 'DEMO_PASSWORD',
    default: '',
    meaning: 'esittely-yrityksen tunnusten salasana; tyhjänä arvottu, joka tulostetaan ja on hakemistossa DATA_DIR',
    accepts: '10–200 merkkiä',
    schema: optional(z.string().min(10).max(200)),
  }),
  supportPhone: setting({
    name: 'SUPPORT_PHONE',
    default: '',
    meaning: 'tukipuhelin, joka näkyy sivun yläreunassa',
    accepts: 'puhelinnumero, esimerkiksi 040 123 4567 tai +358401234567',
    schema: optional(z.string().regex(/^\+?\d[\d -]{4,20}$/)),
  }),
  supportMail: setting({
    name: 'SUPPORT_MAIL',
    default: '',
    meaning: 'tuen sähköpostiosoite, joka näkyy sivun yläreunassa',
    accepts: 'sähköpostiosoite',
    schema: optional(z.email()),
  }),
  companyName: setting({
    name: 'COMPANY_NAME',
    default: 'Kuorma',
    meaning: 'kuljetusliikkeen nimi sivuilla ja rahtikirjoissa',
    accepts: '1–70 merkin nimi',
    schema: z.string().trim().min(1).max(70),
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'mitä lokiin kirjoitetaan',
    accepts: 'fatal, error, warn, info, debug, trace tai silent',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
  production: setting({
    name: 'NODE_ENV',
    default: 'development',
    meaning: 'production: oikea käyttö, johon esittelyaineistoa ei koskaan ladata',
    accepts: 'production, development tai test',
    schema: z.enum(['production', 'development', 'test']).transform((value) => value === 'production'),
  }),
}

export type Config = { readonly [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

function readSetting<T extends z.ZodType>(description: Setting<T>, env: NodeJS.ProcessEnv): z.output<T> {
  // An empty variable is an unset one: that is how compose files and shells say "nothing".
  const result = description.schema.safeParse(env[description.name]?.trim() || description.default)
  // The value is not repeated: it may be a password.
  if (!result.success) throw new ConfigError(`Asetus ${description.name} ei kelpaa: anna ${description.accepts}.`)
  return result.data
}

/** Reads and checks every setting once; throws ConfigError at the first one that does not hold. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    port: readSetting(settings.port, env),
    host: readSetting(settings.host, env),
    dataDir: readSetting(settings.dataDir, env),
    databaseUrl: readSetting(settings.databaseUrl, env),
    publicUrl: readSetting(settings.publicUrl, env),
    demoPassword: readSetting(settings.demoPassword, env),
    supportPhone: readSetting(settings.supportPhone, env),
    supportMail: readSetting(settings.supportMail, env),
    companyName: readSetting(settings.companyName, env),
    logLevel: readSetting(settings.logLevel, env),
    production: readSetting(settings.production, env),
  }
}

/** README's table of settings; a test compares the two. */
export function settingsTable(): string {
  const rows = Object.values(settings).map((row) => `| \`${row.name}\` | ${row.default ? `\`${row.default}\`` : ''} | ${row.meaning} |`)
  return ['| asetus | oletus | merkitys |', '|---|---|---|', ...rows].join('\n')
}
