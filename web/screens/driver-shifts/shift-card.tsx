import { useState } from 'react'
import { routeLabel } from '#domain/entities/shift/route-label.ts'
import { shiftTypes } from '#domain/entities/shift/shift.entity.ts'
import type { DriverShift } from '#domain/features/shifts/driver-shifts.ts'
import { hoursText } from '#web/features/shifts/shift-words.ts'
import { formatMinutes } from '#web/kit/format.ts'
import { Plate } from '#web/ui/badges/plate.tsx'
import { chipStyle } from '#web/ui/color-contrast.ts'
import classes from './driver-shifts.module.css'

/** A shift: when, which routes, which car, and the notes of the routes. */
export function ShiftCard({ shift }: { shift: DriverShift }) {
  const { tyyppi, tyoreitit, auto, kesto } = shift
  // Stays until the page is left: the mark would otherwise go while it is read.
  const [isNew, setIsNew] = useState(shift.timestamp_luettu === 0)
  // A change that comes while the page is open, also after a stored copy that was read.
  if (!isNew && shift.timestamp_luettu === 0) setIsNew(true)
  const hours = hoursText(shift)
  const drives = tyyppi === 'TYOVUORO'
  const notes = tyoreitit.filter(({ lisatiedot }) => lisatiedot !== '')
  return (
    <article className={classes.shift} data-type={tyyppi}>
      <div className={classes.head}>
        <strong className={classes.hours}>{drives && hours ? hours : shiftTypes[tyyppi]}</strong>
        {kesto > 0 && drives && <span className={classes.length}>{formatMinutes(kesto)}</span>}
        {isNew && <span className={classes.new}>Uusi tai muuttunut</span>}
      </div>
      {(tyoreitit.length > 0 || auto) && (
        <div className={classes.work}>
          {tyoreitit.map((route) => (
            <span key={route.id} className={classes.route}>
              <b className={classes.chip} style={chipStyle(route.color)}>
                {routeLabel(route)}
              </b>
              {route.name !== '' && route.name !== routeLabel(route) && <span>{route.name}</span>}
            </span>
          ))}
          {auto && <Plate large>{auto.rekisterinumero}</Plate>}
        </div>
      )}
      {drives && !hours && tyoreitit.length === 0 && !auto && <p className={classes.detail}>Aika ja reitti selviävät ajojärjestelystä.</p>}
      {notes.map((route) => (
        <p key={route.id} className={classes.note}>
          {tyoreitit.length > 1 && <b>Reitti {routeLabel(route)}: </b>}
          {route.lisatiedot}
        </p>
      ))}
    </article>
  )
}
