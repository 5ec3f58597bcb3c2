import { Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import type { EntityRow } from '#web/data/row.ts'
import { addressOf, savedPlace } from '#web/features/addresses/places.ts'
import classes from './lines.module.css'

/** The terminal where the goods are. */
export function WaitsAt({ place }: { place: EntityRow<'postiosoite'> | undefined }) {
  if (!place) return null
  const at = savedPlace(place)
  return (
    <Text className={classes.waits}>
      <IconMapPin size={18} stroke={1.8} aria-hidden />
      <span>Nyt: {[at.name, addressOf(at)].filter(Boolean).join(', ')}</span>
    </Text>
  )
}
