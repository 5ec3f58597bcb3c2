import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type SmsProviders, smsAccounts, startSmsProviders } from '#server/testing/providers/sms.ts'
import { openSms } from './open-sms.ts'
import { SmsRefusal } from './sms.ts'

let providers: SmsProviders
beforeAll(async () => {
  providers = await startSmsProviders()
})
afterAll(() => providers.close())
beforeEach(() => {
  Object.assign(providers, { received: [], fate: '', room: Number.POSITIVE_INFINITY, next: null })
})

const names = Object.keys(smsAccounts) as (keyof typeof smsAccounts)[]
const open = (name: keyof typeof smsAccounts, env: NodeJS.ProcessEnv = {}) =>
  openSms(readConfig({ ...smsAccounts[name], SMS_URL: providers.url, ...env }))
const message = { id: '8c0a5a2e-0000-4000-8000-000000000000', to: '+358401234567', text: 'Hei! Nouto klo 9, hinta 12 €.\nTerv. Väinö' }

describe.each(names)('%s', (name) => {
  test('accepts an authenticated message to a number in the format of its API', async () => {
    expect(await open(name).send(message)).toEqual({ state: 'sent', providerId: expect.stringMatching(/.+/) })
    expect(providers.received).toEqual([{ provider: name, to: message.to, from: smsAccounts[name].SMS_SENDER, text: message.text }])
  })

  test('refuses wrong credentials permanently, when sending and when testing', async () => {
    const stranger = open(name, { SMS_SECRET: 'väärä' })
    await expect(stranger.send(message)).rejects.toThrow(SmsRefusal)
    await expect(stranger.send(message)).rejects.toThrow(/^401 /)
    await expect(stranger.test()).rejects.toThrow(/^401 /)
    await expect(open(name).test()).resolves.toBeUndefined()
    expect(providers.received).toEqual([])
  })

  test('refuses an invalid number permanently', async () => {
    await expect(open(name).send({ ...message, to: '+35891234567' })).rejects.toThrow(SmsRefusal)
  })

  test('can be retried after a rate limit, a server error or a lost connection', async () => {
    providers.room = 0
    const tooMany = await open(name)
      .send(message)
      .catch((error: unknown) => error)
    expect(tooMany).not.toBeInstanceOf(SmsRefusal)
    expect(tooMany).toMatchObject({ message: expect.stringMatching(/^429 /) })
    providers.next = { status: 503, body: 'upstream connect error' }
    const broken = await open(name)
      .send(message)
      .catch((error: unknown) => error)
    expect(broken).not.toBeInstanceOf(SmsRefusal)
    expect(broken).toBeInstanceOf(Error)
    const away = await open(name, { SMS_URL: 'http://127.0.0.1:9' })
      .send(message)
      .catch((error: unknown) => error)
    expect(away).not.toBeInstanceOf(SmsRefusal)
    expect(away).toBeInstanceOf(Error)
  })

  test('an answer of unknown form is a failure', async () => {
    providers.next = { status: 200, body: { ok: true } }
    await expect(open(name).send(message)).rejects.toThrow()
  })
})

test('GatewayAPI reports the delivery of each message', async () => {
  const { delivery } = open('gatewayapi')
  providers.fate = 'ENROUTE'
  expect(await delivery?.('421332671')).toBeNull()
  providers.fate = 'DELIVERED'
  expect(await delivery?.('421332671')).toEqual({ state: 'delivered' })
  providers.fate = 'UNDELIVERABLE'
  expect(await delivery?.('421332671')).toEqual({ state: 'failed', reason: 'UNDELIVERABLE' })
})

test('Twilio reports the delivery of each message', async () => {
  const { delivery } = open('twilio')
  providers.fate = 'sent'
  expect(await delivery?.('SM1')).toBeNull()
  providers.fate = 'delivered'
  expect(await delivery?.('SM1')).toEqual({ state: 'delivered' })
  providers.fate = 'undelivered'
  expect(await delivery?.('SM1')).toEqual({ state: 'failed', reason: 'undelivered 30005' })
})

test('LINK Mobility cannot be queried for deliveries, and refuses characters beyond the basic plane', async () => {
  expect(open('link').delivery).toBeUndefined()
  await expect(open('link').send({ ...message, text: 'Kyytiin 🚚' })).rejects.toThrow(SmsRefusal)
  providers.next = { status: 200, body: { messageId: 'x', resultCode: 106_000, description: 'Unknown error' } }
  await expect(open('link').send(message)).rejects.toThrow('106000 Unknown error')
})

test('GatewayAPI gets the encoding UCS-2 for a text that needs it', async () => {
  await open('gatewayapi').send({ ...message, text: 'Žižkov' })
  expect(providers.received).toMatchObject([{ text: 'Žižkov' }])
})

test('without a provider the message is only stored, outside production also as a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kuorma-sms-'))
  try {
    const local = openSms(readConfig({ DATA_DIR: folder }))
    expect(local.name).toBe('')
    expect(await local.send(message)).toEqual({ state: 'stored' })
    const [name = ''] = await readdir(join(folder, 'outbox'))
    expect(await readFile(join(folder, 'outbox', name), 'utf8')).toBe(`To: ${message.to}\n\n${message.text}\n`)
    const production = openSms(readConfig({ DATA_DIR: join(folder, 'muu'), NODE_ENV: 'production' }))
    expect(await production.send(message)).toEqual({ state: 'stored' })
    expect(await readdir(folder)).toEqual(['outbox'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test.each([
  [{ SMS_PROVIDER: 'telegram' }, 'SMS_PROVIDER'],
  [{ SMS_PROVIDER: 'gatewayapi' }, 'SMS_SECRET'],
  [{ SMS_PROVIDER: 'twilio', SMS_SECRET: 'x', SMS_SENDER: 'Kuorma' }, 'SMS_USER'],
  [{ SMS_PROVIDER: 'twilio', SMS_SECRET: 'x', SMS_USER: 'AC1' }, 'SMS_SENDER'],
  [{ ...smsAccounts.link, SMS_PLATFORM: '' }, 'SMS_PLATFORM'],
  [{ SMS_SENDER: 'Kuljetusliike Oy' }, 'SMS_SENDER'],
] as [NodeJS.ProcessEnv, string][])('%j stops the start and names %s', (env, name) => {
  expect(() => readConfig(env)).toThrow(`Asetus ${name} ei kelpaa`)
})
