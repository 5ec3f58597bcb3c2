import { Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { newId } from '../../data/row.ts'
import { Section } from '../../ui/section.tsx'
import { ExtraWork } from './extra-work.tsx'
import { GoodsRowFields } from './goods-row.tsx'
import classes from './order.module.css'
import { productsQuery } from './order-data.ts'
import { blankJob, blankRow, type OrderValues, totalsOf } from './order-values.ts'
import { useRowList } from './use-row-list.ts'

type Props = {
  form: UseFormReturnType<OrderValues>
  asiakas: string
  /** Whether a product's locked sizes hold for this person (RULES section 4: customers). */
  locks: boolean
  step: number
}

const pieces = 'input[inputmode=numeric]'

/** What is carried, a shipment a row, and the work that comes with it; or that work alone. */
export function GoodsSection({ form, asiakas, locks, step }: Props) {
  const products = useQuery(productsQuery(asiakas))
  const { rows, jobs } = form.values
  const goods = useRowList({ form, path: 'rows', read: () => form.getValues().rows, removed: (at) => `Tavararivi ${at + 1} poistettu` })
  const work = useRowList({ form, path: 'jobs', read: () => form.getValues().jobs, removed: (at) => `Lisätyö ${at + 1} poistettu` })
  const filled = totalsOf(rows).pieces > 0 && rows.every((row) => row.paino !== '' && row.pituus !== '')
  const carries = rows.length > 0
  const onRemove = rows.length + jobs.length > 1
  const extra = jobs.length > 0 && <ExtraWork form={form} area={work.area} alone={!carries} onRemove={onRemove ? work.remove : null} />
  return (
    <Section
      title={carries ? 'Tavarat' : 'Tuntityöt'}
      step={step}
      done={carries ? filled : jobs.length > 0}
      aside={
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => work.insert(blankJob(newId), form.getValues().jobs.length)}
        >
          {carries ? 'Lisätyö tunteina' : 'Lisää tuntityö'}
        </Button>
      }
    >
      <div ref={goods.area} className={classes.rows}>
        {rows.map((row, position) => (
          <GoodsRowFields
            key={row.id}
            form={form}
            position={position}
            products={products.data}
            locks={locks}
            onDuplicate={() => goods.insert({ ...row, id: newId() }, position + 1, row.tuote ? pieces : 'input')}
            onRemove={onRemove ? () => goods.remove(position) : null}
          />
        ))}
      </div>
      {!carries && extra}
      <Group mt="md">
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => goods.insert(blankRow(newId), form.getValues().rows.length)}
        >
          {carries ? 'Lisää rivi' : 'Lisää tavararivi'}
        </Button>
      </Group>
      {carries && extra}
    </Section>
  )
}
