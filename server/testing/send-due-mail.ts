// Sends mail as the servers do, but when a test calls it and by the test's clock.
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { bossDatabase } from '../platform/background-jobs/open-boss.ts'
import { mailQueue } from '../platform/background-jobs/queues.ts'
import { type MailContext, sendMail } from '../platform/mail/send-mail.ts'

type MailJobs = { boss: PgBoss; now: number }
const opened = new WeakMap<Pool, MailJobs>()

function mailJobs(pool: Pool, now: number): MailJobs {
  const known = opened.get(pool) ?? { boss: new PgBoss({ db: bossDatabase(pool) }), now }
  opened.set(pool, known)
  return known
}

/** Sends the messages that are due; returns the number of attempts. */
export async function sendDueMail(mailing: MailContext): Promise<number> {
  const { pool } = mailing
  const jobs = mailJobs(pool, mailing.clock())
  await passTime(pool, jobs, mailing.clock())
  let count = 0
  while (count === 0) {
    const taken = await jobs.boss.fetch<{ id: string }>(mailQueue, { batchSize: 10 })
    if (taken.length === 0) return 0
    const { rows } = await pool.query(`select from lahteva_posti where tila = 'odottaa' and id = any($1::uuid[])`, [
      taken.map(({ data }) => data.id),
    ])
    count = rows.length
    await Promise.all(
      taken.map(async (job) => {
        const { status, output } = await sendMail(mailing, { ...job, bossId: job.id, rowId: job.data.id, name: mailQueue })
        await (status === 'completed' ? jobs.boss.complete(mailQueue, job) : jobs.boss.fail(mailQueue, job, output))
      }),
    )
  }
  return count
}

/** Fetches messages and does not finish them, like a server that crashes. */
export async function takeMailAndStop({ pool, clock }: Pick<MailContext, 'pool' | 'clock'>): Promise<number> {
  const jobs = mailJobs(pool, clock())
  await passTime(pool, jobs, clock())
  const taken = await jobs.boss.fetch(mailQueue, { batchSize: 10 })
  return taken.length
}

/** pg-boss uses the database's clock: the times of its jobs are moved back by the time that has passed on the test's clock since the last call. */
async function passTime(pool: Pool, jobs: MailJobs, now: number): Promise<void> {
  const passed = now - jobs.now
  jobs.now = now
  if (passed <= 0) return
  await pool.query(`update pgboss.job set started_on = started_on - $1 * interval '1s' where name = $2`, [passed, mailQueue])
  await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  await jobs.boss.supervise(mailQueue)
  await pool.query(`update pgboss.job set start_after = start_after - $1 * interval '1s' where name = $2 and state < 'active'`, [
    passed,
    mailQueue,
  ])
}
