import { IconArrowRight } from '@tabler/icons-react'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { OrderBadge } from '../order-badge.tsx'
import type { LineRow } from '../order-rows.ts'
import classes from './order-peek.module.css'

/** A shipment or an hourly job of the order, from the list's row. */
export function PeekLine({ line }: { line: LineRow }) {
  const { badge, lateDays, what, from, to, driver, car, live, note } = line
  return (
    <li className={classes.line}>
      <div className={classes.lineHead}>
        <strong>{what}</strong>
        <OrderBadge status={badge} lateDays={lateDays} />
      </div>
      <p className={classes.route}>
        <span>{from || 'Osoite puuttuu'}</span>
        {to && (
          <>
            <IconArrowRight size={14} role="img" aria-label="–" />
            <span>{to}</span>
          </>
        )}
      </p>
      {note && <p className={classes.note}>{note}</p>}
      {(driver || car || live) && (
        <p className={classes.crew}>
          {driver ? (
            <>
              <Avatar name={driver.name} /> {driver.name}
            </>
          ) : (
            live && <span className={classes.missing}>Ei kuljettajaa</span>
          )}
          {car && <Plate>{car.name}</Plate>}
        </p>
      )}
    </li>
  )
}
