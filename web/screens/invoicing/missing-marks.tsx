import { IconAlertTriangle, IconCalendarTime, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hasFailed, invoiceStateName, isUnderWay } from '#domain/entities/invoice/invoice.states.ts'
import { type MissingInvoiceDetail, missingLabels } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { formatDate } from '#web/kit/format.ts'
import classes from './invoicing.module.css'
import { missingTargets } from './missing-targets.ts'

/** The invoice that an order is on but that has not been sent, with the provider's words when it failed. */
function InvoiceMark({ invoice, order }: { invoice: NonNullable<UninvoicedOrder['lasku']>; order: string }) {
  const isFault = !isUnderWay(invoice)
  const state = hasFailed(invoice) ? 'Lähetys epäonnistui' : isFault ? invoiceStateName(invoice) : 'Lähetetään'
  const text = isFault && invoice.virhe !== '' ? `${state}: ${invoice.virhe}` : state
  const Icon = isFault ? IconAlertTriangle : IconSend
  return (
    <Link
      to="/lasku/$id"
      params={{ id: invoice.id }}
      className={classes.mark}
      data-tone={isFault ? 'fault' : 'way'}
      title={text}
      aria-label={`${text}, lasku ${invoice.tunniste}, ${order}`}
    >
      <Icon size={14} stroke={1.9} aria-hidden />
      <span>{text}</span>
    </Link>
  )
}

/** What the order lacks, each with a link to where it is given, and the invoice that it is on. A group's joint price and its open orders are marked once. */
export function MissingMarks({ order }: { order: UninvoicedOrder }) {
  const { ryhma, puuttuu } = order
  const own = ryhma && ryhma.jarjestys > 1 ? puuttuu.filter((missing) => missing !== 'hinta' && missing !== 'ryhma') : puuttuu
  return (
    <span className={classes.marks}>
      {order.lasku && <InvoiceMark invoice={order.lasku} order={order.tunniste} />}
      {own.map((missing) => (
        <MissingMark key={missing} missing={missing} order={order} />
      ))}
    </span>
  )
}

function MissingMark({ missing, order }: { missing: MissingInvoiceDetail; order: UninvoicedOrder }) {
  if (missing === 'laskutuspaiva')
    return (
      <span className={classes.waiting}>
        <IconCalendarTime size={14} stroke={1.9} aria-hidden />
        Laskutetaan {formatDate(order.laskutettavissa)}
      </span>
    )
  const { to, hash, where } = missingTargets[missing]
  const id = to === '/asiakas/$id' ? order.asiakas.id : order.id
  return (
    <Link
      to={to}
      params={{ id }}
      hash={hash}
      className={classes.mark}
      aria-label={`${missingLabels[missing]}, korjaa ${where}, ${order.tunniste}`}
    >
      <IconAlertTriangle size={14} stroke={1.9} aria-hidden />
      {missingLabels[missing]}
    </Link>
  )
}
