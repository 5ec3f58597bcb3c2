import type { PgBoss } from 'pg-boss'
import type { ScheduledTask } from '#domain/features/background-jobs/scheduled-tasks.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Run = Pick<ScheduledTask, 'nimi' | 'viimeksi' | 'kesto' | 'tulos' | 'virhe'>

/** The latest run of each task that has begun. */
async function latestRuns(runner: Queryable, queue: string): Promise<Map<string, Run>> {
  const { rows } = await runner.query<Run>(
    `select distinct on (data ->> 'id') data ->> 'id' as nimi, floor(extract(epoch from started_on))::float8 as viimeksi,
       case when state >= 'completed' then greatest(0, round(extract(epoch from completed_on - started_on) * 1000))::float8 end as kesto,
       case state when 'completed' then 'onnistui' when 'active' then 'kaynnissa' when 'retry' then 'uusitaan' else 'epaonnistui' end as tulos,
       case when state in ('retry', 'failed', 'cancelled') then coalesce(output ->> 'error', output ->> 'message', '') else '' end as virhe
     from pgboss.job where name = $1 and started_on is not null order by data ->> 'id', started_on desc`,
    [queue],
  )
  return new Map(rows.map((run) => [run.nimi, run]))
}

const neverRun = { viimeksi: 0, kesto: null, tulos: null, virhe: '' }

/** The tasks of a queue's schedules, the next one first. `now` is unix seconds. */
export async function scheduledTasks(
  boss: PgBoss,
  runner: Queryable,
  { queue, now }: { queue: string; now: number },
): Promise<ScheduledTask[]> {
  const runs = await latestRuns(runner, queue)
  const schedules = await boss.getSchedules(queue)
  return schedules
    .map(({ key, cron, timezone }) => {
      const [next] = boss.previewSchedule(cron, { tz: timezone, from: new Date(now * 1000), count: 1 })
      return { ...neverRun, ...runs.get(key), nimi: key, seuraavaksi: Math.floor((next?.getTime() ?? 0) / 1000) }
    })
    .toSorted((a, b) => a.seuraavaksi - b.seuraavaksi || a.nimi.localeCompare(b.nimi))
}
