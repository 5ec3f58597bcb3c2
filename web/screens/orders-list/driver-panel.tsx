import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { type BoardDriver, type BoardDrivers, boardDriversCall } from '#domain/features/planning-board/board-drivers.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { BoardDay } from '#web/features/planning-board/board-day.tsx'
import { breachText, gravestFirst, shiftTimesOf } from '#web/features/planning-board/board-words.ts'
import { CallDriver } from '#web/features/planning-board/call-driver.tsx'
import { Load } from '#web/features/planning-board/load.tsx'
import { type DraggedRows, useDraggedRows, useRowDrop } from '#web/kit/list/row-drag.tsx'
import { useNow } from '#web/kit/page/use-now.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { formatCount, formatDay, plural } from '../../kit/format.ts'
import { useSettings } from '../../session/settings.ts'
import classes from './driver-panel.module.css'

/** Whom orders are dropped on, with the shift of the panel's day and its car; without a shift an order gets the driver alone. */
export type DropTarget = Pick<BoardDriver, 'kuljettaja'> & { shift: { id: string; day: number; auto: BoardDriver['auto'] } | null }

type Props = {
  /** Null: today, also after midnight. */
  chosen: number | null
  onChoose: (day: number | null) => void
  onDrop: (target: DropTarget, ids: readonly string[]) => void
  onHide: () => void
}

const driversOf = (paiva: number) => ({
  queryKey: queryKeys.call(boardDriversCall.path, { paiva }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<BoardDrivers> =>
    (await callApi(boardDriversCall, { paiva }, { signal })).data,
})

/** The board of a day in its narrow form: its drivers with their loads, as drop targets for orders. For keyboard users the action bar of selected orders gives drivers. */
export function DriverPanel({ chosen, onChoose, onDrop, onHide }: Props) {
  const today = startOfDay(useNow())
  const day = chosen ?? today
  const onDay = (next: number) => onChoose(next === today ? null : next)
  const { data, isError, refetch } = useQuery(driversOf(day))
  const dragged = useDraggedRows()
  const { vuorot, ilman_vuoroa } = data ?? { vuorot: [], ilman_vuoroa: [] }
  const hasShifts = useSettings().features.tyovuorot
  const onShift = new Set(vuorot.map(({ kuljettaja }) => kuljettaja.id))
  const shiftsText = !hasShifts ? '' : onShift.size > 0 ? `${formatCount(onShift.size)} vuorossa. ` : 'Ei työvuoroja. '
  const shiftOf = (driver: string): DropTarget['shift'] => {
    const first = vuorot.find(({ kuljettaja }) => kuljettaja.id === driver)
    return first ? { id: first.id, day, auto: first.auto } : null
  }
  const isEmpty = vuorot.length + ilman_vuoroa.length === 0
  return (
    <section aria-label={day === today ? 'Kuljettajat tänään' : `Kuljettajat ${formatDay(day)}`}>
      <header className={classes.head}>
        <h2 className={classes.title}>Kuljettajat</h2>
        <Button size="compact-xs" variant={day === today ? 'light' : 'default'} aria-pressed={day === today} onClick={() => onDay(today)}>
          Tänään
        </Button>
        <ActionIcon size="sm" aria-label="Piilota kuljettajat" onClick={onHide}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes.day}>
        <BoardDay form="narrow" day={day} onDay={onDay} />
      </div>
      {data && !isEmpty && (
        <p className={classes.hint} data-active={dragged !== null || undefined}>
          {dragged ? dropHint(dragged.label, onShift.size > 0 ? day : null) : `${shiftsText}Vedä tilauksia kuljettajalle.`}
        </p>
      )}
      {data ? (
        <ul className={classes.list}>
          {vuorot.map((shift) => (
            <DriverCard
              key={shift.id}
              target={{ kuljettaja: shift.kuljettaja, shift: { id: shift.id, day, auto: shift.auto } }}
              dragged={dragged}
              onDrop={onDrop}
            >
              {shift.auto ? <Plate>{shift.auto.rekisterinumero}</Plate> : <span className={classes.soft}>Ei autoa</span>}
              <span className={classes.soft}>{shiftTimesOf(shift)}</span>
              <span className={classes.loads}>
                <Load isNarrow value={shift.kg} max={shift.auto?.kantavuus ?? 0} unit="kg" />
                <Load isNarrow value={shift.lavat} max={shift.auto?.lavapaikat ?? 0} unit="lavaa" />
              </span>
              <Breaches shift={shift} />
            </DriverCard>
          ))}
          {ilman_vuoroa.map(({ kuljettaja, tilauksia }) => (
            <DriverCard key={kuljettaja.id} target={{ kuljettaja, shift: shiftOf(kuljettaja.id) }} dragged={dragged} onDrop={onDrop}>
              {hasShifts && <span className={classes.away}>{onShift.has(kuljettaja.id) ? 'Ilman pysähdyksiä' : 'Ei vuoroa'}</span>}
              <span className={classes.soft}>{plural(tilauksia, 'tilaus', 'tilausta')}</span>
            </DriverCard>
          ))}
        </ul>
      ) : (
        !isError && ['a', 'b', 'c', 'd', 'e'].map((key) => <Skeleton key={key} height={108} mb={8} radius="md" />)
      )}
      {data && isEmpty && <p className={classes.hint}>{hasShifts ? emptyText(day, today) : 'Kuljettajia ei ole.'}</p>}
      {isError && !data && (
        <>
          <p className={classes.hint}>Kuljettajia ei saatu.</p>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            Yritä uudelleen
          </Button>
        </>
      )}
    </section>
  )
}

