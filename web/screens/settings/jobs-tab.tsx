import { Button, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FailedJob, failedJobsCall } from '#domain/features/background-jobs/failed-jobs.ts'
import { retryJobsCall } from '#domain/features/background-jobs/retry-jobs.ts'
import { callApi } from '#web/data/api-call.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { queryKeys } from '#web/data/query-keys.ts'
import { useAction } from '#web/data/use-action.ts'
import { formatMoment, plural } from '#web/kit/format.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import { PagedTable } from './paged-table.tsx'
import { QueueLengths, queueName, ScheduledTasks, taskName } from './scheduled-tasks.tsx'
import classes from './settings.module.css'

/** What runs by schedule, what waits, and what failed. */
export function JobsTab() {
  return (
    <Stack gap="md">
      <FailedJobs />
      <ScheduledTasks />
      <QueueLengths />
    </Stack>
  )
}

/** Background work that failed for good, with a button to try it again. */
function FailedJobs() {
  const client = useQueryClient()
  const { run, isRunning, variables } = useAction({
    mutationFn: (ids: readonly string[]) => callApi(retryJobsCall, { operation: 'yrita_uudelleen', ids: [...ids] }),
    onSuccess: ({ results }) => {
      const refused = results.filter(({ success }) => !success)
      if (refused.length < results.length) showDone(`${plural(results.length - refused.length, 'työ', 'työtä')} yritetään uudelleen.`)
      if (refused.length > 0) showFault(`${plural(refused.length, 'työtä', 'työtä')} ei voi enää yrittää: ${refused[0]?.message ?? ''}`)
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.calls(failedJobsCall.path) }),
  })
  const isTried = (id: string) => isRunning && (variables?.includes(id) ?? false)
  return (
    <PagedTable<FailedJob>
      title="Epäonnistuneet taustatyöt"
      path={failedJobsCall.path}
      read={(page, options) => callApi(failedJobsCall, page, options)}
      empty="Epäonnistuneita taustatöitä ei ole."
      aside={(rows) =>
        rows.length > 1 && (
          <Button size="xs" variant="default" loading={isRunning} onClick={() => run(rows.slice(0, 250).map(({ id }) => id))}>
            Yritä kaikkia uudelleen
          </Button>
        )
      }
      columns={[
        { header: 'Epäonnistui', width: 150, show: ({ epaonnistui }) => formatMoment(epaonnistui) },
        {
          header: 'Työ',
          show: ({ laji, kohde }) => (
            <>
              {queueName(laji)}
              <Text size="sm" c="dimmed" className={classes.text}>
                {taskName(kohde)}
              </Text>
            </>
          ),
        },
        { header: 'Yrityksiä', width: 90, show: ({ yrityksia }) => yrityksia },
        { header: 'Virhe', show: ({ virhe }) => <span className={classes.text}>{virhe}</span> },
        {
          header: 'Toiminto',
          width: 190,
          show: ({ id, laji }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={isTried(id)}
              onClick={() => run([id])}
              aria-label={`Yritä uudelleen: ${queueName(laji)}`}
            >
              Yritä uudelleen
            </Button>
          ),
        },
      ]}
    />
  )
}
