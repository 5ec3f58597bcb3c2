import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerWithUsers } from '#server/testing/test-server.ts'
import { bossDatabase } from './open-boss.ts'
import { mailQueue } from './queues.ts'

let peopled: Awaited<ReturnType<typeof startServerWithUsers>>
beforeAll(async () => {
  peopled = await startServerWithUsers()
})
afterAll(() => peopled.server.close())

test('only administrators see the jobs that failed in every attempt', async () => {
  const { server, admin, customer, driver } = peopled
  const boss = new PgBoss({ db: bossDatabase(server.pool) })
  const kohde = randomUUID()
  await boss.send(mailQueue, { id: kohde })
  await server.pool.query('UPDATE pgboss.job SET retry_count = retry_limit')
  const [job] = await boss.fetch(mailQueue)
  expect((await admin.call('GET', '/api/epaonnistuneet_tyot')).body).toEqual({ data: [], meta: { count: 0 } })
  await boss.fail(mailQueue, job ?? '', { error: 'Mail not sent' })
  const { body } = await admin.call('GET', '/api/epaonnistuneet_tyot')
  expect(body).toMatchObject({ data: [{ laji: mailQueue, kohde, yrityksia: 13, virhe: 'Mail not sent' }], meta: { count: 1 } })
  for (const who of [customer, driver]) expect((await who.call('GET', '/api/epaonnistuneet_tyot')).status).toBe(403)
})

test('a job whose work is under way again does not keep the others from being retried', async () => {
  const { server, admin } = peopled
  const storeJob = async (tila: string) => {
    const id = randomUUID()
    const columns = '(id, laji, tekija_id, avain, syote, tila, luotu)'
    await server.pool.query(`INSERT INTO taustatyo ${columns} VALUES ($1, 'rahtikirjat', $2, 'sama', '{}', $3, 1)`, [id, admin.id, tila])
    return id
  }
  const failed = await storeJob('epaonnistui')
  await storeJob('odottaa')
  const message = await server.pool.query<{ id: string }>(
    `INSERT INTO lahteva_tekstiviesti (luotu, laji, vastaanottaja_id, numero, teksti, osia, tila)
     VALUES (1, 'viesti', $1, '+358401234500', 'Hei', 1, 'epaonnistui') RETURNING id`,
    [admin.id],
  )
  const deadLetter = async (queue: string, id: string | undefined) => {
    const { rows } = await server.pool.query<{ id: string }>(
      `INSERT INTO pgboss.job (name, data, source_name) VALUES ('dead-letters', jsonb_build_object('id', $2::text), $1) RETURNING id`,
      [queue, id],
    )
    return rows[0]?.id
  }
  const ids = [await deadLetter('rahtikirjat', failed), await deadLetter('sms', message.rows[0]?.id)]
  const { status, body } = await admin.call('POST', '/api/epaonnistuneet_tyot', { operation: 'yrita_uudelleen', ids })
  expect(status).toBe(200)
  expect(body.results).toEqual([
    { id: ids[0], success: false, message: 'Työtä ei enää ole, tai sitä yritetään jo.' },
    { id: ids[1], success: true },
  ])
})
