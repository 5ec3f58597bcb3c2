import { IconRepeat } from '@tabler/icons-react'
import { LinkButton } from '#web/ui/link-button.tsx'
import { type LineRow, type OrderRow, type RecognisedBy, receiversOf } from '../order-rows.ts'
import classes from './own-order-cells.module.css'

/** `Hotelli Kerava, Kotka +1`: where a customer's order goes. For an order of hourly jobs alone, where the work is. */
export function Receiver({ lines }: { lines: readonly (RecognisedBy & Pick<LineRow, 'fromTown' | 'toTown'>)[] }) {
  const { receivers } = receiversOf(lines)
  const [first, ...others] = receivers
  const line = lines.find(({ receiver }) => receiver === first && receiver !== '') ?? lines[0]
  const name = first ?? line?.fromTown ?? ''
  const town = line && line.toTown !== name ? line.toTown : ''
  return (
    <span className={classes.receiver} title={receivers.join('\n') || undefined}>
      <span className={classes.name}>{name || '–'}</span>
      {town && <span className={classes.town}>, {town}</span>}
      {others.length > 0 && <span className={classes.more}>&nbsp;+{others.length}</span>}
    </span>
  )
}

/** The customer's own references, as typed into the order. */
export function References({ lines, label = false }: { lines: readonly RecognisedBy[]; label?: boolean }) {
  const { references } = receiversOf(lines)
  if (references.length === 0) return label ? null : <span className={classes.more}>–</span>
  const text = references.join(', ')
  return <span title={text}>{label ? `Viite ${text}` : text}</span>
}

/** A new order with the same content, which is sent only after it has been checked. */
export function OrderAgain({ order, framed = false }: { order: Pick<OrderRow, 'id' | 'number'>; framed?: boolean }) {
  return (
    <LinkButton
      to="/tilaus/$id/clone"
      params={{ id: order.id }}
      variant={framed ? 'default' : 'subtle'}
      size={framed ? 'sm' : 'compact-sm'}
      // Without a border, its text is aligned with the heading, and the column is not wider than it.
      {...(framed ? {} : { px: 4, mr: -4 })}
      leftSection={<IconRepeat size={16} aria-hidden />}
      aria-label={`Tilaa uudelleen: tilaus ${order.number}`}
    >
      Tilaa uudelleen
    </LinkButton>
  )
}

/** The cells of an unfolded line in the columns above. */
export const ownCells = ({ receiver, reference }: LineRow) => ({ receiver, reference })
