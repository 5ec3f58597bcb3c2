import { Button, Kbd } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight, IconLockOpen } from '@tabler/icons-react'
import { formatDay } from '#web/kit/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { DayRead } from './day-data.ts'
import type { DayRow } from './model/day-values.ts'
import type { DayForm } from './use-day-form.ts'
import { useOperation } from './use-operation.ts'
import classes from './worktime-day.module.css'

type Props = { read: DayRead; form: DayForm; before: DayRow | null; after: DayRow | null; isOpen: boolean }

/** The driver's previous and next day, and "Merkitse tarkistetuksi". */
export function DayActions({ read, form, before, after, isOpen }: Props) {
  const { row } = read
  const { run, isRunning } = useOperation(form)
  const mark = (tarkistettu: boolean) =>
    run({
      operation: { operation: 'MARK_AS_TARKISTETTU', ids: [row.id], tarkistettu },
      done: tarkistettu ? 'Kirjaus merkitty tarkistetuksi' : 'Tarkistusmerkintä poistettu',
    })
  return (
    <>
      <Button.Group className={classes.days ?? ''}>
        <DayLink day={before} label="Edellinen päivä" shortcut="K" />
        <DayLink day={after} label="Seuraava päivä" shortcut="J" isNext />
      </Button.Group>
      {row.tarkistettu ? (
        <Button
          variant="default"
          className={classes.mark}
          leftSection={<IconLockOpen size={18} aria-hidden />}
          loading={isRunning}
          onClick={() => mark(false)}
        >
          Poista tarkistusmerkintä
        </Button>
      ) : (
        <Button
          className={classes.mark}
          leftSection={<IconCheck size={18} aria-hidden />}
          variant="default"
          loading={isRunning}
          disabled={isOpen}
          title={isOpen ? 'Päivä on vielä auki.' : undefined}
          onClick={() => mark(true)}
        >
          {form.isChanged ? 'Tallenna ja merkitse tarkistetuksi' : 'Merkitse tarkistetuksi'}
        </Button>
      )}
    </>
  )
}

function DayLink({ day, label, shortcut, isNext = false }: { day: DayRow | null; label: string; shortcut: string; isNext?: boolean }) {
  const Icon = isNext ? IconChevronRight : IconChevronLeft
  const icon = <Icon size={18} aria-hidden />
  const key = (
    <Kbd size="xs" aria-hidden>
      {shortcut}
    </Kbd>
  )
  if (!day)
    return (
      <Button variant="default" disabled aria-label={`${label}: ei ole`} {...(isNext ? { rightSection: icon } : { leftSection: icon })}>
        –
      </Button>
    )
  return (
    <LinkButton
      to="/kirjaus/$tyovuoroKirjausId"
      params={{ tyovuoroKirjausId: day.id }}
      variant="default"
      aria-label={`${label}, ${formatDay(day.paiva)}`}
      aria-keyshortcuts={shortcut}
      leftSection={isNext ? key : icon}
      rightSection={isNext ? icon : key}
    >
      {formatDay(day.paiva)}
    </LinkButton>
  )
}
