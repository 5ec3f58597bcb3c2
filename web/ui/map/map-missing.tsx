import { Text } from '@mantine/core'
import classes from './map.module.css'

/** Shown without a network, or in a browser that cannot draw the map. */
export const MapMissing = () => (
  <Text c="dimmed" size="sm" className={classes.missing}>
    Karttaa ei voi näyttää tässä selaimessa.
  </Text>
)
