import { Button } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import classes from './counted-pieces.module.css'

type Props = {
  /** The goods, for screen readers. */
  of: string
  ordered: number
  /** Undefined when nobody has counted. */
  count: number | undefined
  onChange: (count: number | undefined) => void
  /** Shows which goods are counted, where several are near. */
  isNamed?: boolean
}

const { max } = lahetys.fields.toimitettu_maara

/** The counted number of pieces, where it differs from the ordered one (rules/deliveries.md#counted-pieces). */
export function CountedPieces({ of, ordered, count, onChange, isNamed = false }: Props) {
  const [isOpen, setIsOpen] = useState(count !== undefined)
  if (!isOpen)
    return (
      <Button variant="subtle" color="gray" size="md" aria-label={`Eri määrä: ${of}`} onClick={() => setIsOpen(true)}>
        {isNamed ? `Eri määrä: ${of}` : 'Eri määrä'}
      </Button>
    )
  const shown = count ?? ordered
  const set = (next: number) => onChange(Math.min(max, Math.max(1, next)))
  return (
    <fieldset className={classes.counted} aria-label={`Laskettu määrä: ${of}`}>
      {isNamed && <span className={classes.of}>{of}</span>}
      <Button
        variant="default"
        size="md"
        className={classes.step}
        aria-label="Yksi vähemmän"
        disabled={shown <= 1}
        onClick={() => set(shown - 1)}
      >
        <IconMinus size={22} aria-hidden />
      </Button>
      <output className={classes.count} data-differs={shown !== ordered || undefined}>
        <strong>{shown}</strong> / {ordered}
      </output>
      <Button variant="default" size="md" className={classes.step} aria-label="Yksi enemmän" onClick={() => set(shown + 1)}>
        <IconPlus size={22} aria-hidden />
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="md"
        onClick={() => {
          onChange(undefined)
          setIsOpen(false)
        }}
      >
        Peru
      </Button>
    </fieldset>
  )
}
