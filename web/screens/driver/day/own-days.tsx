import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useId, useMemo, useState } from 'react'
import { breachesOf } from '#domain/features/worktime/limits.ts'
import type { DayBasis } from '#domain/features/worktime/own-day/day-basis.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { storedRead } from '#web/data/device/stored-reads.ts'
import { listQuery } from '#web/data/queries.ts'
import { formatDay, formatMinutes, formatTime, formatTimeSpan } from '#web/kit/format.ts'
import { type CorrectedDay, CorrectionDialog } from './correction-dialog.tsx'
import classes from './own-days.module.css'
import { RequestNote, useOwnRequests } from './own-requests.tsx'
import { DayWarnings } from './record/day-warnings.tsx'
import { TaskList } from './record/task-list.tsx'

/** A pay period and the days before it that may still be corrected. */
const shownDays = 28

/** The driver's own ended days. Stored on the device. */
const ownRecords = (userId: string, today: number) => ({
  ...listQuery('tyovuoro_kirjaus', {
    filter: {
      'kuljettaja.id': userId,
      paiva: { operator: '>=', value: addDays(today, -shownDays) },
      loppuaika: { operator: '>', value: 0 },
    },
    sort: ['-alkuaika', 'drupal_internal__id'],
    page: { limit: 60 },
    fields: { tyovuoro_kirjaus: ['paiva', 'alkuaika', 'loppuaika', 'aika_tyoaika', 'tarkistettu'] },
  }),
  ...storedRead,
})
type Props = { userId: string; basis: DayBasis | null; now: number }

/** The driver's earlier working days with their tasks and warnings, each with "Pyydä korjausta" or the open request (rules/worktime.md#corrections). */
export const OwnDays = memo(function OwnDays({ userId, basis, now }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const list = useId()
  const { data: days } = useQuery(ownRecords(userId, startOfDay(now)))
  const requestOf = useOwnRequests(userId, now)
  const [corrected, setCorrected] = useState<CorrectedDay | null>(null)
  const breaches = useMemo(() => (basis && isOpen ? breachesOf(basis.paivat, { rules: basis.saannot, now }) : []), [basis, isOpen, now])
  if (!days || days.rows.length === 0) return null
  const tasksOf = (id: string) => basis?.paivat.find((day) => day.id === id)?.tehtavat ?? []
  return (
    <section aria-label="Omat työpäivät">
      <Button
        fullWidth
        variant="subtle"
        color="gray"
        size="md"
        aria-expanded={isOpen}
        aria-controls={list}
        rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />}
        onClick={() => setIsOpen(!isOpen)}
      >
        Omat työpäivät
      </Button>
      <ul id={list} className={classes.days} hidden={!isOpen}>
        {isOpen &&
          days.rows.map((day) => {
            const request = requestOf({ ...day, tehtavat: tasksOf(day.id) })
            return (
              <li key={day.id} className={classes.day}>
                <span>
                  <strong>{formatDay(day.paiva)}</strong>
                  <span>
                    {formatTimeSpan(day.alkuaika, day.loppuaika)} · {formatMinutes(day.aika_tyoaika)}
                    {day.tarkistettu && ' · tarkistettu'}
                  </span>
                </span>
                {!request?.isOpen && (
                  <Button
                    variant="default"
                    size="md"
                    aria-label={`Pyydä korjausta: ${formatDay(day.paiva)}, ${formatTime(day.alkuaika)}`}
                    onClick={() => setCorrected(day)}
                  >
                    Pyydä korjausta
                  </Button>
                )}
                {request && <RequestNote {...request} />}
                <div className={classes.more}>
                  <DayWarnings breaches={breaches.filter(({ kirjaus }) => kirjaus === day.id)} start={day.alkuaika} />
                  <RecordedTasks tasks={tasksOf(day.id)} of={formatDay(day.paiva)} />
                </div>
              </li>
            )
          })}
      </ul>
      {corrected && (
        <CorrectionDialog key={corrected.id} day={corrected} tasks={tasksOf(corrected.id)} opened onClose={() => setCorrected(null)} />
      )}
    </section>
  )
})

/** The tasks that were recorded, folded. */
function RecordedTasks({ tasks, of }: { tasks: DayBasis['paivat'][number]['tehtavat']; of: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (tasks.length === 0) return null
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="md"
        aria-expanded={isOpen}
        aria-label={`Tehtävät: ${of}`}
        rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />}
        onClick={() => setIsOpen(!isOpen)}
      >
        Tehtävät {tasks.length}
      </Button>
      {isOpen && <TaskList tasks={tasks} />}
    </>
  )
}
