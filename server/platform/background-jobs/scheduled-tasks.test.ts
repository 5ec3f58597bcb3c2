import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueLengthsCall } from '#domain/features/background-jobs/queue-lengths.ts'
import { type ScheduledTask, scheduledTasksCall } from '#domain/features/background-jobs/scheduled-tasks.ts'
import { addDays } from '#domain/values/time/time.ts'
import { startServerWithUsers } from '#server/testing/test-server.ts'
import { bossDatabase } from './open-boss.ts'
import { housekeepingQueue, mailQueue } from './queues.ts'

let users: Awaited<ReturnType<typeof startServerWithUsers>>
let boss: PgBoss
beforeAll(async () => {
  users = await startServerWithUsers()
  boss = new PgBoss({ db: bossDatabase(users.server.pool) })
})
afterAll(() => users.server.close())

async function tasks(): Promise<ScheduledTask[]> {
  const answer = await users.admin.call('GET', scheduledTasksCall.path)
  expect(answer.status, answer.text).toBe(200)
  return scheduledTasksCall.output.parse(answer.body).data
}
const waiting = async (queue: string) =>
  queueLengthsCall.output.parse((await users.admin.call('GET', queueLengthsCall.path)).body).data.find(({ nimi }) => nimi === queue)

/** A run of a task that a server has taken. */
async function takeRun(key: string) {
  await boss.send(housekeepingQueue, { id: key }, { singletonKey: key, retryLimit: 1, retryDelay: 0 })
  const [job] = await boss.fetch(housekeepingQueue)
  if (!job) throw new Error('No run was queued')
  return job
}

test('each task has its last run with its length and outcome, and its next run in Finnish time', async () => {
  const { server } = users
  await server.app.jobs.schedule(housekeepingQueue, [
    { key: 'files', cron: '30 2 * * *' },
    { key: 'expiry-reminders', cron: '45 5 * * *' },
  ])
  const night = addDays(server.clock.now, 1)
  const never = { viimeksi: 0, kesto: null, tulos: null, virhe: '' }
  expect(await tasks()).toEqual([
    { nimi: 'files', ...never, seuraavaksi: night + 2.5 * 3600 },
    { nimi: 'expiry-reminders', ...never, seuraavaksi: night + 5.75 * 3600 },
  ])

  const files = await takeRun('files')
  expect(await tasks()).toMatchObject([{ nimi: 'files', tulos: 'kaynnissa', kesto: null, viimeksi: expect.any(Number) }, never])
  await server.pool.query(`UPDATE pgboss.job SET started_on = now() - interval '2 s' WHERE id = $1`, [files.id])
  await boss.complete(housekeepingQueue, files)
  const [done] = await tasks()
  expect(done).toMatchObject({ tulos: 'onnistui', virhe: '' })
  expect(done?.kesto).toBeGreaterThanOrEqual(2000)
  expect(done?.viimeksi).toBeGreaterThan(1_700_000_000)

  await boss.fail(housekeepingQueue, await takeRun('expiry-reminders'), { error: 'TypeError' })
  expect((await tasks())[1]).toMatchObject({ tulos: 'uusitaan', virhe: 'TypeError' })
  await server.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`)
  const [again] = await boss.fetch(housekeepingQueue)
  await boss.fail(housekeepingQueue, again ?? '', { error: 'TypeError' })
  expect((await tasks())[1]).toMatchObject({ tulos: 'epaonnistui', virhe: 'TypeError' })
})

test('queues say how much waits, is tried again and runs', async () => {
  await boss.send(mailQueue, { id: randomUUID() })
  await boss.send(mailQueue, { id: randomUUID() })
  expect(await waiting(mailQueue)).toEqual({ nimi: mailQueue, odottaa: 2, uusitaan: 0, kaynnissa: 0 })
  const [job] = await boss.fetch(mailQueue)
  expect(await waiting(mailQueue)).toMatchObject({ odottaa: 1, kaynnissa: 1 })
  await boss.fail(mailQueue, job ?? '', { error: 'Mail not sent' })
  expect(await waiting(mailQueue)).toMatchObject({ odottaa: 2, uusitaan: 1, kaynnissa: 0 })
})

test('only administrators see them', async () => {
  for (const who of [users.customer, users.driver])
    for (const { path } of [scheduledTasksCall, queueLengthsCall]) expect((await who.call('GET', path)).status).toBe(403)
})
