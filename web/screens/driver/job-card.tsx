import { IconClock } from '@tabler/icons-react'
import { hourlyStates, type StateActor } from '#domain/entities/order/order.states.ts'
import { NavigateButton } from '#web/features/addresses/navigate-button.tsx'
import { pickupPlace } from '#web/features/addresses/places.ts'
import { LineBadge } from '#web/features/orders/order-badge.tsx'
import { formatTime } from '../../kit/format.ts'
import { CallButton } from './call-button.tsx'
import classes from './driver.module.css'
import type { Job } from './driver-queries.ts'
import { PlaceText } from './place-parts.tsx'
import { StepButtons } from './step-buttons.tsx'
import { jobSteps, type Line } from './stops.ts'
import type { StateStep } from './use-steps.ts'

type Props = { line: Line<Job>; actor: StateActor; now: number; onStep: (step: StateStep) => void }

/** One hourly job, with the steps that are allowed now. */
export function JobCard({ line: { row, order, customer }, actor, now, onStep }: Props) {
  const place = pickupPlace(row)
  const name = place.name || customer
  const open = row.tila !== 'toimitettu' && row.tila !== 'peruutettu'
  const small = [row.aloitusaika > 0 ? `klo ${formatTime(row.aloitusaika)}` : '', row.viite && `Viite ${row.viite}`]
    .filter(Boolean)
    .join(' · ')
  return (
    <article className={classes.stop} aria-label={`${order.tunniste}, ${name}`}>
      <div className={classes.head}>
        <LineBadge order={order.tilauksen_tila} line={row} now={now} size="lg" />
        <span className={classes.number}>{order.tunniste}</span>
      </div>
      <PlaceText kind="Tuntityö" place={{ ...place, name }} />
      <div className={classes.goods}>
        <IconClock size={20} stroke={1.8} aria-hidden />
        <span>{row.selite || 'Tuntityö'}</span>
        {small && <small>{small}</small>}
      </div>
      {row.viesti && <p className={classes.note}>{row.viesti}</p>}
      {open && (
        <div className={classes.two}>
          {place.phone && <CallButton name={place.contact} phone={place.phone} />}
          <NavigateButton place={place} at={null} />
        </div>
      )}
      <StepButtons
        steps={jobSteps(row, actor, now)}
        of={name}
        onStep={({ to }, reason) =>
          onStep({ name: 'tuntituote', rows: [row], from: row.tila, to, actor, reason, toast: `${hourlyStates[to]}: ${name}` })
        }
      />
    </article>
  )
}
