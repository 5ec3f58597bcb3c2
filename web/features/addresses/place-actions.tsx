import { Button } from '@mantine/core'
import { IconNavigation, IconPhone } from '@tabler/icons-react'
import type { LatLng } from '#web/ui/map/map-points.ts'
import classes from './place-actions.module.css'
import { addressOf, driveLink, type Place, showPhone } from './places.ts'

type Props = {
  place: Place
  /** Where it is when that is known better than by its address. */
  at?: LatLng | null
}

/** Calling and driving there; what is not known is not offered. */
export function PlaceActions({ place, at = null }: Props) {
  const way = driveLink(place, at)
  if (!place.phone && !way) return null
  return (
    <div className={classes.actions}>
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
