import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DriverToday } from '#domain/features/orders/drivers-today.ts'
import { driversToday } from '#web/features/orders/drivers-today.ts'
import { type DraggedRows, useDraggedRows, useRowDrop } from '#web/kit/list/row-drag.tsx'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { formatCount, formatKilos, plural } from '../../kit/format.ts'
import classes from './driver-panel.module.css'

type Props = { onDrop: (driver: DriverToday, ids: readonly string[]) => void; onHide: () => void }

/** Today's drivers with their loads, as drop targets for orders. For keyboard users the action bar of selected orders does the same. */
export function DriverPanel({ onDrop, onHide }: Props) {
  const { data, isError, refetch } = useQuery(driversToday)
  const dragged = useDraggedRows()
  const drivers = data?.data ?? []
  const onShift = drivers.filter(({ vuorossa }) => vuorossa).length
  const max = Math.max(1, ...drivers.map(({ paino }) => paino))
  return (
    <section aria-label="Kuljettajat tänään">
      <header className={classes.head}>
        <h2 className={classes.title}>Kuljettajat tänään</h2>
        <span className={classes.detail}>{data && (onShift > 0 ? `${formatCount(onShift)} vuorossa` : 'Ei työvuoroja')}</span>
        <ActionIcon size="sm" aria-label="Piilota kuljettajat" onClick={onHide}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      {drivers.length > 0 && (
        <p className={classes.hint} data-active={dragged !== null || undefined}>
          {dragged ? `Pudota ${dragged.label} kuljettajalle. Auto tulee mukana.` : 'Vedä tilauksia kuljettajalle.'}
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
      {data && drivers.length === 0 && <p className={classes.hint}>Kenelläkään ei ole tänään työvuoroa eikä ajettavaa.</p>}
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
          {auto ? <Plate>{auto.rekisterinumero}</Plate> : 'Ei autoa'}
          {away && <span className={classes.away}>Ei vuorossa</span>}
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
      <div className={classes.bar} title={`Tänään kuljetettavana ${plural(kolli, 'kolli', 'kollia')}, ${formatKilos(paino)}`}>
        <div style={{ width: `${Math.round((paino / max) * 100)}%` }} />
      </div>
    </li>
  )
}
