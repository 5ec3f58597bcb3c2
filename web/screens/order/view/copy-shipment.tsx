import { Button } from '@mantine/core'
import { cloneShipment } from '#domain/entities/order/order.clone.ts'
import { type EntityRow, newId } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { OrderFormApi } from '../order-form.tsx'
import { withCopy } from '../places/order-places.ts'
import { focusRow, pieces } from '../use-row-list.ts'

type Props = {
  order: EntityRow<'tilaus'>
  shipment: EntityRow<'lahetys'>
  /** The order's form while it is editable; without it the copy becomes a new order. */
  api: OrderFormApi | undefined
}

/**
 * Copies a shipment (rules/orders.md#copying) with its own places: as a new row of its order, or as a new order when the order can no
 * longer be changed, has been delivered, or has a wished day in the past, which the copy must not get.
 */
export function CopyShipment({ order, shipment, api }: Props) {
  const now = nowSeconds()
  const { toivottu_toimitus } = cloneShipment(shipment, now)
  const open = order.tilauksen_tila === 'uusi' || order.tilauksen_tila === 'kuljetuksessa'
  if (!api || !open || toivottu_toimitus !== shipment.toivottu_toimitus) {
    return (
      <LinkButton variant="subtle" to="/tilaus/$id/clone" params={{ id: order.id }} search={{ lahetys: shipment.id }}>
        Kopioi uudeksi tilaukseksi
      </LinkButton>
    )
  }
  const copy = () => {
    const { row, ...change } = withCopy(api.form.getValues(), shipment, newId)
    api.form.setValues(change)
    focusRow(row, pieces)
  }
  return (
    <Button variant="subtle" onClick={copy}>
      Kopioi lähetys
    </Button>
  )
}
