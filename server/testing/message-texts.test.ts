// The texts that the company may change, from the call that sets them to what people get.
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time/time.ts'
import { remindOfExpiry } from '../features/reminders/expiry-reminders.ts'
import { heldShiftTexts } from '../features/shifts/publication-plan.ts'
import { announceNewOrders } from '../features/sms/new-orders.ts'
import { mailWriters } from '../mail-writers.ts'
import { openContext } from '../open-context.ts'
import { outboxMail } from '../platform/mail/outbox.ts'
import { sendDueMail } from './send-due-mail.ts'
import { insert, type Person, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let admin: Person
const clock = () => server.clock.now
beforeAll(async () => {
  server = await startTestServer()
  server.clock.now = midnightOf('2026-12-01') + 9 * 3600
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

async function set(values: Record<string, string>) {
  const { versio } = (await admin.call('GET', '/api/asetukset')).body
  return admin.call('PATCH', '/api/asetukset', { values, versio })
}

test.each([
  ['teksti_uudet_tilaukset', 'Uutta: {maara}', 'Kohtaa {maara} ei tunneta. Tässä tekstissä voi käyttää: {n}.'],
  ['teksti_uudet_tilaukset', 'Sinulle on uusia tilauksia.', 'Tekstistä puuttuu {n}.'],
  ['teksti_uusi_tilaus', 'x'.repeat(161), 'Tekstin enimmäispituus on 160 merkkiä.'],
  ['teksti_katsastus_yllapidolle', '{nimi} katsastukseen', 'Tekstistä puuttuu {pvm}.'],
  ['teksti_kutsu', 'Tervetuloa {nimi}', 'Kohtaa {nimi} ei tunneta. Tässä tekstissä voi käyttää: {yritys}.'],
])('%s cannot be %j', async (name, text, sentence) => {
  const answer = await set({ [name]: text })
  expect([answer.status, answer.body.errors]).toEqual([422, [{ field: name, message: sentence }]])
})

test('what is set is what people get, and an empty text is the default', async () => {
  const saved = await set({
    teksti_uudet_tilaukset: 'Moi! {n} uutta keikkaa.',
    teksti_kutsun_aihe: '{yritys}: tunnuksesi',
    teksti_kutsu: 'Valitse salasana:',
    teksti_ammattipatevyys_kuljettajalle: 'Pätevyys päättyy {pvm}.',
  })
  expect(saved.status, saved.text).toBe(200)
  server.clock.now += 10
  const driver = await server.person(['kuljettaja'])
  await server.pool.query('UPDATE profile_kuljettaja SET field_puhelinnumero = $2, field_ammattipatevyys_voimassa = $3 WHERE uid_id = $1', [
    driver.id,
    '+358401234567',
    midnightOf('2026-12-20'),
  ])
  const customer = await server.customer()
  let lastOrder = 5000
  async function order(): Promise<void> {
    const id = randomUUID()
    await insert(server.pool, 'tilaus', { id, asiakas_id: customer, tilausnro: lastOrder++ }, clock())
    await insert(server.pool, 'lahetys', { id: randomUUID(), tilaus_id: id, asiakas_id: customer, kuljettaja_id: driver.id }, clock())
  }
  const texts = async () =>
    (await server.pool.query<{ teksti: string }>('SELECT teksti FROM lahteva_tekstiviesti ORDER BY luotu')).rows.map(({ teksti }) => teksti)
  await order()
  await order()
  await announceNewOrders({ pool: server.pool, clock, shiftTexts: heldShiftTexts })
  expect(await texts()).toEqual(['Moi! 2 uutta keikkaa.'])

  await remindOfExpiry(openContext({ pool: server.pool, clock }))
  const reminders = await server.pool.query<{ message: string }>('SELECT message FROM notification ORDER BY tyyppi DESC')
  expect(reminders.rows.map(({ message }) => message)).toEqual([
    'Pätevyys päättyy 20.12.2026.',
    expect.stringContaining('ammattipätevyys on voimassa 20.12.2026 asti.'),
  ])

  const made = await admin.call('POST', '/api/user', { name: 'uusi', mail: 'uusi@esimerkki.fi', user_roles: ['huolto'] })
  expect(made.status, made.text).toBe(200)
  const folder = join(server.folder, 'outbox')
  const { pool, files } = server
  const mail = outboxMail(pool, { folder })
  const mailing = {
    ...{ pool, files, clock, mail, writers: mailWriters },
    publicUrl: 'https://kuorma.test',
    log: { warn: () => undefined },
  }
  await sendDueMail({ ...mailing, companyName: async () => 'Testikuljetus Oy' })
  const [name = ''] = await readdir(folder)
  const sent = await readFile(join(folder, name), 'utf8')
  expect(sent).toContain('Subject: Testikuljetus Oy: tunnuksesi')
  expect(sent).toMatch(/Hei,\s+Valitse salasana:\s+https:/)

  expect((await set({ teksti_uudet_tilaukset: '' })).status).toBe(200)
  server.clock.now += 600
  await order()
  await order()
  await announceNewOrders({ pool: server.pool, clock, shiftTexts: heldShiftTexts })
  expect(await texts()).toEqual(['Moi! 2 uutta keikkaa.', 'Sinulle on 2 uutta tilausta.'])
})
