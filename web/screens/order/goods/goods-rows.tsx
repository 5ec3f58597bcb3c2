import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { newId } from '#web/data/row.ts'
import classes from '../order.module.css'
import { productsQuery } from '../order-data.ts'
import type { OrderValues } from '../order-values.ts'
import { rowRemovedText } from '../places/removed-text.ts'
import { pieces, type RowList } from '../use-row-list.ts'
import { GoodsRowFields } from './goods-row.tsx'

export type GoodsProps = {
  form: UseFormReturnType<OrderValues>
  asiakas: string
  /** Whether a product's locked sizes apply to this person (rules/products.md#locked-sizes: customers). */
  locks: boolean
  list: RowList
}

/** The goods rows of the order, or of one of its deliveries. */
export function GoodsRows({ form, asiakas, locks, list, delivery }: GoodsProps & { delivery?: string }) {
  const products = useQuery(productsQuery(asiakas))
  const { rows, jobs } = form.values
  return (
    <div className={classes.rows}>
      {rows.map((row, position) =>
        delivery === undefined || row.toimitus === delivery ? (
          <GoodsRowFields
            key={row.id}
            form={form}
            position={position}
            products={products.data}
            locks={locks}
            list={list}
            onDuplicate={() => list.insertRow({ ...row, id: newId() }, position + 1, row.tuote ? pieces : 'input')}
            onRemove={rows.length + jobs.length > 1 ? () => list.remove(new Set([row.id]), rowRemovedText(form.values, position)) : null}
          />
        ) : null,
      )}
    </div>
  )
}
