import { Text } from '@mantine/core'
import classes from './map.module.css'

/** Without a network, or in a browser that cannot draw. */
export const MapMissing = () => (
  <Text c="dimmed" size="sm" className={classes.missing}>
    Karttaa ei voi näyttää tässä selaimessa.
  </Text>
)
