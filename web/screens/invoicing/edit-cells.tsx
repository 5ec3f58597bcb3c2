import type { ReactNode } from 'react'
import { tilaus } from '#domain/entities/order/order.entity.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { day } from '#domain/model/define-field.ts'
import { atTime, minuteOfDay, startOfDay } from '#domain/values/time/time.ts'
import { type RowField, rowField } from '#web/kit/entity/fields/row-fields.ts'
import { EditableCell } from '#web/kit/entity/quick-edit/quick-cell.tsx'
import { formatDate, formatDay, formatEuros, formatMinutes, formatMoment, formatNumber } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import classes from './invoicing.module.css'
import type { EditKey, SaveEdit } from './use-list-edits.ts'

type Props = { order: UninvoicedOrder; save: SaveEdit }
type CellProps = Props & {
  /** The field whose input and limits the cell uses. */
  described: RowField & { kind: 'field' }
  entity: 'tilaus' | 'tuntituote'
  heading: string
  editKey: EditKey
  value: number
  /** The value to store for a chosen one. */
  stored?: (chosen: number) => number
  before?: number
  children: ReactNode
}

function Cell({
  order,
  save,
  described,
  entity,
  heading,
  editKey,
  value,
  stored = (chosen) => chosen,
  before = value,
  children,
}: CellProps) {
  return (
    <EditableCell
      entity={entity}
      described={described}
      row={{ id: order.id, vid: order.vid, status: 1, ...{ [described.key]: value } }}
      heading={heading}
      onSave={({ value: chosen }) => save({ order, key: editKey, value: stored(Number(chosen)), before })}
    >
      {children}
    </EditableCell>
  )
}

const fieldOf = (entity: 'tilaus' | 'tuntituote', key: string): RowField & { kind: 'field' } => {
  const described = rowField(entity, key)
  if (described.kind !== 'field') throw new Error(`${entity}.${key} is no field`)
  return described
}
const price = fieldOf('tilaus', 'hinta')
const wish = fieldOf('tilaus', 'toivottu_toimitus')
// The list edits the day of delivery and keeps the time of day.
const deliveryDay = { ...fieldOf('tilaus', 'timestamp_toimitettu'), field: day(tilaus.fields.timestamp_toimitettu.label) }
const amounts = { aika: fieldOf('tuntituote', 'aika'), matka: fieldOf('tuntituote', 'matka'), maara: fieldOf('tuntituote', 'maara') }

/** The order's price, or the joint one on the first order of a group. */
export function PriceValue({ order, save }: Props) {
  const { ryhma } = order
  if (ryhma && ryhma.jarjestys > 1) return <span className={classes.joint}>sisältyy</span>
  const value = (ryhma ?? order).hinta
  return (
    <Cell order={order} save={save} entity="tilaus" described={price} heading={(ryhma ?? order).tunniste} editKey="hinta" value={value}>
      {value > 0 ? <strong>{formatEuros(value)}</strong> : <span className={classes.lacking}>Lisää hinta</span>}
    </Cell>
  )
}

export function DeliveredDay({ order, save }: Props) {
  const at = order.timestamp_toimitettu
  /** The same time of day on another day, but not in the future. */
  const moved = (chosen: number): number => {
    if (chosen === 0) return 0
    const minutes = minuteOfDay(at)
    const moment = atTime(chosen, Math.floor(minutes / 60), minutes % 60)
    const now = nowSeconds()
    return moment > now && startOfDay(moment) === startOfDay(now) ? now : moment
  }
  return (
    <Cell
      order={order}
      save={save}
      entity="tilaus"
      described={deliveryDay}
      heading={order.tunniste}
      editKey="timestamp_toimitettu"
      value={startOfDay(at)}
      stored={moved}
      before={at}
    >
      <span title={formatMoment(at)}>{formatDate(at)}</span>
    </Cell>
  )
}

export function WishedDay({ order, save }: Props) {
  const value = order.toivottu_toimitus
  // The order of a rental has no lines that could be wished on a day.
  if (order.lahetyksia + order.tuntitoita === 0) return <span className={classes.none}>–</span>
  return (
    <Cell order={order} save={save} entity="tilaus" described={wish} heading={order.tunniste} editKey="toivottu_toimitus" value={value}>
      {value > 0 ? formatDay(value) : <span className={classes.none}>–</span>}
    </Cell>
  )
}

const amountText = ({ tyyppi, maara }: NonNullable<UninvoicedOrder['tuntityo']>): string =>
  tyyppi === 'aika' ? formatMinutes(maara) : `${formatNumber(maara)} ${tyyppi === 'matka' ? 'km' : 'kpl'}`

/** The amount of the order's only hourly job. */
export function Amount({ order, save }: Props) {
  const { tuntityo } = order
  if (!tuntityo)
    return order.tuntitoita > 1 ? <span className={classes.none}>{order.tuntitoita} työtä</span> : <span className={classes.none}>–</span>
  return (
    <Cell
      order={order}
      save={save}
      entity="tuntituote"
      described={amounts[tuntityo.tyyppi]}
      heading={order.tunniste}
      editKey="maara"
      value={tuntityo.maara}
    >
      {amountText(tuntityo)}
    </Cell>
  )
}
