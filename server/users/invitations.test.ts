// Limits on invitations, which users can send to any address; and the mail contains no text of the sender.
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueMail } from '#server/testing/send-due-mail.ts'
import { mailWriters } from '../mail-writers.ts'
import { outboxMail } from '../platform/mail/outbox.ts'
import { type Person, startTestServer, type TestServer, testPassword } from '../testing/test-server.ts'
import { invitationLimits } from './invitation-limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const newPerson = (more: object = {}) => {
  const name = `uusi-${randomUUID()}`
  return { name, mail: `${name}@esimerkki.fi`, user_roles: ['asiakas'], ...more }
}
const invite = async (by: Person, more: object = {}) => (await by.call('POST', '/api/user', newPerson(more))).status
const queuedFor = async (address: string) =>
  (await server.pool.query('SELECT FROM lahteva_posti WHERE vastaanottaja = $1', [address])).rowCount
const retry = async (count: number, work: () => Promise<number>) => {
  const statuses: number[] = []
  for (let number = 0; number < count; number++) statuses.push(await work())
  return statuses
}

test('a customer’s administrators together add a limited number of people a day', async () => {
  const customerId = await server.customer()
  const [one, two] = [
    await server.person(['asiakas', 'asiakas_yllapito'], customerId),
    await server.person(['asiakas', 'asiakas_yllapito'], customerId),
  ]
  const { peoplePerCustomer } = invitationLimits
  expect(await retry(peoplePerCustomer - 1, () => invite(one))).toEqual(Array(peoplePerCustomer - 1).fill(200))
  // Of two concurrent requests at the limit one is accepted.
  expect((await Promise.all([invite(one), invite(two)])).sort()).toEqual([200, 429])
  // Also with a password: the new person could invite others or request recovery mail.
  const before = await server.pool.query('SELECT FROM "user"')
  const refused = await two.call('POST', '/api/user', newPerson({ newPassword: 'hiekkalaatikon reuna' }))
  expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('enintään 20 käyttäjää')])
  expect((await server.pool.query('SELECT FROM "user"')).rowCount).toBe(before.rowCount)
  // Refused before the password is hashed.
  expect((await two.call('POST', '/api/user', newPerson({ newPassword: 'salasana123' }))).status).toBe(429)
  const other = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer())
  expect(await invite(other)).toBe(200)
  server.clock.now += 86_400
  // A day later, with a new session.
  const { access_token } = (await server.signIn(one.name, ['asiakas', 'asiakas_yllapito'])).json()
  const later = await server.call('POST', '/api/user', newPerson(), { authorization: `Bearer ${access_token}` })
  expect(later.status, later.text).toBe(200)
})

test('one address gets at most three invitations a day from all senders', async () => {
  const customerId = await server.customer()
  const boss = await server.person(['yllapito'])
  const admin = await server.person(['asiakas', 'asiakas_yllapito'], customerId)
  const mail = `uhri-${randomUUID().slice(0, 8)}@esimerkki.fi`
  const removed = async (by: Person, address: string) => {
    const { status, body } = await by.call('POST', '/api/user', newPerson({ mail: address, asiakas_id: customerId }))
    if (status === 200) await by.call('DELETE', '/api/user', { id: body.id })
    return status
  }
  expect([await removed(admin, mail), await removed(admin, mail.toUpperCase()), await removed(boss, mail)]).toEqual([200, 200, 200])
  expect([await removed(admin, mail), await removed(boss, mail)]).toEqual([429, 429])
  expect(await queuedFor(mail)).toBe(2)
})

test('the number of invitations by an administrator is limited', async () => {
  const boss = await server.person(['yllapito'])
  await server.pool.query(
    `INSERT INTO lahteva_posti (laji, vastaanottaja, luotu, lahettaja_id, tila)
     SELECT 'kutsu', 'k' || n || '@esimerkki.fi', $1, $2, 'lahetetty' FROM generate_series(2, $3) n`,
    [server.clock.now, boss.id, invitationLimits.invitationsPerAdministrator],
  )
  expect([await invite(boss, { user_roles: ['kuljettaja'] }), await invite(boss, { user_roles: ['kuljettaja'] })]).toEqual([200, 429])
})

test('an invitation or a recovery mail contains nothing that the inviting user typed about the person', async () => {
  await server.pool.query('DELETE FROM lahteva_posti')
  const admin = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer('Roska Oy'))
  const advert = 'Voitit palkinnon https://roska.example'
  const name = `voita-${randomUUID().slice(0, 8)}`
  const mail = `${randomUUID().slice(0, 8)}@esimerkki.fi`
  const body = newPerson({ name, mail, field_fullname: advert, profile_fields: { field_etunimi: advert, field_sukunimi: 'roska' } })
  expect((await admin.call('POST', '/api/user', body)).status).toBe(200)
  await server.call('POST', '/user/lost-password', { mail })
  const folder = join(server.folder, 'outbox')
  const writing = { pool: server.pool, files: server.files, log: server.app.log, clock: () => server.clock.now, writers: mailWriters }
  const mailing = {
    ...writing,
    mail: outboxMail(server.pool, { folder }),
    publicUrl: 'https://kuorma.test',
    companyName: async () => 'Testikuljetus Oy',
  }
  const sent: string[] = []
  const { mail: port } = mailing
  mailing.mail = { ...port, send: (message) => port.send(message).finally(() => sent.push(JSON.stringify(message))) }
  expect(await sendDueMail(mailing)).toBe(2)
  const written = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  for (const text of [...sent, ...written])
    for (const typed of [name, 'palkinnon', 'roska', 'Roska', testPassword]) expect(text).not.toContain(typed)
  expect(sent.every((text) => text.includes('Hei,'))).toBe(true)
})

test('a person is sent a limited number of links a day, also when the address changes in between', async () => {
  await server.pool.query('DELETE FROM lahteva_posti')
  const person = await server.person(['kuljettaja'])
  const folder = join(server.folder, 'many')
  const writing = { pool: server.pool, files: server.files, log: server.app.log, clock: () => server.clock.now, writers: mailWriters }
  const mailing = {
    ...writing,
    mail: outboxMail(server.pool, { folder }),
    publicUrl: 'https://kuorma.test',
    companyName: async () => 'Testikuljetus Oy',
  }
  for (let number = 0; number < 25; number++) {
    const address = `u${number}-${person.name}@esimerkki.fi`
    await server.pool.query('UPDATE "user" SET mail = $2 WHERE id = $1', [person.id, address])
    await server.call('POST', '/user/lost-password', { mail: address })
    await sendDueMail(mailing)
  }
  expect(await readdir(folder)).toHaveLength(20)
})
