import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailWriters } from '#server/mail-writers.ts'
import { type House, type Person, startHouse } from '#server/testing/house.ts'
import { slowness } from '../../../tools/machine-pace.ts'
import { outboxMail } from './outbox.ts'
import { startMailing } from './send-mail.ts'

let house: House
let admin: Person
let isRefusing = false
const send = vi.fn()

beforeAll(async () => {
  house = await startHouse()
  admin = await house.person(['yllapito'])
  const outbox = outboxMail(house.pool, { folder: join(house.folder, 'outbox') })
  await startMailing(house.app.jobs, {
    ...{ pool: house.pool, files: house.files, log: { warn: () => undefined }, clock: () => house.clock.now, writers: mailWriters },
    ...{ publicUrl: 'https://kuorma.test', companyName: 'Testikuljetus Oy' },
    mail: {
      ...outbox,
      send(message) {
        send(message.to)
        return isRefusing ? Promise.reject(new Error(`No such mailbox: ${message.to}`)) : outbox.send(message)
      },
    },
  })
})
afterAll(() => house.close())

const newest = async () => (await admin.call('GET', '/api/lahteva_posti?page[limit]=1')).body.data[0]

test('mail leaves within 300 ms of being asked for, over and over', async () => {
  const person = await house.person(['kuljettaja'])
  const address = `${person.name}@esimerkki.fi`
  for (const count of [1, 2, 3]) {
    house.clock.now += 1
    await house.call('POST', '/user/lost-password', { mail: address })
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(count), { timeout: 300 * slowness(), interval: 5 })
    await expect.poll(newest).toMatchObject({ vastaanottaja: address, tila: 'tallessa', yrityksia: 1 })
  }
})

test('mail that no attempt could send is given up and shown to administrators, without the address', async () => {
  isRefusing = true
  const person = await house.person(['kuljettaja'])
  house.clock.now += 1
  await house.call('POST', '/user/lost-password', { mail: `${person.name}@esimerkki.fi` })
  await expect.poll(newest).toMatchObject({ tila: 'odottaa', yrityksia: 1, virhe: expect.stringContaining('No such mailbox') })
  // The pauses pass; the next attempt is the twelfth.
  await expect
    .poll(
      async () => (await house.pool.query(`UPDATE pgboss.job SET start_after = now(), retry_count = 10 WHERE state = 'retry'`)).rowCount,
    )
    .toBe(1)
  await expect.poll(newest).toMatchObject({ tila: 'epaonnistui', yrityksia: 2 })
  const { id } = await newest()
  const failed = async () => (await admin.call('GET', '/api/epaonnistuneet_tyot')).body
  await expect
    .poll(failed)
    .toMatchObject({ data: [{ laji: 'mail', kohde: id, yrityksia: 12, virhe: 'Mail not sent' }], meta: { count: 1 } })
  const { rows } = await house.pool.query('SELECT to_jsonb(j)::text AS job FROM pgboss.job j')
  expect(rows.map(({ job }) => job).join()).not.toContain(person.name)
})
