import { IconMapPin } from '@tabler/icons-react'
import { addressOf, type Place } from '#web/features/addresses/places.ts'
import classes from './driver.module.css'

type PlaceProps = {
  kind: string
  place: Place
  /** The other end of the transport, shown small. */
  further?: { kind: string; place: Place } | undefined
}

/** The next place to go to, large; the other end of the transport, small. */
export function PlaceText({ kind, place, further }: PlaceProps) {
  return (
    <div className={classes.place}>
      <p className={classes.kind}>{kind}</p>
      <h3 className={classes.name}>{place.name || addressOf(place)}</h3>
      {place.name && <p className={classes.address}>{addressOf(place)}</p>}
      {further && (
        <p className={classes.further}>
          <IconMapPin size={18} stroke={1.8} aria-hidden />
          <span>
            {further.kind}: {[further.place.name, addressOf(further.place)].filter(Boolean).join(', ')}
          </span>
        </p>
      )}
    </div>
  )
}
