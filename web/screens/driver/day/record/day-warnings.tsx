import { IconAlertTriangle } from '@tabler/icons-react'
import type { Breach } from '#domain/features/worktime/limits.ts'
import { breachWords } from '#web/features/worktime/breach-words.ts'
import classes from './day-warnings.module.css'

type Props = { breaches: readonly Breach[] /** The start of the day (unix seconds). */; start: number }

/** The limits of working and driving time that a day passes, the newest first. They never block anything (rules/worktime.md#warnings). */
export function DayWarnings({ breaches, start }: Props) {
  if (breaches.length === 0) return null
  return (
    <ul className={classes.warnings} aria-label="Työajan varoitukset">
      {breaches.toReversed().map((breach) => {
        const { title, detail } = breachWords(breach, start)
        return (
          <li key={`${breach.laji} ${breach.hetki}`} data-open={breach.laji === 'avoin' || undefined}>
            <IconAlertTriangle size={20} aria-hidden />
            <span>
              <b>{title}</b>
              <small>{breach.laji === 'avoin' ? 'Jos työ on jo päättynyt, päätä päivä ja pyydä korjausta.' : detail}</small>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
