import type { ReactNode } from 'react'
import { windowAt, windowText } from '#domain/entities/shipment/shipment.times.ts'
import { ends } from '#domain/values/place/place.ts'
import { formatDay, formatMoment } from '#web/kit/format.ts'
import { billingLine } from '../../billing/billing-line.ts'
import { endLabels } from '../../order-check.ts'
import type { Customer, OrderRead } from '../../order-data.ts'
import { delivers, type OrderContent } from '../../order-values.ts'
import { dayOrNone, knownWindows } from '../../timing/order-notes.ts'
import { Card } from '../card.tsx'
import classes from './content.module.css'
import { EditButton } from './edit-button.tsx'

type TimingProps = { read: OrderRead; content: OrderContent; customer: Customer | undefined; onEdit: (() => void) | undefined }

/** The wished day with its times, references, the message to the driver, and whether the goods may be left. */
export function TimingCard({ read: { order }, content, customer, onEdit }: TimingProps) {
  const day = dayOrNone(content.toivottu_toimitus)
  const windows = ends.flatMap((end) => {
    const text = windowText(windowAt(end, knownWindows(content.ajat)), day)
    return text === '' ? [] : [`${endLabels[end]} ${text}`]
  })
  const promised = dayOrNone(content.luvattu_aika)
  const mayLeave = order.saa_jattaa === 'oletus' ? (customer?.saa_jattaa ?? false) : order.saa_jattaa === 'kylla'
  return (
    <Card title="Ajankohta ja viitteet" aside={<EditButton of="Ajankohta ja viitteet" section="ajankohta" onEdit={onEdit} />}>
      <dl className={classes.lines}>
        <Line name="Toivottu toimitus">
          <strong>{day > 0 ? formatDay(day) : 'Ei toivottua päivää'}</strong>
          {windows.length > 0 && ` · ${windows.join(' · ')}`}
        </Line>
        {promised > 0 && <Line name="Luvattu aika">{formatMoment(promised)}</Line>}
        {content.viite && (
          <Line name="Viite">
            <strong>{content.viite}</strong>
          </Line>
        )}
        {content.viesti && <Line name="Viesti kuljettajalle">{content.viesti}</Line>}
        {delivers(content) && mayLeave && <Line name="Kuittaus">Tavarat saa jättää ilman kuittausta.</Line>}
      </dl>
    </Card>
  )
}

type BillingProps = { read: OrderRead; customer: Customer | undefined; onEdit: (() => void) | undefined }

export function BillingCard({ read: { order }, customer, onEdit }: BillingProps) {
  return (
    <Card title="Laskutus" anchor="laskutus" aside={<EditButton of="Laskutus" section="laskutus" onEdit={onEdit} />}>
      <dl className={classes.lines}>
        <Line name="Laskutusosoite">{[billingLine(order, customer?.maksuehto), order.laskutus_nimi].filter(Boolean).join(' · ')}</Line>
        {order.laskutus_viesti && <Line name="Viesti laskulle">{order.laskutus_viesti}</Line>}
      </dl>
    </Card>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
