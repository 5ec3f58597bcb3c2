import { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import { audienceOf, lineBadge } from '#domain/entities/order/order.status.ts'
import type { Role } from '#domain/roles.ts'
import { formatDay, formatEuros } from '../../kit/format.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { useNow } from '../../kit/use-now.ts'
import { Section } from '../../ui/section.tsx'
import { amountText } from './job-words.ts'
import classes from './order.module.css'
import type { OrderRead } from './order-data.ts'

/** The order's hourly jobs, to be read. */
export function JobsSection({ read, roles }: { read: OrderRead; roles: readonly Role[] }) {
  const { order, jobs, names } = read
  const now = useNow()
  const audience = audienceOf(roles)
  if (jobs.length === 0) return null
  return (
    <Section title="Tuntityöt">
      {jobs.map((job) => (
        <div key={job.id} className={classes.line}>
          <div className={classes.lineHead}>
            <strong>{job.tunniste}</strong>
            <OrderBadge status={lineBadge(order.tilauksen_tila, job, now, audience)} />
          </div>
          <dl className={classes.facts}>
            <Fact name="Työ" value={job.selite || names.get(job.tuntituote_tyyppi ?? '') || 'Tuntityö'} />
            <Fact name={hourlyKinds[job.tyyppi]} value={amountText(job)} />
            <Fact name="Päivä" value={formatDay(job.toimituspaiva)} />
            <Fact name="Paikka" value={[job.nouto_nimi, job.nouto_osoite1, job.nouto_postitmp].filter(Boolean).join(', ')} />
            <Fact name="Viite" value={job.viite} />
            <Fact name="Viesti kuljettajalle" value={job.viesti} />
            <Fact name="Hinta, alv 0 %" value={(job.hinta ?? 0) > 0 ? formatEuros(job.hinta) : ''} />
          </dl>
        </div>
      ))}
    </Section>
  )
}

/** A line of facts; an empty one is not shown. */
export function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
