import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { type FailedJob, failedJobsCall } from '#domain/features/background-jobs/failed-jobs.ts'
import { type QueueLength, queueLengthsCall } from '#domain/features/background-jobs/queue-lengths.ts'
import { retryJobsCall } from '#domain/features/background-jobs/retry-jobs.ts'
import { scheduledTasksCall } from '#domain/features/background-jobs/scheduled-tasks.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import type { Jobs } from './jobs.ts'
import { deadLetterQueue, queues } from './queues.ts'

/** For administrators: what runs by schedule, how much waits, and what failed. */
export function jobRoutes(app: FastifyInstance, { jobs, ...parts }: Context & { jobs: Jobs }): void {
  serveCall(app, scheduledTasksCall, parts, async () => {
    const data = await jobs.scheduled()
    return { data, meta: { count: data.length } }
  })
  serveCall(app, queueLengthsCall, parts, () => queueLengths(parts.pool))
  serveCall(app, failedJobsCall, parts, (input) => failedJobs(parts.pool, input))
  serveCall(app, retryJobsCall, parts, ({ ids }) => retryJobs(jobs, ids))
}

async function retryJobs(jobs: Jobs, ids: readonly string[]): Promise<OperationResults> {
  const results: OperationResults['results'] = []
  // Each is its own: one that is gone leaves the others to be tried.
  for (const id of ids) {
    const success = await jobs.retry(id)
    results.push(success ? { id, success } : { id, success, message: 'Työtä ei enää ole, tai sitä yritetään jo.' })
  }
  return { success: true, results }
}

async function queueLengths(pool: Pool): Promise<{ data: QueueLength[]; meta: { count: number } }> {
  const { rows: data } = await pool.query<QueueLength>(
    `select q.name as nimi, count(j.id) filter (where j.state < 'active')::int as odottaa,
       count(j.id) filter (where j.state = 'retry')::int as uusitaan, count(j.id) filter (where j.state = 'active')::int as kaynnissa
     from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'completed'
     where q.name = any($1) group by q.name order by q.name`,
    [queues.flatMap(({ name }) => (name === deadLetterQueue ? [] : [name]))],
  )
  return { data, meta: { count: data.length } }
}

type Input = z.output<typeof failedJobsCall.input>

async function failedJobs(pool: Pool, input: Input): Promise<{ data: FailedJob[]; meta: { count: number } }> {
  const [page, counted] = await Promise.all([
    pool.query<FailedJob>(
      `select id, source_name as laji, data ->> 'id' as kohde, floor(extract(epoch from source_created_on))::float8 as luotu,
         floor(extract(epoch from created_on))::float8 as epaonnistui, source_retry_count + 1 as yrityksia,
         coalesce(source_output ->> 'error', source_output ->> 'message', '') as virhe
       from pgboss.job where name = $1 order by created_on desc, id desc limit $2 offset $3`,
      [deadLetterQueue, input['page[limit]'], input['page[offset]']],
    ),
    pool.query<{ count: number }>('select count(*)::int as count from pgboss.job where name = $1', [deadLetterQueue]),
  ])
  return { data: page.rows, meta: { count: counted.rows[0]?.count ?? 0 } }
}
