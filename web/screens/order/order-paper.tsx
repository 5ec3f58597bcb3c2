import type { ReactNode } from 'react'
import { maySee } from '#domain/access.ts'
import { audienceOf, lineBadge } from '#domain/entities/order/order.status.ts'
import type { Viewer } from '#domain/roles.ts'
import { formatEuros, formatMoment } from '../../kit/format.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { DetailPage } from '../../kit/page.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { useNow } from '../../kit/use-now.ts'
import { Section } from '../../ui/section.tsx'
import { jobText } from './job-words.ts'
import { JobFacts } from './jobs-section.tsx'
import type { OrderRead } from './order-data.ts'
import classes from './order-paper.module.css'
import { type JointPrice, jointText } from './order-summary.tsx'
import type { OrderContent } from './order-values.ts'
import { OrderView } from './order-view.tsx'
import { goodsText } from './shipments-section.tsx'

type Props = {
  title: string
  detail: ReactNode
  read: OrderRead
  content: OrderContent
  viewer: Pick<Viewer, 'roles'>
  termDays: number | undefined
  joint: JointPrice | null
}

/** The order on paper: as it is stored, whatever is being typed on the form that it is on the screen. */
export function OrderPaper({ title, detail, read, content, viewer, termDays, joint }: Props) {
  const { order, shipments, jobs, names } = read
  const now = useNow()
  const audience = audienceOf(viewer.roles)
  const crew = maySee('lahetys', viewer.roles, 'kuljettaja')
  const { hinta = 0 } = order
  const crewOf = (line: { kuljettaja: string | null; auto: string | null }) =>
    [line.kuljettaja, line.auto].flatMap((id) => (id && names.get(id)) || [])
  return (
    <DetailPage title={title} detail={detail}>
      <OrderView read={read} content={content} termDays={termDays} />
      {shipments.length > 0 && (
        <Section title="Lähetykset">
          <table className={classes.lines}>
            <tbody>
              {shipments.map((shipment) => (
                <tr key={shipment.id}>
                  <th scope="row">{shipment.tunniste}</th>
                  <td>{goodsText(shipment)}</td>
                  <td>
                    <OrderBadge status={lineBadge(order.tilauksen_tila, shipment, now, audience)} />
                    {shipment.timestamp_toimitettu > 0 && <span> {formatMoment(shipment.timestamp_toimitettu)}</span>}
                  </td>
                  {crew && (
                    <td>
                      {crewOf(shipment).map((name) => (
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
          aside={<OrderBadge status={lineBadge(order.tilauksen_tila, job, now, audience)} />}
        >
          <JobFacts job={job} crew={crew ? crewOf(job).join(', ') : ''} />
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