/** What a drop does: an order gets the day and the car of a shift; without shifts the driver alone. */
const dropHint = (what: string, day: number | null): string =>
  day === null
    ? `Pudota ${what} kuljettajalle. Auto ja ajopäivä eivät muutu.`
    : `Pudota ${what} vuorolle, auto tulee mukana. Ajopäivä on ${formatDay(day)}`

const emptyText = (day: number, today: number): string =>
  day === today ? 'Kenelläkään ei ole tänään työvuoroa eikä ajettavaa.' : 'Kenelläkään ei ole työvuoroa eikä ajettavaa tänä päivänä.'

/** The gravest breach, as the board flags it, all of them in its title; without any the number of stops. */
function Breaches({ shift: { huomautukset, pysahdyksia } }: { shift: BoardDriver }) {
  const breaches = gravestFirst(huomautukset)
  const [first] = breaches
  if (!first) return <span className={classes.news}>{plural(pysahdyksia, 'pysähdys', 'pysähdystä')}</span>
  return (
    <span className={classes.news} data-tone={first.laji === 'etuajassa' ? 'early' : 'late'} title={breaches.map(breachText).join('\n')}>
      <IconAlertTriangle size={12} aria-hidden />
      <span className={classes.cut}>{breachText(first)}</span>
      {breaches.length > 1 && <span>+{breaches.length - 1}</span>}
    </span>
  )
}

type CardProps = { target: DropTarget; dragged: DraggedRows | null; onDrop: Props['onDrop']; children: ReactNode }

function DriverCard({ target, dragged, onDrop, children }: CardProps) {
  const { kuljettaja } = target
  const { ref, over } = useRowDrop<HTMLLIElement>(({ ids }) => onDrop(target, ids))
  return (
    <li ref={ref} className={classes.card} data-over={over || undefined}>
      <Avatar name={kuljettaja.name} size={24} />
      <strong className={classes.name} title={kuljettaja.name}>
        {kuljettaja.name}
      </strong>
      {kuljettaja.puhelin !== '' && <CallDriver driver={kuljettaja} className={classes.phone} size={15} />}
      <div className={classes.rest}>
        {over ? (
          <>
            <strong>+ {dragged?.label}</strong>
            {!target.shift && <span>vain kuljettaja</span>}
          </>
        ) : (
          children
        )}
      </div>
    </li>
  )
}
