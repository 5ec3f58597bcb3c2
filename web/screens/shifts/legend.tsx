import { Kbd } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { shiftMarks, shiftTypes } from '#domain/entities/shift/shift.entity.ts'
import { typeOrder } from './changes/calendar-keys.ts'
import classes from './legend.module.css'

const keys: readonly (readonly [string, string])[] = [
  ['← ↑ ↓ →', 'siirry'],
  ['Vaihto', 'valitse alue'],
  ['t x vp vl s k', 'tyyppi'],
  ['a r', 'auto, reitti'],
  ['Ctrl C V Z', 'kopioi, liitä, kumoa'],
]

/** What the marks mean, what was done last, and the keys. */
export function Legend({ said }: { said: string }) {
  return (
    <footer className={classes.legend}>
      <span className={classes.marks}>
        {typeOrder.map((type) => (
          <span key={type}>
            <b>{shiftMarks[type]}</b> {shiftTypes[type]}
          </span>
        ))}
        <span>
          <i className={classes.dash} aria-hidden /> Julkaisematta
        </span>
        <span>
          <IconArrowsExchange size={14} aria-hidden /> Toisen reitillä
        </span>
      </span>
      <output className={classes.said}>{said}</output>
      <span className={classes.keys}>
        {keys.map(([key, what]) => (
          <span key={key}>
            <Kbd size="xs">{key}</Kbd> {what}
          </span>
        ))}
      </span>
    </footer>
  )
}
