import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailWriters } from '#server/mail-writers.ts'
import type { Jobs } from '#server/platform/background-jobs/jobs.ts'
import { mailQueue } from '#server/platform/background-jobs/queues.ts'
import { wakeServers } from '#server/testing/queue-pauses.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
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
  const { jobs } = server.app
  // It polls when it starts and then not during the tests: only a notification can start a mail.
  const work: Jobs['work'] = (queue, worker) => jobs.work(queue, { ...worker, pollSeconds: 3600 })
  await startMailing(
    { ...jobs, work },
    {
      ...{ pool: server.pool, files: server.files, log: { warn: () => undefined }, clock: () => server.clock.now, writers: mailWriters },
      ...{ publicUrl: 'https://kuorma.test', companyName: async () => 'Testikuljetus Oy' },
      mail: {
        ...outbox,
        send(message) {
          send(message.to)
          return isRefusing ? Promise.reject(new Error(`No such mailbox: ${message.to}`)) : outbox.send(message)
        },
      },
    },
  )
})
afterAll(() => server.close())

const newest = async () => (await admin.call('GET', '/api/lahteva_posti?page[limit]=1')).body.data[0]

test('each mail is sent as soon as it is requested, not when a server polls', async () => {
  const person = await server.person(['kuljettaja'])
  const address = `${person.name}@esimerkki.fi`
  for (const count of [1, 2, 3]) {
    server.clock.now += 1
    await server.call('POST', '/user/lost-password', { mail: address })
    await expect.poll(() => send, { timeout: 15_000 }).toHaveBeenCalledTimes(count)
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
  await wakeServers(server.pool, mailQueue)
  await expect.poll(newest).toMatchObject({ tila: 'epaonnistui', yrityksia: 2 })
  const { id } = await newest()
  const failed = async () => (await admin.call('GET', '/api/epaonnistuneet_tyot')).body
  await expect
    .poll(failed)
    .toMatchObject({ data: [{ laji: 'mail', kohde: id, yrityksia: 12, virhe: 'Mail not sent' }], meta: { count: 1 } })
  const { rows } = await server.pool.query('SELECT to_jsonb(j)::text AS job FROM pgboss.job j')
  expect(rows.map(({ job }) => job).join()).not.toContain(person.name)
})
