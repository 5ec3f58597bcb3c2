import { UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { parseEuros } from '#domain/values/money.ts'
import { NumberField } from '#web/kit/form/number-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatEuros } from '#web/kit/format.ts'
import classes from './price-cell.module.css'

type Props = { tunniste: string; price: number; onPrice: (price: number) => void }

/** A price that turns into a field when pressed: Enter saves, Esc restores it. */
export function PriceCell({ tunniste, price, onPrice }: Props) {
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Returns the focus to the button once the field is gone.
    if (wasEditing.current && !editing && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing) {
    return (
      <PriceField
        tunniste={tunniste}
        price={price}
        onDone={(value) => {
          setEditing(false)
          if (value !== null && value !== price) onPrice(value)
        }}
      />
    )
  }
  return (
    <UnstyledButton
      ref={button}
      className={classes.price}
      data-missing={price === 0 || undefined}
      aria-label={price > 0 ? `Hinta ${formatEuros(price)}, muuta, ${tunniste}` : `Lisää hinta, ${tunniste}`}
      onClick={() => setEditing(true)}
    >
      {price > 0 ? formatEuros(price) : 'Lisää hinta'}
      <IconPencil size={14} stroke={1.8} aria-hidden />
    </UnstyledButton>
  )
}

function PriceField({ tunniste, price, onDone }: { tunniste: string; price: number; onDone: (value: number | null) => void }) {
  const [typed, setTyped] = useState<TypedNumber>(price || '')
  const [fault, setFault] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const commit = () => {
    const parsed = parseEuros(String(typed || 0))
    if ('fault' in parsed) setFault(parsed.fault)
    else onDone(parsed.value)
  }
  return (
    <NumberField
      ref={field}
      className={classes.priceField}
      size="sm"
      decimals={2}
      fixed
      aria-label={`Hinta, ${tunniste}`}
      rightSection="€"
      value={typed}
      error={fault || undefined}
      onChange={(value) => {
        setTyped(value)
        setFault('')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // Otherwise the same key press would also activate the button that replaces the field.
          event.preventDefault()
          commit()
        }
        if (event.key === 'Escape') onDone(null)
      }}
      onBlur={commit}
    />
  )
}
