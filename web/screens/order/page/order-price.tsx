import { useQuery } from '@tanstack/react-query'
import { StoredPrice } from '#web/features/prices/price-steps.tsx'
import { UnpricedNote } from '#web/features/prices/unpriced-note.tsx'
import { numberOf } from '#web/kit/form/typed-number.ts'
import type { OrderRead } from '../order-data.ts'
import type { OrderContent, OrderValues } from '../order-values.ts'
import { placesQuery } from '../places/place-suggestions.ts'
import { StaffPrice } from '../staff-price.tsx'
import { useLegs } from '../use-legs.ts'
import { usePrice } from '../use-price.ts'
import { useCarPlaces } from '../view/car-places.ts'
import { type JointPrice, OrderSummary } from '../view/order-summary.tsx'
import { EditButton } from './parts/edit-button.tsx'
import type { Editing } from './parts/use-editing.tsx'

type Props = { read: OrderRead; content: OrderContent; stored: OrderValues; staff: boolean; editing: Editing | null }

/** The map with the order's stops, its distance and its price with the grounds; while something is edited, as it would be stored. */
export function OrderPrice({ read, content, stored, staff, editing }: Props) {
  return editing && editing.open.size > 0 ? (
    <EditedPrice read={read} stored={stored} staff={staff} editing={editing} />
  ) : (
    <StoredSummary read={read} content={content} staff={staff} onEdit={editing && staff ? () => editing.edit('hinta') : undefined} />
  )
}

type StoredProps = Pick<Props, 'read' | 'content' | 'staff'> & { onEdit: (() => void) | undefined }

function StoredSummary({ read, content, staff, onEdit }: StoredProps) {
  const legs = useLegs(content)
  const cars = useCarPlaces(read, staff)
  const { id, asiakas, hinta = 0, hinta_kasin } = read.order
  return (
    <OrderSummary values={content} price={hinta} joint={jointOf(read, staff)} legs={legs} cars={cars}>
      {staff && hinta > 0 && !hinta_kasin && <StoredPrice tilaus={id} title="Laskelma" />}
      {staff && hinta === 0 && !read.group && <UnpricedNote tilaus={id} asiakas={asiakas ?? ''} />}
      {onEdit && (
        <div>
          <EditButton of="Hinta" section="hinta" onEdit={onEdit} />
        </div>
      )}
    </OrderSummary>
  )
}

type EditedProps = Pick<Props, 'read' | 'stored' | 'staff'> & { editing: Editing }

function EditedPrice({ read, stored, staff, editing }: EditedProps) {
  const { form } = editing.api
  const asiakas = read.customer.id
  const legs = useLegs(form.values, useQuery(placesQuery(asiakas)).data)
  const calculated = usePrice(form.values, asiakas, stored)
  const joint = jointOf(read, staff)
  const price = staff ? 0 : numberOf(form.values.hinta) || (calculated?.hinta ?? 0)
  return (
    <OrderSummary values={form.values} price={price} joint={joint} legs={legs}>
      {staff && (
        <StaffPrice
          form={form}
          id={form.values.id}
          asiakas={asiakas}
          calculated={calculated}
          isGrouped={joint !== null}
          startsFocused={editing.opened.at(-1) === 'hinta'}
        />
      )}
    </OrderSummary>
  )
}

export function jointOf({ order, group }: OrderRead, staff: boolean): JointPrice | null {
  if (!group) return null
  const { row, orders } = group
  return { group: row.tunniste, orders: orders.length, hinta: row.hinta, own: staff ? order.hinta : 0 }
}
