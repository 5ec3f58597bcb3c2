import type { PoolClient } from 'pg'
import { PgBoss } from 'pg-boss'
import { unqueuedMail } from '#server/platform/mail/mail-queue.ts'
import { unqueuedPushes } from '#server/platform/push/push-queue.ts'
import { unqueuedSms } from '#server/platform/sms/sms-queue.ts'
import { unqueuedJobs } from './job-rows.ts'
import { bossDatabase } from './open-boss.ts'
import { queueJob } from './queue-job.ts'
import { invoiceQueue, mailQueue, pushQueue, queues, smsQueue } from './queues.ts'
import { unqueuedInvoices } from './unqueued-invoices.ts'

/**
 * Brings pg-boss's own schema up to the version of the package, and its queues up to queues.ts. `migrate` calls it under its advisory
 * lock, so when several servers start at once, one does the work and the others find nothing to do. The role must be allowed to create
 * a schema, unless `pgboss` exists already.
 */
export async function installQueues(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ exists: boolean; may: boolean }>(
    `SELECT to_regnamespace('pgboss') IS NOT NULL AS exists, has_database_privilege(current_database(), 'CREATE') AS may`,
  )
  const [schema] = rows
  if (!schema?.exists && !schema?.may)
    throw new Error(
      'Taustatyöt tarvitsevat tietokantaan kaavion pgboss, eikä tämä käyttäjä saa luoda sitä: pyydä tietokannan ylläpitäjää ajamaan CREATE SCHEMA pgboss AUTHORIZATION tälle käyttäjälle.',
    )
  const boss = new PgBoss({ db: bossDatabase(client), createSchema: !schema.exists, supervise: false, schedule: false })
  const failures: Error[] = []
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  try {
    const present = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const { name, policy, ...options } of queues) {
      if (present.has(name)) await boss.updateQueue(name, options)
      else await boss.createQueue(name, policy ? { policy, ...options } : options)
    }
    await queueWhatWaits(client, boss)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
  if (failures[0]) throw failures[0]
}

/** Jobs, mail, text messages and push messages that wait without a place in a queue: of the version before pg-boss, of a migration, or of a restored backup. */
async function queueWhatWaits(client: PoolClient, boss: PgBoss): Promise<void> {
  for (const job of await unqueuedJobs(client)) await queueJob(boss, client, job)
  await queueRows(boss, mailQueue, await unqueuedMail(client))
  await queueRows(boss, smsQueue, await unqueuedSms(client))
  await queueRows(boss, pushQueue, await unqueuedPushes(client))
  for (const id of await unqueuedInvoices(client)) await boss.send(invoiceQueue, { id }, { singletonKey: id })
}

async function queueRows(boss: PgBoss, queue: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await boss.insert(
      queue,
      ids.map((id) => ({ data: { id } })),
    )
}
