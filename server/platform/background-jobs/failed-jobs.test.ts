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
