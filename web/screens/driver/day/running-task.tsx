import { Button, UnstyledButton } from '@mantine/core'
import { type CSSProperties, memo } from 'react'
import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import type { WorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import type { DriverDay } from '#domain/features/worktime/driver-calls.ts'
import { type DrivingLeft, drivingLeft } from '#domain/features/worktime/driving-left.ts'
import { taskColor, taskStyle, taskTypeNames } from '#web/features/worktime/task-types.tsx'
import { formatMinutes, formatTimeOn } from '#web/kit/format.ts'
import { usePressed } from '#web/kit/page/settling.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import classes from './running-task.module.css'

type Running = DriverDay['tehtavat'][number]

type RunningProps = { day: DriverDay; current: Running; rules: readonly WorktimeRules[] }

/** The running task, large, with its clock and the driving that is left before a break. */
export function RunningTask({ day, current, rules }: RunningProps) {
  const now = useNow(20)
  const { label, icon: Icon } = taskStyle(current.tyyppi)
  const driving = drivingLeft(day, { rules, now })
  return (
    <section className={classes.now} style={taskColor(current.tyyppi)} aria-label={`Käynnissä: ${label}`}>
      <div className={classes.head}>
        <Icon size={34} stroke={1.8} aria-hidden />
        <div>
          <b>{label}</b>
          <small>alkoi {formatTimeOn(current.alkuaika, now)}</small>
        </div>
        <Clock since={current.alkuaika} />
      </div>
      <Driving {...driving} />
    </section>
  )
}

function Driving({ left, limit, nextBreak }: DrivingLeft) {
  const share = Math.round((100 * (limit - left)) / limit)
  return (
    <>
      <div className={classes.limit} style={{ '--share': `${share}%` } as CSSProperties} aria-hidden>
        <i />
      </div>
      <p className={classes.left} data-over={left === 0 || undefined}>
        <span>
          {left > 0 ? (
            <>
              Ajoa jäljellä <strong>{formatMinutes(left)}</strong>
            </>
          ) : (
            <strong>Ajoaika täynnä, pidä tauko</strong>
          )}
        </span>
        <span>
          {left > 0 ? 'sitten ' : ''}
          {formatMinutes(nextBreak)} tauko
        </span>
      </p>
    </>
  )
}

const two = (count: number): string => String(count).padStart(2, '0')

/** `1.02.36`: hours, minutes and, smaller, seconds. */
function Clock({ since }: { since: number }) {
  const seconds = Math.max(0, useNow(1) - since)
  return (
    <time className={classes.clock} dateTime={`PT${seconds}S`}>
      {Math.floor(seconds / 3600)}.{two(Math.floor(seconds / 60) % 60)}
      <i>.{two(seconds % 60)}</i>
    </time>
  )
}

type ButtonsProps = { current: TaskType; onStart: (type: TaskType) => void }

/** The eight tasks; the running one is filled with its colour, the pressed one is framed until then. Rendered again only when the task changes. */
export const TaskButtons = memo(function TaskButtons({ current, onStart }: ButtonsProps) {
  const { taken, setPressed } = usePressed<TaskType>()
  const start = (type: TaskType) => {
    if (type === current) return
    setPressed(type)
    onStart(type)
  }
  return (
    <fieldset className={classes.grid} aria-label="Työtehtävä">
      {taskTypeNames.map((type) => {
        const { label, icon: Icon } = taskStyle(type)
        return (
          <UnstyledButton
            key={type}
            className={classes.task}
            style={taskColor(type)}
            aria-pressed={type === current}
            data-taken={type === taken || undefined}
            onClick={() => start(type)}
          >
            <Icon size={24} stroke={2.1} aria-hidden />
            <span>{label}</span>
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
})

export const EndDayButton = ({ onPress }: { onPress: () => void }) => (
  <Button variant="default" size="md" fullWidth className={classes.end} onClick={onPress}>
    Päätä päivä
  </Button>
)
