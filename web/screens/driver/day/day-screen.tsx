import { Skeleton } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { stateActorOf } from '#domain/entities/order/order.transitions.ts'
import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import { ownFigures } from '#domain/features/worktime/own-day/own-figures.ts'
import type { Point } from '#web/data/position.ts'
import { useDeliveriesAhead } from '#web/features/deliveries/delivery.ts'
import { hoursText, routesText } from '#web/features/shifts/shift-words.ts'
import { useDayBasis } from '#web/features/worktime/day-basis.ts'
import { useWorkingDay, type WorkingDay } from '#web/features/worktime/use-working-day.ts'
import { formatDay, formatSince } from '#web/kit/format.ts'
import { headingId, Page } from '#web/kit/page/page.tsx'
import { settle } from '#web/kit/page/settling.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useSteps } from '../use-steps.ts'
import classes from './day.module.css'
import { DaySummary } from './day-summary.tsx'
import { DayWork } from './day-work.tsx'
import { EndOfDay } from './end-of-day.tsx'
import { OwnDays } from './own-days.tsx'
import { DayTasks } from './record/day-tasks.tsx'
import { DayWarnings } from './record/day-warnings.tsx'
import { EndDayButton, RunningTask, TaskButtons } from './running-task.tsx'
import { useLatestPosition, usePlaceConsent } from './start/place-consent.ts'
import { ShiftPlan } from './start/shift-plan.tsx'
import { StartOfDay } from './start/start-of-day.tsx'
import { type DriverDayWork, useDay } from './use-day.ts'
import type { VisitHandlers } from './visit-card.tsx'
import { figuresOf } from './visits.ts'

/** `kuljettajan-etusivu`: the driver's day. */
export function DriverDayScreen() {
  const session = useSession()
  return session && <Day session={session} />
}

/** The day begins and ends at the top of the page, while its buttons are further down. */
function goToTop(): void {
  window.scrollTo(0, 0)
  document.getElementById(headingId)?.focus({ preventScroll: true })
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Työvuoro 6.00–14.00, reitti 12` */
function shiftLine(shifts: DriverDayWork['shifts']): string {
  const [first] = shifts
  if (!first) return ''
  const routes = new Map(shifts.flatMap(({ tyoreitit }) => tyoreitit).map((route) => [route.id, route]))
  return [`Työvuoro ${hoursText(first)}`.trim(), routesText([...routes.values()])].filter(Boolean).join(', ')
}

/** Starts a task, of the named place where it belongs to a visit: other buttons may then appear under the finger. */
const useStartTask = ({ startTask }: Pick<WorkingDay, 'startTask'>, place: () => Point | null) =>
  useCallback(
    (type: TaskType, name = '') => {
      settle()
      const point = place()
      void startTask(type, point && { ...point, name })
    },
    [startTask, place],
  )

function Day({ session }: { session: Session }) {
  const now = useNow()
  const { shown, take, fail } = useSteps()
  const work = useDay(now, shown)
  const { visits, shifts, readAt } = work
  const working = useWorkingDay()
  const { day, current, ended } = working
  const basis = useDayBasis()
  const ownSums = useMemo(() => day && ownFigures(day, { basis, ended, now }), [day, basis, ended, now])
  const { given } = usePlaceConsent(session.user.id)
  const place = useLatestPosition(given)
  const [isEnding, setIsEnding] = useState(false)
  const [summaryOf, setSummaryOf] = useState<string | null>(null)
  const figures = figuresOf(visits)
  useDeliveriesAhead(work.ordersAhead)

  const startTask = useStartTask(working, place)
  const person = { roles: session.user.roles, userId: session.user.id }
  const handlers: VisitHandlers = {
    actor: stateActorOf(person, { kuljettaja: session.user.id }) ?? 'kuljettaja',
    now,
    onStep: (step) => void take(step),
    onFail: fail,
    running: current,
    startTask,
    lastDoneAt: figures.lastDoneAt,
    total: figures.total,
  }
  const end = async () => {
    setIsEnding(false)
    if (day) setSummaryOf(day.id)
    await working.endDay().then(goToTop)
  }
  const isSummary = ended !== null && ended.id === summaryOf && !day
  return (
    <Page
      title={capital(formatDay(now))}
      focus="heading"
      detail={
        <span className={classes.progress}>
          {day && figures.total > 0 ? `${figures.done} / ${figures.total} pysähdystä tehty` : shiftLine(shifts)}
        </span>
      }
      offline={readAt === null ? 'Ei verkkoyhteyttä. Kaikki jää talteen.' : `Ei verkkoyhteyttä. Päivä haettu ${formatSince(readAt, now)}.`}
      readAt={readAt}
    >
      <div className={classes.body}>
        {day && ownSums && current ? (
          <div>
            <RunningTask day={day} current={current} rules={ownSums.rules} />
            <DayWarnings breaches={ownSums.breaches} start={day.alkuaika} />
            <TaskButtons current={current.tyyppi} onStart={startTask} />
          </div>
        ) : isSummary ? (
          <DaySummary
            userId={session.user.id}
            day={ended}
            figures={ownFigures(ended, { basis, ended, now })}
            now={now}
            unsent={working.unsent}
            onClose={() => setSummaryOf(null)}
          />
        ) : (
          <div>
            <ShiftPlan shifts={shifts} figures={figures} now={now} />
            {day === undefined && !work.isKnown && !work.isPaused ? (
              <Skeleton height={220} radius="lg" mt={12} />
            ) : (
              <StartOfDay
                userId={session.user.id}
                shiftCar={shifts[0]?.auto?.id ?? null}
                now={now}
                onStart={(car) => working.startDay(car).then(goToTop)}
              />
            )}
          </div>
        )}
        {work.hasFailed ? (
          <ErrorState retry={work.retry} />
        ) : work.isKnown ? (
          <DayWork work={work} handlers={handlers} isStarted={Boolean(day)} />
        ) : (
          !work.isPaused && <Skeleton height={280} radius="lg" />
        )}
        {day && ownSums && (
          <>
            <DayTasks day={day} userId={session.user.id} />
            <EndDayButton onPress={() => setIsEnding(true)} />
            <EndOfDay
              day={day}
              figures={ownSums}
              now={now}
              visits={visits}
              unsent={working.unsent}
              opened={isEnding}
              onClose={() => setIsEnding(false)}
              onEnd={() => void end()}
            />
          </>
        )}
        <OwnDays userId={session.user.id} basis={basis} now={now} />
      </div>
    </Page>
  )
}
