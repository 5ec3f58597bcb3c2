import { Tick } from '#web/ui/tick.tsx'
import { contentOf, OrderNumber } from './columns.tsx'
import { Amount, DeliveredDay, PriceValue } from './edit-cells.tsx'
import classes from './invoicing.module.css'
import { MissingMarks } from './missing-marks.tsx'
import type { ListedOrder } from './uninvoiced-rows.ts'
import type { SaveEdit } from './use-list-edits.ts'

type Props = { row: ListedOrder; save: SaveEdit; selected: boolean; onSelect: (id: string, selected: boolean) => void }

/** An uninvoiced order on a phone. */
export function OrderCard({ row: { id, order }, save, selected, onSelect }: Props) {
  const towns = [order.nouto, order.toimitus].filter(Boolean).join(' → ')
  return (
    <div className={classes.card} data-selected={selected || undefined}>
      <div className={classes.cardLine}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the tick is its control, and carries the name */}
        <label className={classes.pick}>
          <Tick label={`Valitse ${order.tunniste}`} checked={selected} onChange={(on) => onSelect(id, on)} />
        </label>
        <OrderNumber order={order} />
        <span className={classes.cardPrice}>
          <PriceValue order={order} save={save} />
        </span>
      </div>
      <div className={classes.cardText}>{[towns, contentOf(order)].filter(Boolean).join(' · ')}</div>
      <div className={classes.cardLine}>
        <DeliveredDay order={order} save={save} />
        {order.tuntityo && <Amount order={order} save={save} />}
        <MissingMarks order={order} />
      </div>
    </div>
  )
}
