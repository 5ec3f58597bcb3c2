// Recovery of a password, over a real SMTP server (rules/sign-in.md#password-recovery).
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MailContext } from '#server/platform/mail/send-mail.ts'
import { sendDueMail, takeMailAndStop } from '#server/testing/send-due-mail.ts'
import { isPasswordOf } from '../auth/new-password.ts'
import { mailWriters } from '../mail-writers.ts'
import type { MailPort } from '../platform/mail/mail.ts'
import { markFailed } from '../platform/mail/mail-queue.ts'
import { outboxMail } from '../platform/mail/outbox.ts'
import { smtpMail } from '../platform/mail/smtp.ts'
import { startTestServer, type TestServer, testPassword } from '../testing/test-server.ts'

let server: TestServer
let smtp: SMTPServer
let mail: MailPort
/** The messages that the SMTP server received. */
const arrived: { to: string[]; raw: string }[] = []
/** Errors with which the SMTP server refuses the next messages. */
const refusals: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'kuorma' && password === 'salaisuus' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusals.shift()
        if (refusal) return done(new Error(refusal))
        arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  mail = smtpMail(`smtp://kuorma:salaisuus@127.0.0.1:${port}`, { name: 'Testikuljetus Oy', address: 'kuorma@esimerkki.fi' })
})
afterAll(async () => {
  mail.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
  await server.close()
})

const mailing = (port = mail): MailContext => ({
  ...{ pool: server.pool, files: server.files, mail: port, log: server.app.log, clock: () => server.clock.now },
  ...{ publicUrl: 'https://kuorma.test', companyName: async () => 'Testi & Kuljetus Oy', writers: mailWriters },
})
const requestLink = (address: string) => server.call('POST', '/user/lost-password', { mail: address })
const reset = async (name: string, temp_pass: string, new_pass = 'hiekkalaatikon reuna') => {
  const { status, body } = await server.call('POST', '/user/lost-password-reset', { name, temp_pass, new_pass })
  return [status, body.message]
}
const linkIn = (text: string) => {
  const found = /https:\/\/kuorma\.test\/password-reset#(\S+)/.exec(text)?.[1] ?? ''
  return Object.fromEntries(new URLSearchParams(found)) as { name: string; temp_pass: string }
}
/** Requests a link and reads it from the received mail. */
async function linkOf(address: string) {
  arrived.length = 0
  await requestLink(address)
  await sendDueMail(mailing())
  const [message] = arrived
  if (!message) throw new Error('No mail came')
  return linkIn((await PostalMime.parse(message.raw)).text ?? '')
}
const mailOf = async (id: string) =>
  (await server.pool.query<{ mail: string }>('SELECT mail FROM "user" WHERE id = $1', [id])).rows[0]?.mail ?? ''

test('a link is sent by mail, works once and ends all sessions', async () => {
  const person = await server.person(['kuljettaja'])
  const address = await mailOf(person.id)
  arrived.length = 0
  expect((await requestLink(address.toUpperCase())).body).toEqual({ success: true })
  expect(await sendDueMail(mailing())).toBe(1)
  expect(arrived.map(({ to }) => to)).toEqual([[address]])
  const message = await PostalMime.parse(arrived[0]?.raw ?? '')
  expect(message).toMatchObject({
    subject: 'Salasanan palautus – Testi & Kuljetus Oy',
    from: { name: 'Testikuljetus Oy', address: 'kuorma@esimerkki.fi' },
    messageId: expect.stringMatching(/^<[0-9a-f-]{36}@esimerkki\.fi>$/),
  })
  expect(message.html).toContain('Testi &amp; Kuljetus Oy')
  const { name, temp_pass } = linkIn(message.text ?? '')
  expect(name).toBe(address)
  expect(message.html).toContain(temp_pass)
  // It is only in the mail, not in the queue or in the table of links.
  const stored = await server.pool.query(
    `SELECT to_jsonb(p)::text AS t FROM lahteva_posti p UNION ALL SELECT to_jsonb(s)::text FROM salasanan_palautus s`,
  )
  expect(stored.rows.map(({ t }) => t).join()).not.toContain(temp_pass)

  expect(await reset(name, temp_pass, 'salasana123')).toEqual([422, expect.stringMatching(/^Salasana on liian helppo arvata/)])
  expect(await reset(name, temp_pass)).toEqual([200, undefined])
  expect(await isPasswordOf(server.pool, person.id, 'hiekkalaatikon reuna')).toBe(true)
  await expect.poll(async () => (await person.call('GET', '/jsonapi')).status).toBe(401)
  expect(await reset(name, temp_pass, 'koivukuja neljätoista')).toEqual([400, 'No valid temp password request.'])
  expect(await isPasswordOf(server.pool, person.id, 'hiekkalaatikon reuna')).toBe(true)
})

