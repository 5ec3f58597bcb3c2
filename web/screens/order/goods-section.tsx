import { Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { newId } from '../../data/row.ts'
import { Section } from '../../ui/section.tsx'
import { showUndo } from '../../ui/undo-toast.tsx'
import { GoodsRowFields } from './goods-row.tsx'
import classes from './order.module.css'
import { productsQuery } from './order-data.ts'
import { blankRow, type GoodsValues, type OrderValues, totalsOf } from './order-values.ts'

type Props = {
  form: UseFormReturnType<OrderValues>
  asiakas: string
  /** Whether a product's locked sizes hold for this person (RULES section 4: customers). */
  locks: boolean
}

/** Step 3: what is carried, a shipment a row. */
export function GoodsSection({ form, asiakas, locks }: Props) {
  const products = useQuery(productsQuery(asiakas))
  const top = useRef<HTMLDivElement>(null)
  const { rows } = form.values

  /** Rows move under their faults: what was said of the old positions holds no more. */
  const setRows = (next: GoodsValues[]) => {
    for (const path of Object.keys(form.errors)) if (path.startsWith('rows.')) form.clearFieldError(path)
    form.setFieldValue('rows', next)
  }
  const focusRow = (position: number, field = 'input') =>
    requestAnimationFrame(() => {
      const target = top.current?.querySelectorAll('fieldset')[position]?.querySelector(field)
      if (target instanceof HTMLElement) target.focus()
    })
  const insert = (row: GoodsValues, position: number) => {
    const now = form.getValues().rows
    setRows([...now.slice(0, position), row, ...now.slice(position)])
    focusRow(position, row.tuote ? 'input[inputmode=numeric]' : 'input')
  }
  const remove = (position: number) => {
    const now = form.getValues().rows
    const gone = now[position]
    if (!gone) return
    setRows(now.filter((_, index) => index !== position))
    focusRow(Math.max(0, position - 1), 'input[inputmode=numeric]')
    showUndo(`Tavararivi ${position + 1} poistettu`, () => insert(gone, position))
  }
  const { pieces } = totalsOf(rows)
  return (
    <Section title="Tavarat" step={3} done={pieces > 0 && rows.every((row) => row.paino !== '' && row.pituus !== '')}>
      <div ref={top} className={classes.rows}>
        {rows.map((row, position) => (
          <GoodsRowFields
            key={row.id}
            form={form}
            position={position}
            products={products.data}
            locks={locks}
            onDuplicate={() => insert({ ...row, id: newId() }, position + 1)}
            onRemove={rows.length > 1 ? () => remove(position) : null}
          />
        ))}
      </div>
      <Group mt="md">
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => insert(blankRow(newId), form.getValues().rows.length)}
        >
          Lisää rivi
        </Button>
      </Group>
    </Section>
  )
}
