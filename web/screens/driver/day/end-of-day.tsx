import { Alert, Button, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { DriverDay } from '#domain/features/worktime/driver-calls.ts'
import type { OwnFigures } from '#domain/features/worktime/own-day/own-figures.ts'
import { addressOf } from '#web/features/addresses/places.ts'
import { Lasting, useSendingText } from '#web/features/outbox/lasting.tsx'
import { formatMinutes, formatTimeSpan, plural } from '#web/kit/format.ts'
import classes from './end.module.css'
import { DayWarnings } from './record/day-warnings.tsx'
import { hasWork, type Visit } from './visits.ts'

const labels = {
  aika_tyoaika: 'Työaika',
  aika_kesto: 'Päivän kesto',
  aika_ajo: 'Ajo',
  aika_lastaus: 'Lastaus',
  aika_purku: 'Purku',
  aika_tauko: 'Tauko',
  aika_odotus: 'Odotus',
  aika_muu: 'Muu työ',
  aika_ilta: 'Iltatyö',
  aika_yo: 'Yötyö',
  aika_pyha: 'Pyhätyö',
  aika_ylityo_50: 'Ylityö 50 %',
  aika_ylityo_100: 'Ylityö 100 %',
} as const
const always: ReadonlySet<string> = new Set<keyof typeof labels>(['aika_tyoaika', 'aika_kesto'])

type SumsProps = { day: DriverDay; figures: OwnFigures; now: number }

/** The sums of a day by kind, and the limits of the law that it passes. */
export function DaySums({ day, figures: { sums, breaches }, now }: SumsProps) {
  return (
    <>
      <p className={classes.span}>{formatTimeSpan(day.alkuaika, day.loppuaika || now)}</p>
      <dl className={classes.sums}>
        {Object.entries(labels).map(([key, label]) => {
          const minutes = Object.entries(sums).find(([name]) => name === key)?.[1] ?? 0
          return minutes === 0 && !always.has(key) ? null : (
            <div key={key} data-main={key === 'aika_tyoaika' || undefined}>
              <dt>{label}</dt>
              <dd>{formatMinutes(Math.floor(minutes))}</dd>
            </div>
          )
        })}
      </dl>
      <DayWarnings breaches={breaches} start={day.alkuaika} />
    </>
  )
}

/** How many actions of the day have not been sent. */
export function UnsentActions({ count }: { count: number }) {
  const sending = useSendingText()
  if (count === 0) return null
  return (
    <Lasting>
      <p className={classes.unsent}>
        {plural(count, 'toiminto', 'toimintoa')} {sending}.
      </p>
    </Lasting>
  )
}

type Props = SumsProps & { visits: readonly Visit[]; opened: boolean; unsent: number; onClose: () => void; onEnd: () => void }

/** Asks before the day is ended, with what it has come to and what is still open. Nothing prevents the end. */
export function EndOfDay({ day, figures, now, visits, opened, unsent, onClose, onEnd }: Props) {
  const open = visits.filter((visit) => hasWork(visit) && !visit.isDone)
  return (
    <Modal opened={opened} onClose={onClose} title="Päätä päivä" size="md" returnFocus>
      <Stack gap="md">
        <DaySums day={day} figures={figures} now={now} />
        {open.length > 0 && (
          <Alert
            color="yellow"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={`Kesken: ${plural(open.length, 'pysähdys', 'pysähdystä')}`}
          >
            <ul className={classes.open}>
              {open.slice(0, 8).map(({ key, number, place, parts }) => (
                <li key={key}>
                  {number}. {place.name || addressOf(place)}
                  {parts.some(({ kind }) => kind === 'toimitus') && ' – kuittaus puuttuu'}
                </li>
              ))}
              {open.length > 8 && <li>ja {open.length - 8} muuta</li>}
            </ul>
          </Alert>
        )}
        <UnsentActions count={unsent} />
        <Button size="md" fullWidth className={classes.go} onClick={onEnd}>
          Päätä päivä
        </Button>
        <Button variant="default" size="md" fullWidth className={classes.go} onClick={onClose}>
          Jatka työtä
        </Button>
      </Stack>
    </Modal>
  )
}