test('each refusal has its message, and none reveals names to a client without a link', async () => {
  const person = await server.person(['kuljettaja'])
  const other = await server.person(['kuljettaja'])
  const { name, temp_pass } = await linkOf(await mailOf(person.id))
  const nobody = 'x'.repeat(43)
  expect(await reset(name, nobody)).toEqual([400, 'The recovery password is not valid.'])
  expect(await reset('olematon', nobody)).toEqual([400, 'The recovery password is not valid.'])
  expect(await reset(name, 'lyhyt')).toEqual([400, 'The recovery password is not valid.'])
  expect(await reset(other.name, temp_pass)).toEqual([400, 'This User was not found or invalid'])
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [person.id])
  expect(await reset(name, temp_pass)).toEqual([400, 'This account is blocked or has not been activated yet.'])
  await server.pool.query('UPDATE "user" SET status = 1 WHERE id = $1', [person.id])
  server.clock.now += 3600
  expect(await reset(name, temp_pass)).toEqual([400, 'No valid temp password request.'])
})

test('of two concurrent requests one sets the password; a new password invalidates the other links', async () => {
  const person = await server.person(['kuljettaja'])
  const address = await mailOf(person.id)
  const first = await linkOf(address)
  const second = await linkOf(address)
  const both = await Promise.all([reset(first.name, first.temp_pass), reset(first.name, first.temp_pass, 'koivukuja neljätoista')])
  expect(both.map(([status]) => status).sort()).toEqual([200, 400])
  expect(await reset(second.name, second.temp_pass)).toEqual([400, 'No valid temp password request.'])
})

test('a recovery clears the lock of wrong tries', async () => {
  const person = await server.person(['kuljettaja'])
  const address = '203.0.113.9'
  for (let number = 0; number < 11; number++) await server.signIn(person.name, ['kuljettaja'], { password: 'väärä', address })
  expect((await server.signIn(person.name, ['kuljettaja'], { address })).statusCode).toBe(401)
  const { name, temp_pass } = await linkOf(await mailOf(person.id))
  await reset(name, temp_pass)
  expect((await server.signIn(person.name, ['kuljettaja'], { password: 'hiekkalaatikon reuna', address })).statusCode).toBe(200)
})

test('known and unknown addresses cost the same work and get the same answer; unknown ones leave no trace', async () => {
  const person = await server.person(['kuljettaja'])
  const address = await mailOf(person.id)
  const workOf = async (address: string) => {
    const query = vi.spyOn(server.pool, 'query')
    const answer = await requestLink(address)
    // The statements of the call are plain text; a wake-up of event streams, which may run at the same time, is a named statement.
    const statements = query.mock.calls.map((call: unknown[]) => call[0]).filter((statement) => typeof statement === 'string')
    query.mockRestore()
    return [answer.status, answer.text, statements]
  }
  expect(await workOf('eiole@esimerkki.fi')).toEqual(await workOf(address))
  arrived.length = 0
  await sendDueMail(mailing())
  expect(arrived).toHaveLength(1)
  const stored = await server.pool.query(`SELECT FROM lahteva_posti WHERE vastaanottaja = 'eiole@esimerkki.fi'`)
  expect(stored.rowCount).toBe(0)
})

test('at most five links an hour are sent', async () => {
  const person = await server.person(['kuljettaja'])
  const address = await mailOf(person.id)
  arrived.length = 0
  for (let number = 0; number < 8; number++) await requestLink(address)
  while ((await sendDueMail(mailing())) > 0);
  expect(arrived).toHaveLength(5)
  server.clock.now += 3601
  expect((await linkOf(address)).name).toBe(address)
})

test('attempts that the mail server refuses do not count towards the limits: every requested mail arrives in the end', async () => {
  const person = await server.person(['kuljettaja'])
  const address = await mailOf(person.id)
  const warn = vi.spyOn(server.app.log, 'warn').mockImplementation(() => undefined)
  arrived.length = 0
  await requestLink(address)
  await requestLink(address)
  for (const pause of [60, 120, 300, 900]) {
    refusals.push('Mailbox busy', 'Mailbox busy')
    expect(await sendDueMail(mailing())).toBe(2)
    server.clock.now += pause
  }
  expect(await sendDueMail(mailing())).toBe(2)
  warn.mockRestore()
  expect(arrived.map(({ to }) => to)).toEqual([[address], [address]])
  const { name, temp_pass } = linkIn((await PostalMime.parse(arrived[0]?.raw ?? '')).text ?? '')
  expect(await reset(name, temp_pass)).toEqual([200, undefined])
})

