import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, settings, settingsTable } from './config.ts'
import { ConfigError } from './setting.ts'

describe('readConfig', () => {
  test('without variables the defaults are used', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      publicUrl: undefined,
      trustProxy: ['loopback'],
      rateLimitMultiplier: 1,
      maxConnections: 5000,
      maxConnectionsPerAddress: 1000,
      demoPassword: undefined,
      supportPhone: undefined,
      supportMail: undefined,
      companyName: 'Kuorma',
      fivaldiRate: 2,
      fivaldiRepeatAfter: 120,
      talenomSalesAccount: '3000',
      talenomUrl: 'https://apim.talenom.com/fi/sales/v1',
      mapAttribution: '© OpenStreetMap',
      logLevel: 'info',
      production: false,
    })
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', COMPANY_NAME: ' ' })).toMatchObject({ port: 8080, companyName: 'Kuorma' })
  })

  test.each([
    ['PORT', '0', 'port', 0],
    ['HOST', '::1', 'host', '::1'],
    ['DATA_DIR', '/srv/kuorma', 'dataDir', '/srv/kuorma'],
    ['DATABASE_URL', 'postgres://a:b@c/d', 'databaseUrl', 'postgres://a:b@c/d'],
    ['FILES', '/srv/tiedostot', 'files', { folder: '/srv/tiedostot' }],
    ['FILES', 's3://kuorma', 'files', { bucket: 'kuorma', prefix: '' }],
    [
      'FILES',
      's3://kuorma/a/b/?region=eu-north-1&endpoint=https://s3.example.fi',
      'files',
      { bucket: 'kuorma', prefix: 'a/b/', region: 'eu-north-1', endpoint: 'https://s3.example.fi' },
    ],
    ['PUBLIC_URL', 'https://kuorma.example.fi/', 'publicUrl', 'https://kuorma.example.fi'],
    ['PUBLIC_URL', 'http://localhost:8080', 'publicUrl', 'http://localhost:8080'],
    ['TRUST_PROXY', 'none', 'trustProxy', []],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8,2001:db8::/32', 'trustProxy', ['loopback', '10.0.0.0/8', '2001:db8::/32']],
    ['RATE_LIMIT_MULTIPLIER', '3', 'rateLimitMultiplier', 3],
    ['SUPPORT_PHONE', '040 123 4567', 'supportPhone', '040 123 4567'],
    ['NODE_ENV', 'production', 'production', true],
  ] as const)('%s=%s is taken', (name, value, field, expected) => {
    expect(readConfig({ [name]: value })[field]).toEqual(expected)
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', '80a'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://x'],
    ['FILES', 'https://s3.example.fi/kuorma'],
    ['FILES', 's3://'],
    ['FILES', 's3://Kuorma_1'],
    ['FILES', 's3://kuorma?endpoint=localhost'],
    ['FILES', 's3://kuorma?avain=1'],
    ['FILES', 's3://tunnus:sana@kuorma'],
    ['PUBLIC_URL', 'kuorma.example.fi'],
    ['PUBLIC_URL', 'https://kuorma.example.fi/alla'],
    ['TRUST_PROXY', 'all'],
    ['TRUST_PROXY', 'loopback,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'proxy.example.fi'],
    ['RATE_LIMIT_MULTIPLIER', '1001'],
    ['MAX_CONNECTIONS', '9'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '1.5'],
    ['DEMO_PASSWORD', 'lyhyt'],
    ['SUPPORT_PHONE', 'puhelin'],
    ['SUPPORT_MAIL', 'posti'],
    ['SMTP_URL', 'https://posti.esimerkki.fi'],
    ['MAIL_FROM', 'posti'],
    ['COMPANY_NAME', 'x'.repeat(71)],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
  ])('%s=%s stops with one sentence that names the setting and hides the value', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^Asetus ${name} ei kelpaa: anna [^\\n]+\\.$`))
    expect(read).not.toThrow(value.length > 2 ? new RegExp(`"${value}"`) : /"/)
  })
})

test('mail by SMTP needs a sender', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://localhost' })).toThrow(/^Asetus MAIL_FROM ei kelpaa/)
  expect(readConfig({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.fi' })).toMatchObject({ smtpUrl: 'smtp://localhost' })
})

test('the table has every setting of Config', () => {
  for (const { name } of Object.values(settings)) expect(settingsTable()).toContain(`| \`${name}\` |`)
})

test.runIf(existsSync('README.md'))('README contains the table', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(settingsTable())
})
