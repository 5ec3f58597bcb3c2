import { Button } from '@mantine/core'
import { IconChevronDown, IconRoute } from '@tabler/icons-react'
import { useDeferredValue, useId, useState } from 'react'
import { startOfDay } from '#domain/values/time/time.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { JobCard } from '../job-card.tsx'
import { StopCard } from '../stop-card.tsx'
import classes from './day.module.css'
import { DayMap } from './day-map.tsx'
import type { DriverDayWork } from './use-day.ts'
import visit from './visit.module.css'
import { VisitCard, type VisitHandlers } from './visit-card.tsx'
import { UndoRows, VisitRow } from './visit-row.tsx'
import { nextVisit } from './visits.ts'

/** Below the card of the next visit, on a tall phone. */
const rowsInSight = 6

type Props = { work: Pick<DriverDayWork, 'visits' | 'others'>; handlers: VisitHandlers; isStarted: boolean }

/** The work of the day: the next visit large, the others as rows in the planned order, what is done folded, and work that has no stop. */
export function DayWork({ work: { visits, others }, handlers, isStarted }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const [showsDone, setShowsDone] = useState(false)
  const folded = useId()
  // The next visit and the rows in sight are drawn before the others.
  const isWhole = useDeferredValue(true, false)
  const next = nextVisit(visits)
  const done = visits.filter(({ isDone }) => isDone)
  const ahead = visits.filter((one) => !one.isDone && one !== next)
  const hasOthers = others.stops.length + others.jobs.length > 0
  const { actor, now, onStep } = handlers
  const today = startOfDay(now)
  const row = (one: (typeof visits)[number]) => (
    <VisitRow key={one.key} visit={one} today={today} handlers={open === one.key ? handlers : null} onOpen={setOpen} />
  )
  if (visits.length === 0 && !hasOthers)
    return (
      <EmptyState title="Ei ajettavaa tänään" icon={IconRoute}>
        {isStarted
          ? 'Työaikasi kirjautuu silti. Kun ajojärjestely osoittaa sinulle kuljetuksen, se tulee tähän.'
          : 'Voit silti aloittaa päivän. Kun ajojärjestely osoittaa sinulle kuljetuksen, se tulee tähän.'}
      </EmptyState>
    )
  return (
    <>
      {next && <VisitCard key={next.key} {...handlers} visit={next} isNext />}
      {visits.length > 0 && !next && !hasOthers && (
        <EmptyState title="Kaikki pysähdykset on tehty" icon={IconRoute}>
          {isStarted ? 'Päätä päivä, kun työsi on valmis.' : 'Hyvää työtä!'}
        </EmptyState>
      )}
      <UndoRows visits={visits} actor={actor} now={now} onStep={onStep} />
      {ahead.length > 0 && (
        <section aria-label="Seuraavat pysähdykset">
          <ul className={visit.list}>{ahead.slice(0, isWhole ? undefined : rowsInSight).map(row)}</ul>
        </section>
      )}
      {hasOthers && (
        <section aria-label="Muut kuljetukset">
          <h2 className={classes.heading}>{visits.length > 0 ? 'Muut kuljetukset' : 'Kuljetukset'}</h2>
          <ul className={classes.others}>
            {others.stops.map((stop) => (
              <li key={stop.key}>
                <StopCard {...handlers} stop={stop} split onSplit={() => undefined} />
              </li>
            ))}
            {others.jobs.map((job) => (
              <li key={job.row.id}>
                <JobCard line={job} {...handlers} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {done.length > 0 && (
        <section aria-label="Tehdyt pysähdykset">
          <Button
            fullWidth
            variant="subtle"
            color="gray"
            size="md"
            aria-expanded={showsDone}
            aria-controls={folded}
            rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: showsDone ? '180deg' : undefined }} />}
            onClick={() => setShowsDone(!showsDone)}
          >
            Tehdyt {done.length}
          </Button>
          <ul id={folded} className={visit.list} hidden={!showsDone}>
            {showsDone && done.map(row)}
          </ul>
        </section>
      )}
      <DayMap visits={visits} />
    </>
  )
}
