import { Button } from '@mantine/core'
import { IconMapPin, IconNavigation, IconPhone } from '@tabler/icons-react'
import { addressOf, driveLink, type Place, showPhone } from '#web/features/addresses/places.ts'
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

/** Buttons for calling the contact and for navigation; only those whose data is known are shown. */
export function PlaceActions({ place }: { place: Place }) {
  const way = driveLink(place)
  if (!place.phone && !way) return null
  return (
    <div className={classes.two}>
      {place.phone && (
        <Button
          component="a"
          href={`tel:${place.phone}`}
          variant="default"
          size="md"
          leftSection={<IconPhone size={20} aria-hidden />}
          aria-label={`Soita ${place.contact} ${showPhone(place.phone)}`}
        >
          {place.contact ? `Soita ${place.contact.split(' ')[0]}` : 'Soita'}
        </Button>
      )}
      {way && (
        <Button
          component="a"
          href={way}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="md"
          leftSection={<IconNavigation size={20} aria-hidden />}
          aria-label={`Navigoi: ${place.name || addressOf(place)}`}
        >
          Navigoi
        </Button>
      )}
    </div>
  )
}
