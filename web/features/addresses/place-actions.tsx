import { Button } from '@mantine/core'
import { IconNavigation, IconPhone } from '@tabler/icons-react'
import type { LatLng } from '#web/ui/map/map-points.ts'
import classes from './place-actions.module.css'
import { addressOf, driveLink, type Place, showPhone } from './places.ts'

type Props = {
  place: Place
  /** The exact position, if it is known; used for navigation instead of the address. */
  at?: LatLng | null
}

/** Buttons for calling and for navigation; without a phone number or an address there is no such button. */
export function PlaceActions({ place, at = null }: Props) {
  const driveUrl = driveLink(place, at)
  if (!place.phone && !driveUrl) return null
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
      {driveUrl && (
        <Button
          component="a"
          href={driveUrl}
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
