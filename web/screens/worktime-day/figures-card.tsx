import { Fragment } from 'react'
import { sumOfType } from '#domain/features/worktime/sums.ts'
import { taskColor, taskStyle, taskTypeNames } from '#web/features/worktime/task-types.tsx'
import { formatMinutes } from '#web/kit/format.ts'
import type { DayFigures } from './model/day-figures.ts'
import classes from './worktime-day.module.css'

type Props = {
  figures: DayFigures
  /** The figures of what the driver recorded; null when nothing was. */
  original: DayFigures | null
  /** `2.–15.11.` */
  periodName: string
}

/** TANKKAUS and PESU are part of MUU in the sums (rules/worktime.md#sums). */
const shownTypes = taskTypeNames.filter((type) => type !== 'TANKKAUS' && type !== 'PESU')

const signed = (minutes: number): string => `${minutes > 0 ? '+' : '−'}${formatMinutes(Math.abs(minutes))}`

/** The sums of the day, which follow every edit at once. */
export function FiguresCard({ figures, original, periodName }: Props) {
  const extra = [
    ['Iltatyö', figures.aika_ilta],
    ['Yötyö', figures.aika_yo],
    ['Pyhätyö', figures.aika_pyha],
    ['Ylityö 50 %', figures.aika_ylityo_50],
    ['Ylityö 100 %', figures.aika_ylityo_100],
    [`Jakso ${periodName}`, figures.aika_jakso],
  ] as const
  return (
    <section className={classes.card} aria-label="Summat">
      <dl className={classes.big}>
        <div>
          <dt>Kesto</dt>
          <dd data-sum="kesto">{formatMinutes(figures.aika_kesto)}</dd>
        </div>
        <div>
          <dt>Työaika</dt>
          <dd data-sum="tyoaika">{formatMinutes(figures.aika_tyoaika)}</dd>
        </div>
      </dl>
      <dl className={classes.sums}>
        {shownTypes.map((type, index) => {
          const [name, minutes] = extra[index] ?? ['', 0]
          return (
            <Fragment key={type}>
              <div>
                <dt>
                  <i style={taskColor(type)} aria-hidden />
                  {taskStyle(type).label}
                </dt>
                <dd>{formatMinutes(figures[sumOfType[type]])}</dd>
              </div>
              <div>
                <dt>{name}</dt>
                <dd>{formatMinutes(minutes)}</dd>
              </div>
            </Fragment>
          )
        })}
      </dl>
      {original && <Change figures={figures} original={original} />}
    </section>
  )
}

function Change({ figures, original }: { figures: DayFigures; original: DayFigures }) {
  const changed = shownTypes.flatMap((type) => {
    const difference = figures[sumOfType[type]] - original[sumOfType[type]]
    return difference === 0 ? [] : [`${taskStyle(type).label.toLowerCase()} ${signed(difference)}`]
  })
  const work = figures.aika_tyoaika - original.aika_tyoaika
  if (changed.length === 0 && work === 0) return <p className={classes.change}>Sama kuin kuljettajan merkinnät.</p>
  return (
    <p className={classes.change}>
      <span>Muutos alkuperäiseen: {changed.join(', ')}</span>
      <b>{work === 0 ? 'Työaika ei muutu' : `Työaika ${signed(work)}`}</b>
    </p>
  )
}
