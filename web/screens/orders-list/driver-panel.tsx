import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DriverToday } from '#domain/features/orders/drivers-today.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { driversToday } from '#web/features/orders/drivers-today.ts'
import { type DraggedRows, useDraggedRows, useRowDrop } from '#web/kit/list/row-drag.tsx'
import { useNow } from '#web/kit/page/use-now.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { formatCount, formatDay, formatKilos, plural } from '../../kit/format.ts'
import classes from './driver-panel.module.css'
import { driversOfDay } from './drivers-of-day.ts'

type Props = { onDrop: (driver: DriverToday, ids: readonly string[]) => void; onHide: () => void }

/** The drivers of a day, today's first, with their loads, as drop targets for orders: the board's narrow form. For keyboard users the action bar of selected orders does the same. */
export function DriverPanel({ onDrop, onHide }: Props) {
  const today = startOfDay(useNow())
  const [chosen, setChosen] = useState<number | null>(null)
  const day = chosen ?? today
  const isToday = day === today
  const ofToday = useQuery({ ...driversToday, enabled: isToday })
  const ofDay = useQuery({ ...driversOfDay(day), enabled: !isToday })
  const { data, isError, refetch } = isToday ? ofToday : ofDay
  const dragged = useDraggedRows()
  const drivers = data?.data ?? []
  const onShift = drivers.filter(({ vuorossa }) => vuorossa).length
  const shiftsText = onShift > 0 ? `${formatCount(onShift)} vuorossa` : 'Ei työvuoroja'
  const max = Math.max(1, ...drivers.map(({ paino }) => paino))
  return (
    <section aria-label={isToday ? 'Kuljettajat tänään' : `Kuljettajat ${formatDay(day)}`}>
      <header className={classes.head}>
        <h2 className={classes.title}>Kuljettajat</h2>
        <span className={classes.day}>
          <ActionIcon size={24} variant="subtle" aria-label="Edellinen päivä" onClick={() => setChosen(addDays(day, -1))}>
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <button type="button" className={classes.dayName} title="Näytä tämä päivä" onClick={() => setChosen(null)} aria-live="polite">
            {isToday ? 'tänään' : formatDay(day)}
          </button>
          <ActionIcon size={24} variant="subtle" aria-label="Seuraava päivä" onClick={() => setChosen(addDays(day, 1))}>
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </span>
        <ActionIcon size="sm" aria-label="Piilota kuljettajat" onClick={onHide}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      {drivers.length > 0 && (
        <p className={classes.hint} data-active={dragged !== null || undefined}>
          {dragged ? `Pudota ${dragged.label} kuljettajalle. Auto tulee mukana.` : `${shiftsText}. Vedä tilauksia kuljettajalle.`}
        </p>
      )}
      {data ? (
        <ul className={classes.list}>
          {drivers.map((driver) => (
            <DriverCard
              key={driver.id}
              driver={driver}
              max={max}
              away={onShift > 0 && !driver.vuorossa}
              dragged={dragged}
              onDrop={onDrop}
            />
          ))}
        </ul>
      ) : (
        !isError && ['a', 'b', 'c', 'd', 'e'].map((key) => <Skeleton key={key} height={66} mb={8} radius="md" />)
      )}
      {data && data.meta.count > drivers.length && (
        <p className={classes.hint}>
          Näytetään {formatCount(drivers.length)} / {formatCount(data.meta.count)} kuljettajaa.
        </p>
      )}
      {data && drivers.length === 0 && (
        <p className={classes.hint}>
          {isToday ? 'Kenelläkään ei ole tänään työvuoroa eikä ajettavaa.' : 'Kenelläkään ei ole työvuoroa eikä ajettavaa tänä päivänä.'}
        </p>
      )}
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

type CardProps = { driver: DriverToday; max: number; away: boolean; dragged: DraggedRows | null; onDrop: Props['onDrop'] }

function DriverCard({ driver, max, away, dragged, onDrop }: CardProps) {
  const { name, auto, tilauksia, kolli, paino } = driver
  const { ref, over } = useRowDrop<HTMLLIElement>(({ ids }) => onDrop(driver, ids))
  return (
    <li ref={ref} className={classes.card} data-over={over || undefined}>
      <Avatar name={name} size={28} />
      <div className={classes.who}>
        <strong className={classes.name}>{name}</strong>
        <span className={classes.car}>
          {/* One line: the card has a height of its own. */}
          {away ? (
            <span className={classes.away} title={auto?.rekisterinumero}>
              Ei vuorossa
            </span>
          ) : auto ? (
            <Plate>{auto.rekisterinumero}</Plate>
          ) : (
            'Ei autoa'
          )}
        </span>
      </div>
      <div className={classes.load}>
        {over ? (
          <strong>+ {dragged?.label}</strong>
        ) : tilauksia > 0 ? (
          <>
            <span>{plural(tilauksia, 'tilaus', 'tilausta')}</span>
            <span>{formatKilos(Math.round(paino))}</span>
          </>
        ) : (
          <span>Vapaana</span>
        )}
      </div>
      <div className={classes.bar} title={`Kuljetettavana ${plural(kolli, 'kolli', 'kollia')}, ${formatKilos(paino)}`}>
        <div style={{ width: `${Math.round((paino / max) * 100)}%` }} />
      </div>
    </li>
  )
}
