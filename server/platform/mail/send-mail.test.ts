import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailWriters } from '#server/mail-writers.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { slowness } from '../../../tools/machine-pace.ts'
import { outboxMail } from './outbox.ts'
import { startMailing } from './send-mail.ts'

let server: TestServer
let admin: Person
let isRefusing = false
const send = vi.fn()

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  const outbox = outboxMail(server.pool, { folder: join(server.folder, 'outbox') })
  await startMailing(server.app.jobs, {
    ...{ pool: server.pool, files: server.files, log: { warn: () => undefined }, clock: () => server.clock.now, writers: mailWriters },
    ...{ publicUrl: 'https://kuorma.test', companyName: async () => 'Testikuljetus Oy' },
    mail: {
      ...outbox,
      send(message) {
        send(message.to)
        return isRefusing ? Promise.reject(new Error(`No such mailbox: ${message.to}`)) : outbox.send(message)
      },
    },
  })
})
afterAll(() => server.close())

const newest = async () => (await admin.call('GET', '/api/lahteva_posti?page[limit]=1')).body.data[0]

test('each mail is sent within 300 ms of its request', async () => {
  const person = await server.person(['kuljettaja'])
  const address = `${person.name}@esimerkki.fi`
  for (const count of [1, 2, 3]) {
    server.clock.now += 1
    await server.call('POST', '/user/lost-password', { mail: address })
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(count), { timeout: 300 * slowness(), interval: 5 })
    await expect.poll(newest).toMatchObject({ vastaanottaja: address, tila: 'tallessa', yrityksia: 1 })
  }
})

test('mail that no attempt could send is given up and shown to administrators, without the address', async () => {
  isRefusing = true
  const person = await server.person(['kuljettaja'])
  server.clock.now += 1
  await server.call('POST', '/user/lost-password', { mail: `${person.name}@esimerkki.fi` })
  await expect.poll(newest).toMatchObject({ tila: 'odottaa', yrityksia: 1, virhe: expect.stringContaining('No such mailbox') })
  // Ends the pauses; the next attempt is the twelfth.
  await expect
    .poll(
      async () => (await server.pool.query(`UPDATE pgboss.job SET start_after = now(), retry_count = 10 WHERE state = 'retry'`)).rowCount,
    )
    .toBe(1)
  await expect.poll(newest).toMatchObject({ tila: 'epaonnistui', yrityksia: 2 })
  const { id } = await newest()
  const failed = async () => (await admin.call('GET', '/api/epaonnistuneet_tyot')).body
  await expect
    .poll(failed)
    .toMatchObject({ data: [{ laji: 'mail', kohde: id, yrityksia: 12, virhe: 'Mail not sent' }], meta: { count: 1 } })
  const { rows } = await server.pool.query('SELECT to_jsonb(j)::text AS job FROM pgboss.job j')
  expect(rows.map(({ job }) => job).join()).not.toContain(person.name)
})
