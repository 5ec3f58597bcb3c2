import { Button, Collapse, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown, IconClipboardCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { CheckedPoint } from '#domain/entities/car/departure-check.entity.ts'
import { FaultDialog } from '#web/features/cars/report-fault.tsx'
import { useSettings } from '#web/session/settings.ts'
import classes from './start.module.css'

type Props = {
  car: { id: string; rekisterinumero: string }
  points: readonly CheckedPoint[]
  onChange: (points: readonly CheckedPoint[]) => void
}

/** The company's check list of a car before driving (rules/cars.md#departure-check). A point with a fault opens the fault report. Nothing is required. */
export function DepartureCheck({ car, points, onChange }: Props) {
  const { departurePoints } = useSettings()
  const [isOpen, setIsOpen] = useState(false)
  /** The point whose fault is being reported. */
  const [faulty, setFaulty] = useState<string | null>(null)
  const list = useId()
  if (departurePoints.length === 0) return null
  const stateOf = (kohta: string) => points.find((point) => point.kohta === kohta)?.kunnossa
  const mark = (kohta: string, kunnossa: boolean) => {
    const others = points.filter((point) => point.kohta !== kohta)
    // A second press takes the mark away.
    onChange(stateOf(kohta) === kunnossa ? others : [...others, { kohta, kunnossa }])
    if (!kunnossa && stateOf(kohta) !== false) setFaulty(kohta)
  }
  return (
    <section className={classes.check} aria-label="Ajoonlähtötarkastus">
      <UnstyledButton className={classes.checkHead} aria-expanded={isOpen} aria-controls={list} onClick={() => setIsOpen(!isOpen)}>
        <IconClipboardCheck size={22} stroke={1.8} aria-hidden />
        <span>
          <b>Ajoonlähtötarkastus</b>
          {!isOpen && <small>{departurePoints.slice(0, 3).join(', ')}…</small>}
        </span>
        <span className={classes.checkCount}>
          {points.length} / {departurePoints.length}
        </span>
        <IconChevronDown size={18} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />
      </UnstyledButton>
      <Collapse expanded={isOpen} id={list}>
        <ul className={classes.points}>
          {departurePoints.map((kohta) => (
            <li key={kohta}>
              <span>{kohta}</span>
              <Button
                variant={stateOf(kohta) === true ? 'filled' : 'default'}
                aria-pressed={stateOf(kohta) === true}
                aria-label={`${kohta}: kunnossa`}
                onClick={() => mark(kohta, true)}
              >
                <IconCheck size={22} aria-hidden />
              </Button>
              <Button
                variant={stateOf(kohta) === false ? 'light' : 'default'}
                color="yellow"
                aria-pressed={stateOf(kohta) === false}
                aria-label={`${kohta}: vika`}
                onClick={() => mark(kohta, false)}
              >
                <IconAlertTriangle size={22} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
        {points.length < departurePoints.length && (
          <Button
            variant="subtle"
            fullWidth
            onClick={() => onChange(departurePoints.map((kohta) => ({ kohta, kunnossa: stateOf(kohta) ?? true })))}
          >
            Loput kunnossa
          </Button>
        )}
      </Collapse>
      <FaultDialog car={car} info={faulty ?? ''} opened={faulty !== null} onClose={() => setFaulty(null)} />
    </section>
  )
}
