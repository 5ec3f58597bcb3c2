import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { settingsCall } from '#domain/features/settings/company-settings.ts'
import type { Integration } from '#domain/features/settings/integrations.ts'
import { allFeatures } from '#domain/model/features.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { type FivaldiStub, fivaldiAccount, startFivaldiStub } from '#server/testing/providers/fivaldi.ts'
import { type HereMode, type HereStub, hereKey, startHereStub } from '#server/testing/providers/here.ts'
import { type SmsProviders, smsAccounts, startSmsProviders } from '#server/testing/providers/sms.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let providers: SmsProviders
let here: HereStub
let fivaldi: FivaldiStub
let register: Awaited<ReturnType<typeof startRegister>>
const secret = 'hyvin-salainen-sana'

/** A company register that knows nobody. */
async function startRegister() {
  const state = { url: '', asked: [] as string[], status: 200, close: () => new Promise<void>((resolve) => http.close(() => resolve())) }
  const http = createServer((request, response) => {
    state.asked.push(request.url ?? '')
    response.writeHead(state.status, { 'content-type': 'application/json' }).end(JSON.stringify({ totalResults: 0, companies: [] }))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  state.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return state
}

beforeAll(async () => {
  providers = await startSmsProviders()
  here = await startHereStub()
  register = await startRegister()
  fivaldi = await startFivaldiStub()
  server = await startTestServer({
    env: {
      ...smsAccounts.gatewayapi,
      SMS_URL: providers.url,
      COMPANY_ADDRESS: 'Varikkotie 1, 33100 Tampere',
      SUPPORT_MAIL: 'tuki@esimerkki.fi',
      SMTP_URL: `smtp://kuorma:${secret}@127.0.0.1:9`,
      HERE_API_KEY: hereKey,
      COMPANY_REGISTER_URL: register.url,
      ...fivaldiAccount,
      FIVALDI_URL: fivaldi.url,
    },
    placeSearch: { address: here.address, timeout: 2000 },
  })
  admin = await server.person(['yllapito'])
})
afterAll(async () => {
  await server.close()
  await fivaldi.close()
  await providers.close()
  await here.close()
  await register.close()
})

const read = async () => (await admin.call('GET', '/api/asetukset')).body
const save = async (values: Record<string, unknown>, versio?: number) =>
  admin.call('PATCH', '/api/asetukset', { values, versio: versio ?? (await read()).versio })
const config = async () => (await server.call('GET', '/config.json')).body
const logo = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('settings', () => {
  test('are all there, with their defaults, and hold no secret', async () => {
    const answer = await admin.call('GET', '/api/asetukset')
    expect(settingsCall.output.parse(answer.body)).toMatchObject({
      values: {
        tekstiviesteja_paivassa: 500,
        hiljaisuus_alkaa: 21,
        hiljaisuus_paattyy: 6,
        muistutuspaivat: [7, 30, 60],
        poissa_kaytosta: [],
      },
      versio: 0,
    })
    expect(answer.text).not.toMatch(new RegExp(`${secret}|${smsAccounts.gatewayapi.SMS_SECRET}`))
  })

  test('change together, are seen at once, and leave a history', async () => {
    const saved = await save({ yritys_nimi: ' Kuljetus Virtanen Oy ', tuki_puhelin: '040 123 4567', istunnon_enimmaisika: 30 })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body.values).toMatchObject({
      yritys_nimi: 'Kuljetus Virtanen Oy',
      tuki_puhelin: '+358401234567',
      istunnon_enimmaisika: 30,
    })
    expect(await config()).toMatchObject({
      companyName: 'Kuljetus Virtanen Oy',
      supportPhone: '+358401234567',
      supportMail: 'tuki@esimerkki.fi',
    })
    const history = (await admin.call('GET', '/api/asetukset/historia')).body
    expect(history.meta.count).toBe(3)
    expect(history.data.map(({ asetus, ennen, jalkeen }: Record<string, string>) => [asetus, ennen, jalkeen])).toEqual(
      expect.arrayContaining([
        ['yritys_nimi', '', 'Kuljetus Virtanen Oy'],
        ['istunnon_enimmaisika', '90', '30'],
      ]),
    )
    expect(history.data[0]).toMatchObject({ kayttaja: 'Maija Meikäläinen', aika: server.clock.now })
    // The same again is no change.
    expect((await save({ istunnon_enimmaisika: 30 })).body.versio).toBe(saved.body.versio)
    await save({ yritys_nimi: '' })
    expect(await config()).toMatchObject({ companyName: 'Testikuljetus Oy' })
  })

  test('are refused all together, each fault at its own setting', async () => {
    const before = await read()
    const answer = await save({ yritys_y_tunnus: '1234567-8', hiljaisuus_alkaa: 24, alv: [], istunnon_enimmaisika: 10 })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      ['values/alv', 'values/hiljaisuus_alkaa', 'values/yritys_y_tunnus'].map((field) =>
        expect.stringContaining(field.split('/')[1] ?? ''),
      ),
    )
    expect(await read()).toEqual(before)
    for (const values of [{}, { tuntematon: 1 }, { __proto__: 1, toString: 2 }]) expect((await save(values)).status).toBe(422)
  })

  test('that somebody else changed meanwhile are a conflict, and the others are not', async () => {
    const { versio } = await read()
    expect((await save({ latauksia_paivassa: 400 }, versio)).status).toBe(200)
    const late = await save({ latauksia_paivassa: 500 }, versio)
    expect([late.status, late.body.errors[0].field]).toEqual([409, expect.stringContaining('latauksia_paivassa')])
    expect((await save({ latauksia_paivassa_mt: 900 }, versio)).status).toBe(200)
    expect((await read()).values).toMatchObject({ latauksia_paivassa: 400, latauksia_paivassa_mt: 900 })
  })

  test('two saves at once of one setting: one of them wins, and the other is a conflict', async () => {
    const { versio } = await read()
    const answers = await Promise.all([51, 52, 53].map((max) => save({ istunnon_enimmaisika: max }, versio)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('a table of rates holds days, and is read in the history', async () => {
    const alv = [
      { alkaen: midnightOf('2024-09-01'), prosentti: 25.5 },
      { alkaen: midnightOf('2027-01-01') + 7200, prosentti: 24 },
    ]
    expect((await save({ alv })).body.values.alv[1]).toEqual({ alkaen: midnightOf('2027-01-01'), prosentti: 24 })
    const [newest] = (await admin.call('GET', '/api/asetukset/historia?page[limit]=1')).body.data
    expect(newest.jalkeen).toBe('1.9.2024 alkaen 25,5 %, 1.1.2027 alkaen 24 %')
  })
})

describe('the logo', () => {
  test('is redrawn, shown to anybody at an address of its own, and printed on waybills', async () => {
    expect((await config()).logo).toBe('')
    const customer = await server.person(['asiakas'], await server.customer())
    const order = await placeOrder(customer)
    const picturesOnWaybill = async () => {
      const { body } = await customer.call('POST', '/api/tilaus/rahtikirja', { tilaus_id: order.id })
      const pdf = await customer.call('GET', body.file.uri)
      return pdf.raw.toString('latin1').split('/Subtype /Image').length - 1
    }
    expect(await picturesOnWaybill()).toBe(0)
    expect((await save({ yritys_logo: logo })).status).toBe(200)
    expect(await picturesOnWaybill()).toBeGreaterThan(0)
    const address = (await config()).logo
    expect(address).toMatch(/^\/api\/logo\?v=[0-9a-f]{16}$/)
    const picture = await server.call('GET', address)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(picture.raw.subarray(1, 4).toString()).toBe('PNG')
    await save({ yritys_logo: '' })
    expect((await config()).logo).toBe('')
    expect((await server.call('GET', '/api/logo')).status).toBe(404)
  })

  test('is refused when its bytes are no picture', async () => {
    const answer = await save({ yritys_logo: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(400)}` })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].field).toContain('yritys_logo')
    expect((await save({ yritys_logo: 'data:image/svg+xml;base64,PHN2Zz4=' })).status).toBe(422)
  })
})

describe('integrations', () => {
  test('are named without their secrets', async () => {
    const answer = await admin.call('GET', '/api/integraatiot')
    expect(answer.body.data).toEqual([
      { nimi: 'posti', palvelu: '127.0.0.1', ilman: expect.any(String), puuttuu: [] },
      { nimi: 'tekstiviestit', palvelu: 'GatewayAPI', ilman: expect.any(String), puuttuu: [] },
      { nimi: 'kartat', palvelu: '', ilman: expect.any(String), puuttuu: ['MAP_TILES_URL'] },
      { nimi: 'paikat', palvelu: 'HERE', ilman: expect.any(String), puuttuu: [] },
      { nimi: 'reitit', palvelu: '', ilman: expect.any(String), puuttuu: ['OSRM_URL'] },
      { nimi: 'jarjestys', palvelu: '', ilman: expect.any(String), puuttuu: ['STOP_ORDER'] },
      { nimi: 'yritysrekisteri', palvelu: '127.0.0.1', ilman: expect.any(String), puuttuu: [] },
      { nimi: 'fivaldi', palvelu: '127.0.0.1', ilman: expect.any(String), puuttuu: [] },
      {
        ...{ nimi: 'talenom', palvelu: '', ilman: 'Laskut kirjoitetaan Finvoice-tiedostoiksi palvelimen kansioon.' },
        puuttuu: [
          ...['TALENOM_ORGANISATION', 'TALENOM_CLIENT_ID', 'TALENOM_CLIENT_SECRET', 'TALENOM_SUBSCRIPTION_KEY', 'TALENOM_TOKEN_URL'],
        ],
      },
    ])
    expect(answer.text).not.toContain(secret)
  })

  const check = async (nimi: string) => (await admin.call('POST', '/api/integraatiot', { operation: 'testaa', nimi })).body

  test('are tested without sending anything', async () => {
    expect(await check('tekstiviestit')).toEqual({ success: true, message: 'Yhteys toimii.' })
    expect(providers.received).toEqual([])
    expect(await check('paikat')).toEqual({ success: true, message: 'Yhteys toimii.' })
    expect(here.searches).toEqual(['Helsinki'])
    expect(await check('kartat')).toEqual({ success: false, message: 'Yhteyttä ei ole määritetty. Puuttuu: MAP_TILES_URL.' })
    expect(await check('fivaldi')).toEqual({ success: true, message: 'Yhteys toimii.' })
    expect(fivaldi.orders).toEqual([])
    const mail = await check('posti')
    expect(mail).toEqual({ success: false, message: expect.stringMatching(/^Yhteys ei toimi: palvelimeen ei saada yhteyttä \(/) })
    expect(mail.message).not.toContain(secret)
  })

  test('what a service says is shown without our credentials', async () => {
    providers.next = { status: 403, body: { message: `token ${smsAccounts.gatewayapi.SMS_SECRET} is closed` } }
    expect(await check('tekstiviestit')).toEqual({
      success: false,
      message: 'Yhteys ei toimi: palvelu ei hyväksynyt tunnuksia (403 token … is closed).',
    })
  })

  test.each<[HereMode, string]>([
    ['down', 'palvelimeen ei saada yhteyttä (unreachable)'],
    ['broken', 'palvelu vastasi odottamattomasti (unexpected answer)'],
    ['busy', 'palvelu on pyytänyt odottamaan (status 429)'],
  ])('a map provider that is %s is described in Finnish', async (mode, reason) => {
    const logged = vi.spyOn(server.app.log, 'warn').mockImplementation(() => undefined)
    here.mode = mode
    expect(await check('paikat')).toEqual({ success: false, message: `Yhteys ei toimi: ${reason}.` })
    here.mode = 'usual'
    logged.mockRestore()
  })

  test('the company register is searched for one company, and its faults are described in Finnish', async () => {
    expect(await check('yritysrekisteri')).toEqual({ success: true, message: 'Yhteys toimii.' })
    expect(register.asked).toEqual(['/companies?businessId=0116297-6'])
    register.status = 503
    expect((await check('yritysrekisteri')).message).toBe('Yhteys ei toimi: palvelussa on häiriö (The answer is 503).')
  })

  test('an installation without any names the environment variables that each needs', async () => {
    const local = await startTestServer()
    try {
      const person = await local.person(['yllapito'])
      const { data } = (await person.call('GET', '/api/integraatiot')).body
      expect(data.map(({ nimi, palvelu, puuttuu }: Integration) => [nimi, palvelu, puuttuu.join(' ')])).toEqual([
        ['posti', '', 'SMTP_URL MAIL_FROM'],
        ['tekstiviestit', '', 'SMS_PROVIDER SMS_SECRET SMS_SENDER'],
        ['kartat', '', 'MAP_TILES_URL'],
        ['paikat', '', 'HERE_API_KEY'],
        ['reitit', '', 'OSRM_URL'],
        ['jarjestys', '', 'STOP_ORDER'],
        ['yritysrekisteri', '', 'COMPANY_REGISTER_URL'],
        ['fivaldi', '', 'FIVALDI_PARTNER FIVALDI_SECRET FIVALDI_COMPANY FIVALDI_PRODUCTS'],
        [...['talenom', ''], 'TALENOM_ORGANISATION TALENOM_CLIENT_ID TALENOM_CLIENT_SECRET TALENOM_SUBSCRIPTION_KEY TALENOM_TOKEN_URL'],
      ])
    } finally {
      await local.close()
    }
  })
})

test('features are on in the configuration of the web app', async () => {
  expect((await config()).features).toEqual(allFeatures)
})
