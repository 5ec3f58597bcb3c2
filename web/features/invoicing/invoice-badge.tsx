import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconClock, type IconProps, IconSend } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { hasFailed, type InvoiceState, invoiceStateName } from '#domain/entities/invoice/invoice.states.ts'
import classes from './invoices.module.css'

type Look = { icon: ComponentType<IconProps>; tone: 'wait' | 'way' | 'done' | 'fault' | 'back' }
const looks: Readonly<Record<InvoiceState, Look>> = {
  luonnos: { icon: IconClock, tone: 'wait' },
  lahetetaan: { icon: IconSend, tone: 'way' },
  lahetetty: { icon: IconCheck, tone: 'done' },
  tarkista: { icon: IconAlertTriangle, tone: 'fault' },
  hyvitetty: { icon: IconArrowBackUp, tone: 'back' },
}

/** The state of an invoice; a draft that the provider has refused says so. Customers do not see faults. */
export function InvoiceBadge({ invoice }: { invoice: Parameters<typeof invoiceStateName>[0] & { virhe?: string } }) {
  const { tila, virhe = '' } = invoice
  const failed = hasFailed({ tila, virhe })
  const { icon: Icon, tone } = failed || (tila === 'lahetetty' && virhe !== '') ? { icon: IconAlertTriangle, tone: 'fault' } : looks[tila]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={1.9} aria-hidden />
      {failed ? 'Epäonnistui' : invoiceStateName(invoice)}
    </span>
  )
}
