import { Button, Group, Progress, Text } from '@mantine/core'
import { IconBan, IconDownload, IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BackgroundJob } from '#domain/model/background-job.ts'
import { fetchFile, useBlobUrl } from '#web/data/files/stored-file.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { OutcomeIcon } from '#web/ui/badges/outcome-icon.tsx'
import { formatCount, plural } from '../format.ts'
import classes from './background-task.module.css'

export const isUnderWay = ({ tila }: Pick<BackgroundJob, 'tila'>): boolean => tila === 'odottaa' || tila === 'kaynnissa'

type Props = {
  job: BackgroundJob
  /** The name of what the job generates, in the singular: `Tuloste`. */
  title: string
  /** Distinguishes one of several jobs. */
  label?: string
  /** The unit of `tehty` and `kaikki`, in the partitive: `tilausta`. */
  unit: string
  onCancel: () => void
}

/** A background job: its progress, its result, and what was left out. */
export function BackgroundTask({ job, title, label, unit, onCancel }: Props) {
  return (
    <div className={classes.task}>
      {label && (
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      )}
      <TaskState job={job} title={title} unit={unit} />
      {job.virheet.length > 0 && (
        <>
          <Text size="sm">{plural(job.virheet.length, 'tilaus jäi pois', 'tilausta jäi pois')}:</Text>
          <ul className={classes.faults}>
            {job.virheet.map(({ id, message }) => (
              <li key={id}>{message}</li>
            ))}
          </ul>
        </>
      )}
      {isUnderWay(job) && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Keskeytä
          </Button>
        </Group>
      )}
      {job.file && <FinishedFile file={job.file} />}
    </div>
  )
}

function TaskState({ job, title, unit }: Pick<Props, 'job' | 'title' | 'unit'>) {
  if (isUnderWay(job)) {
    const share = job.kaikki > 0 ? (100 * job.tehty) / job.kaikki : 0
    return (
      <>
        <Text aria-live="polite" className={classes.line}>
          {job.kaikki > 0 ? `${title}: ${formatCount(job.tehty)}/${formatCount(job.kaikki)} ${unit}` : `${title} odottaa vuoroaan`}
        </Text>
        <Progress value={share} animated={job.kaikki === 0} aria-label={`${title}: eteneminen`} />
      </>
    )
  }
  if (job.tila === 'valmis' && job.file)
    return (
      <Text role="status" className={classes.line}>
        <OutcomeIcon done />
        {title} on valmis
      </Text>
    )
  const isCancelled = job.tila === 'peruttu'
  return (
    <Text role={isCancelled ? 'status' : 'alert'} className={classes.line}>
      {isCancelled ? <IconBan size={18} aria-hidden /> : <OutcomeIcon done={false} />}
      {isCancelled ? `${title} keskeytettiin` : `${title} ei valmistunut. ${job.virhe || 'Tulostettavaa ei ole.'}`}
    </Text>
  )
}

/** The file is fetched as soon as it is ready: a tap on a link then opens it, which no browser blocks as a pop-up. */
function FinishedFile({ file }: { file: NonNullable<BackgroundJob['file']> }) {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.call('/file', file.uri),
    // Browsers offer a blob without a type for saving instead of showing it.
    queryFn: async ({ signal }) => new Blob([await fetchFile(file.uri, { signal })], { type: 'application/pdf' }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const url = useBlobUrl(data)
  if (isError && !data) {
    return (
      <Group justify="space-between" gap="sm" role="alert">
        <Text size="sm">Tiedostoa ei saatu.</Text>
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => void refetch()}>
          Yritä uudelleen
        </Button>
      </Group>
    )
  }
  return (
    <Group justify="flex-end">
      <Button
        component="a"
        variant="default"
        href={url}
        target="_blank"
        rel="noreferrer"
        loading={!url}
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        Avaa
      </Button>
      <Button component="a" href={url} download={file.filename} loading={!url} leftSection={<IconDownload size={18} aria-hidden />}>
        Lataa
      </Button>
    </Group>
  )
}