test('a refused mail is retried later by any running server; after the last attempt it has failed', async () => {
  const person = await server.person(['kuljettaja'])
  const boss = await server.person(['yllapito'])
  const address = await mailOf(person.id)
  const warn = vi.spyOn(server.app.log, 'warn').mockImplementation(() => undefined)
  arrived.length = 0
  refusals.push('Mailbox busy')
  await requestLink(address)
  expect(await sendDueMail(mailing())).toBe(1)
  expect(JSON.stringify(warn.mock.calls)).not.toContain(address)
  warn.mockRestore()
  const top = async () =>
    (await boss.call('GET', '/api/lahteva_posti')).body.data.find((row: { vastaanottaja: string }) => row.vastaanottaja === address)
  expect(await top()).toMatchObject({ tila: 'odottaa', yrityksia: 1, virhe: expect.stringContaining('Mailbox busy') })
  expect(await sendDueMail(mailing())).toBe(0)
  server.clock.now += 60
  // A server dies while sending a message: another one sends it after the timeout.
  expect(await takeMailAndStop(mailing())).toBe(1)
  expect(await sendDueMail(mailing())).toBe(0)
  server.clock.now += 120
  expect((await Promise.all([sendDueMail(mailing()), sendDueMail(mailing())])).sort()).toEqual([0, 1])
  expect(arrived).toHaveLength(1)
  expect(await top()).toMatchObject({ tila: 'lahetetty', yrityksia: 2, virhe: '', aihe: '', teksti: '' })
  await markFailed(server.pool, { id: (await top()).id, isLast: true }, 'No such mailbox')
  expect(await top()).toMatchObject({ tila: 'epaonnistui', virhe: 'No such mailbox' })
})

test('a wrong password at the mail server is shown to administrators as the reason', async () => {
  const person = await server.person(['kuljettaja'])
  const warn = vi.spyOn(server.app.log, 'warn').mockImplementation(() => undefined)
  const { port } = smtp.server.address() as AddressInfo
  const wrong = smtpMail(`smtp://kuorma:eitama@127.0.0.1:${port}`, { name: 'x', address: 'x@esimerkki.fi' })
  await requestLink(await mailOf(person.id))
  await sendDueMail(mailing(wrong))
  wrong.close()
  warn.mockRestore()
  const { rows } = await server.pool.query(`SELECT virhe FROM lahteva_posti WHERE tila = 'odottaa'`)
  expect(rows[0]?.virhe).toMatch(/Invalid login/)
  expect(rows[0]?.virhe).not.toContain('eitama')
  await server.pool.query(`DELETE FROM lahteva_posti WHERE tila = 'odottaa'`)
})

test('a user made without a password gets an invitation and chooses one', async () => {
  const boss = await server.person(['yllapito'])
  arrived.length = 0
  const body = { name: 'kutsuttu', mail: 'kutsuttu@esimerkki.fi', user_roles: ['kuljettaja'], profile_fields: { field_etunimi: 'Kaisa' } }
  const { body: made } = await boss.call('POST', '/api/user', body)
  await sendDueMail(mailing())
  const message = await PostalMime.parse(arrived[0]?.raw ?? '')
  expect(message.subject).toMatch(/^Tervetuloa/)
  const { name, temp_pass } = linkIn(message.text ?? '')
  expect(await reset(name, temp_pass)).toEqual([200, undefined])
  expect(await isPasswordOf(server.pool, made.id, 'hiekkalaatikon reuna')).toBe(true)
})

test('without SMTP administrators can read the mail without its link, which only a file outside production contains', async () => {
  const boss = await server.person(['yllapito'])
  const person = await server.person(['kuljettaja'])
  const address = await mailOf(person.id)
  const outbox = join(server.folder, 'outbox')
  const links: { name?: string; temp_pass?: string }[] = []
  for (const folder of [null, outbox]) {
    server.clock.now += 1
    await requestLink(address)
    await sendDueMail(mailing(outboxMail(server.pool, { folder })))
    const { data } = (await boss.call('GET', '/api/lahteva_posti?page[limit]=1')).body
    expect(data).toMatchObject([{ vastaanottaja: address, tila: 'tallessa', aihe: expect.stringMatching(/^Salasanan palautus/) }])
    expect(data[0].teksti).toContain('(piilotettu: ')
    const { rows } = await server.pool.query('SELECT to_jsonb(p)::text AS row FROM lahteva_posti p')
    for (const text of [data[0].teksti, ...rows.map(({ row }) => row)]) expect(text).not.toContain('temp_pass')
    const written = await readdir(outbox).catch(() => [])
    for (const name of written) {
      expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
      links.push(linkIn(await readFile(join(outbox, name), 'utf8')))
    }
    expect(written).toHaveLength(folder === null ? 0 : 1)
  }
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  const [link] = links
  expect(await reset(link?.name ?? '', link?.temp_pass ?? '')).toEqual([200, undefined])
})

test('invalid bodies are rejected, and the old password stays valid', async () => {
  const person = await server.person(['kuljettaja'])
  for (const body of [{}, { mail: '' }, { mail: 5 }, { mail: 'a\u0000b' }, { mail: 'a@b.fi', muuta: 1 }])
    expect((await server.call('POST', '/user/lost-password', body)).status).toBe(422)
  expect((await server.call('POST', '/user/lost-password-reset', { name: person.name })).status).toBe(422)
  expect(await isPasswordOf(server.pool, person.id, testPassword)).toBe(true)
})
