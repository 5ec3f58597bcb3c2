import type { ReactNode } from 'react'
import { maySee } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { audienceOf } from '#domain/entities/order/order.status.ts'
import { Timeline } from '#web/features/history/timeline.tsx'
import { LineBadge } from '#web/features/orders/order-badge.tsx'
import { formatEuros, formatMoment } from '#web/kit/format.ts'
import { DetailPage } from '#web/kit/page/page.tsx'
import { useNow } from '#web/kit/page/use-now.ts'
import { Section } from '#web/ui/section.tsx'
import { JobFacts } from '../jobs/job-facts.tsx'
import { jobText } from '../jobs/job-words.ts'
import type { OrderRead } from '../order-data.ts'
import type { OrderContent } from '../order-values.ts'
import { goodsText } from './goods-text.ts'
import { type JointPrice, jointText } from './order-summary.tsx'
import { OrderView } from './order-view.tsx'
import classes from './printed-order.module.css'
import { ShipmentRoute } from './shipment-route.tsx'

type Props = {
  title: string
  detail: ReactNode
  read: OrderRead
  content: OrderContent
  viewer: Pick<Viewer, 'roles'>
  termDays: number | undefined
  joint: JointPrice | null
}

/** The order for printing: as it is stored, without unsaved edits of the form. */
export function PrintedOrder({ title, detail, read, content, viewer, termDays, joint }: Props) {
  const { order, shipments, jobs, names } = read
  const now = useNow()
  const audience = audienceOf(viewer.roles)
  const showsDrivers = maySee('lahetys', viewer.roles, 'kuljettaja')
  const { hinta = 0 } = order
  const driverAndCarOf = (line: { kuljettaja: string | null; auto: string | null }) =>
    [line.kuljettaja, line.auto].flatMap((id) => (id && names.get(id)) || [])
  return (
    <DetailPage title={title} detail={detail} focus="heading">
      <OrderView read={read} content={content} termDays={termDays} />
      {shipments.length > 0 && (
        <Section title="Lähetykset">
          <table className={classes.lines}>
            <tbody>
              {shipments.map((shipment) => (
                <tr key={shipment.id}>
                  <th scope="row">{shipment.tunniste}</th>
                  <td>
                    {goodsText(shipment)}
                    <ShipmentRoute shipment={shipment} all={shipments} />
                  </td>
                  <td>
                    <LineBadge order={order.tilauksen_tila} line={shipment} now={now} audience={audience} />
                    {shipment.timestamp_toimitettu > 0 && <span> {formatMoment(shipment.timestamp_toimitettu)}</span>}
                  </td>
                  {showsDrivers && (
                    <td>
                      {driverAndCarOf(shipment).map((name) => (
                        <span key={name}>{name} </span>
                      ))}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
      {jobs.map((job) => (
        <Section
          key={job.id}
          title={`${job.tunniste}: ${jobText(job, names)}`}
          aside={<LineBadge order={order.tilauksen_tila} line={job} now={now} audience={audience} />}
        >
          <JobFacts job={job} assigned={showsDrivers ? driverAndCarOf(job).join(', ') : ''} />
        </Section>
      ))}
      {joint && (
        <Section title="Yhteishinta, alv 0 %" aside={joint.hinta > 0 && <strong>{formatEuros(joint.hinta)}</strong>}>
          {jointText(joint)}
        </Section>
      )}
      {!joint && hinta > 0 && <Section title="Hinta, alv 0 %" aside={<strong>{formatEuros(hinta)}</strong>} />}
      <Timeline orderId={order.id} />
    </DetailPage>
  )
}
