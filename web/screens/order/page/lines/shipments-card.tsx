import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mayWrite } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { cloneShipment } from '#domain/entities/order/order.clone.ts'
import { type EntityRow, newId } from '#web/data/row.ts'
import { formatCount } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import type { OrderRead } from '../../order-data.ts'
import { withCopy } from '../../places/order-places.ts'
import { focusRow, pieces } from '../../use-row-list.ts'
import { useLineChange } from '../../view/use-line-change.ts'
import { Card } from '../card.tsx'
import type { Editing } from '../parts/use-editing.tsx'
import type { RowTool } from './line-row.tsx'
import classes from './lines.module.css'
import { ShipmentLine } from './shipment-line.tsx'

type Props = {
  read: OrderRead
  viewer: Pick<Viewer, 'roles' | 'userId'>
  /** The order's form while it is editable; without it a copy becomes a new order. */
  editing: Pick<Editing, 'api' | 'edit'> | null
  /** Opens the driver's dialog for all shipments; undefined for those who may not. */
  onCrew: (() => void) | undefined
  /** The shipment whose new delivery is being agreed on in the dialog; null when it is closed. */
  promising: string | null
  onPromising: (id: string | null) => void
}

/** The order's shipments as rows. */
export function ShipmentsCard({ read, viewer, editing, onCrew, promising, onPromising }: Props) {
  const { order, shipments } = read
  const { change, shown, busy } = useLineChange()
  const navigate = useNavigate()
  /** The shipments to which pictures are being added. */
  const [picturing, setPicturing] = useState<readonly string[]>([])
  if (shipments.length === 0) return null
  const mayPicture = mayWrite('lahetys', viewer.roles, 'update', 'kuvat')
  const doors = new Set(
    shipments.map(({ toimitus_nimi, toimitus_osoite1, toimitus_postinro }) =>
      [toimitus_nimi, toimitus_osoite1, toimitus_postinro].join('\n'),
    ),
  )

  const toolsOf = (shipment: EntityRow<'lahetys'>): RowTool[] => [
    copyTool({
      ...{ order, shipment, editing },
      onNew: () => void navigate({ to: '/tilaus/$id/clone', params: { id: order.id }, search: { lahetys: shipment.id } }),
    }),
    ...(mayPicture ? [{ key: 'kuva', label: 'Lisää kuvia', run: () => setPicturing((ids) => [...new Set([...ids, shipment.id])]) }] : []),
  ]
  return (
    <Card
      title="Lähetykset"
      note={`${formatCount(shipments.length)}${doors.size > 1 ? `, ${formatCount(doors.size)} osoitteeseen` : ''}`}
      aside={
        onCrew && (
          <Button variant="subtle" size="compact-md" onClick={onCrew}>
            {shipments.length > 1 ? 'Vaihda kuljettaja kaikille' : 'Vaihda kuljettaja'}
          </Button>
        )
      }
    >
      <div className={classes.rows}>
        {shipments.map(shown).map((shipment) => (
          <ShipmentLine
            key={shipment.id}
            read={read}
            viewer={viewer}
            shipment={shipment}
            busy={busy}
            tools={toolsOf(shipment)}
            picturing={picturing.includes(shipment.id)}
            promising={promising === shipment.id}
            onPromising={(open) => onPromising(open ? shipment.id : null)}
            onChange={({ set, back, reason = '', done }) =>
              change({ id: shipment.id, vid: shipment.vid, entity: 'lahetys', set, back, reason, done })
            }
          />
        ))}
      </div>
    </Card>
  )
}

type Copying = { order: EntityRow<'tilaus'>; shipment: EntityRow<'lahetys'>; editing: Props['editing']; onNew: () => void }

/**
 * Copies a shipment (rules/orders.md#copying) with its own places: as a new row of its order, or as a new order when the order can no
 * longer be changed, has been delivered, or has a wished day in the past, which the copy must not get.
 */
function copyTool({ order, shipment, editing, onNew }: Copying): RowTool {
  const { toivottu_toimitus } = cloneShipment(shipment, nowSeconds())
  const open = order.tilauksen_tila === 'uusi' || order.tilauksen_tila === 'kuljetuksessa'
  if (!editing || !open || toivottu_toimitus !== shipment.toivottu_toimitus)
    return { key: 'kopio', label: 'Kopioi uudeksi tilaukseksi', run: onNew }
  return {
    key: 'kopio',
    label: 'Kopioi lähetys',
    run: () => {
      const { form } = editing.api
      const { row, ...change } = withCopy(form.getValues(), shipment, newId)
      editing.edit('tavarat')
      form.setValues(change)
      focusRow(row, pieces)
    },
  }
}
