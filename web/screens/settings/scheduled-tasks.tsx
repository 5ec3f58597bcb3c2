import { Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type QueueLength, queueLengthsCall } from '#domain/features/background-jobs/queue-lengths.ts'
import { type ScheduledTask, scheduledTasksCall, taskOutcomes } from '#domain/features/background-jobs/scheduled-tasks.ts'
import { queueLabels, taskLabels } from '#domain/features/background-jobs/tasks.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatCount, formatNumber, formatSince } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { OutcomeIcon } from '#web/ui/badges/outcome-icon.tsx'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './settings.module.css'

/** In milliseconds: the shortest schedule is a minute. */
const refetchInterval = 30_000

const taskNames: Readonly<Record<string, string>> = taskLabels
export const taskName = (name: string): string => taskNames[name] ?? name
export const queueName = (name: string): string => queueLabels[name] ?? name

function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${formatCount(milliseconds)}\u00a0ms`
  const seconds = milliseconds / 1000
  return seconds < 120 ? `${formatNumber(Math.round(seconds * 10) / 10)}\u00a0s` : `${formatCount(Math.round(seconds / 60))}\u00a0min`
}

function Outcome({ task: { tulos, virhe } }: { task: ScheduledTask }) {
  if (tulos === null)
    return (
      <Text c="dimmed" fz="inherit">
        Ei ole ajettu
      </Text>
    )
  const isDecided = tulos === 'onnistui' || tulos === 'epaonnistui'
  return (
    <>
      <Group gap={6} wrap="nowrap">
        {isDecided && <OutcomeIcon done={tulos === 'onnistui'} />}
        {taskOutcomes[tulos]}
      </Group>
      {virhe !== '' && (
        <Text size="sm" c="dimmed" className={classes.text}>
          {virhe}
        </Text>
      )}
    </>
  )
}

type RowsProps<T> = {
  title: string
  rows: readonly T[]
  keyOf: (row: T) => string
  columns: readonly [header: string, show: (row: T) => ReactNode][]
}

function Rows<T>({ title, rows, keyOf, columns }: RowsProps<T>) {
  return (
    <Section title={title}>
      <Table.ScrollContainer minWidth="var(--log-width)" className={classes.log}>
        <Table verticalSpacing="xs" aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(([header]) => (
                <Table.Th key={header}>{header}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(([header, show]) => (
                  <Table.Td key={header} valign="top" data-label={header}>
                    {show(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}

/** What runs by schedule: the last and the next run of each task. */
export function ScheduledTasks() {
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(scheduledTasksCall.path),
    queryFn: ({ signal }) => callApi(scheduledTasksCall, {}, { signal }),
    refetchInterval,
  })
  if (isPending) return <SectionSkeleton lines={8} />
  if (!data) return <ErrorState retry={() => void refetch()} />
  return (
    <Rows
      title="Ajastetut työt"
      rows={data.data}
      keyOf={({ nimi }) => nimi}
      columns={[
        ['Työ', ({ nimi }) => taskName(nimi)],
        ['Tulos', (task) => <Outcome task={task} />],
        ['Viimeksi', ({ viimeksi }) => (viimeksi === 0 ? '–' : formatSince(viimeksi, nowSeconds()))],
        ['Kesto', ({ kesto }) => (kesto === null ? '–' : duration(kesto))],
        ['Seuraavaksi', ({ seuraavaksi }) => (seuraavaksi === 0 ? '–' : formatSince(seuraavaksi, nowSeconds()))],
      ]}
    />
  )
}

/** How much work waits. */
export function QueueLengths() {
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(queueLengthsCall.path),
    queryFn: ({ signal }) => callApi(queueLengthsCall, {}, { signal }),
    refetchInterval,
  })
  if (isPending) return <SectionSkeleton lines={5} />
  if (!data) return <ErrorState retry={() => void refetch()} />
  return (
    <Rows<QueueLength>
      title="Jonot"
      rows={data.data}
      keyOf={({ nimi }) => nimi}
      columns={[
        ['Jono', ({ nimi }) => queueName(nimi)],
        ['Odottaa', ({ odottaa }) => formatCount(odottaa)],
        ['Yritetään uudelleen', ({ uusitaan }) => formatCount(uusitaan)],
        ['Käynnissä', ({ kaynnissa }) => formatCount(kaynnissa)],
      ]}
    />
  )
}
