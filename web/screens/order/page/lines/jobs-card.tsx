import { useState } from 'react'
import { maySee } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { hourlyTransitions } from '#domain/entities/order/order.states.ts'
import { audienceOf, isLive, lineLateDays, lineStatus } from '#domain/entities/order/order.status.ts'
import type { EntityRow } from '#web/data/row.ts'
import { pickupPlace } from '#web/features/addresses/places.ts'
import type { LineChange } from '#web/features/orders/line-changes.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { formatCount } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { JobFacts } from '../../jobs/job-facts.tsx'
import { jobText } from '../../jobs/job-words.ts'
import { WorkTimesDialog } from '../../jobs/work-times-dialog.tsx'
import type { OrderRead } from '../../order-data.ts'
import { isLocked } from '../../view/changeability.ts'
import { useLineChange } from '../../view/use-line-change.ts'
import { Card } from '../card.tsx'
import { EditButton } from '../parts/edit-button.tsx'
import { useLineDriver } from './line-driver.tsx'
import { LineRow } from './line-row.tsx'
import classes from './lines.module.css'
import { useLineSteps } from './use-line-steps.tsx'

type Job = EntityRow<'tuntituote'>
type JobsProps = { read: OrderRead; viewer: Pick<Viewer, 'roles' | 'userId'> }
type Props = JobsProps & {
  /** Edits the jobs; undefined while they are being edited, and for an order that cannot be changed. */
  onEdit: (() => void) | undefined
}

/** The order's hourly jobs as rows. */
export function JobsCard({ read, viewer, onEdit }: Props) {
  const { order, jobs } = read
  const { change, shown, busy } = useLineChange()
  /** The job whose working time is being corrected, as it was when the dialog opened. */
  const [timed, setTimed] = useState<Job | null>(null)
  if (jobs.length === 0) return null
  const timing = viewer.roles.includes('yllapito') && !isLocked(order)
  return (
    <Card
      title="Tuntitöiden eteneminen"
      note={formatCount(jobs.length)}
      aside={<EditButton of="Tuntityöt" section="tuntityot" onEdit={onEdit} />}
    >
      <div className={classes.rows}>
        {jobs.map(shown).map((job) => (
          <JobLine
            key={job.id}
            read={read}
            viewer={viewer}
            job={job}
            busy={busy}
            onTimes={timing && job.tila !== 'peruutettu' ? () => setTimed(job) : undefined}
            onChange={({ set, back, reason, done }) => change({ id: job.id, vid: job.vid, entity: 'tuntituote', set, back, reason, done })}
          />
        ))}
      </div>
      {timed && (
        <WorkTimesDialog
          job={timed}
          onClose={() => setTimed(null)}
          onUndo={(back, done) => change({ ...back, reason: '', done: `Kumottu: ${done}`, isUndo: true })}
        />
      )}
    </Card>
  )
}

type JobChange = Pick<Extract<LineChange, { entity: 'tuntituote' }>, 'set' | 'back'> & { reason: string; done: string }
type LineProps = JobsProps & { job: Job; busy: boolean; onTimes: (() => void) | undefined; onChange: (change: JobChange) => void }

function JobLine({ read, viewer, job, busy, onTimes, onChange }: LineProps) {
  const { order, names } = read
  const called = `Tuntityö ${job.tunniste}`
  const now = useNow()
  const amount = jobText(job, names)
  const { next, others, dialogs } = useLineSteps({
    kind: 'tuntituote',
    line: job,
    table: hourlyTransitions,
    order,
    viewer,
    now,
    amount,
    onStep: ({ to, back, reason, done }) => onChange({ set: { tila: to }, back, reason, done }),
  })
  const crew = useLineDriver({
    called,
    line: job,
    names,
    changeable: viewer.roles.includes('yllapito') && !isLocked(order) && isLive(job.tila),
    shown: maySee('tuntituote', viewer.roles, 'kuljettaja'),
    onAssign: (set, back, done) => onChange({ set, back, reason: '', done }),
  })
  const place = pickupPlace(job)
  return (
    <LineRow
      called={called}
      number={job.tunniste}
      amount={[amount]}
      from={{ town: job.nouto_postitmp, name: place.name, street: place.street, when: '' }}
      to={null}
      badge={<OrderBadge status={lineStatus(order.tilauksen_tila, job.tila, audienceOf(viewer.roles))} lateDays={lineLateDays(job, now)} />}
      crew={crew.cell}
      next={next}
      others={others}
      tools={onTimes ? [{ key: 'aika', label: job.aloitusaika > 0 ? 'Korjaa työaika' : 'Merkitse työaika', run: onTimes }] : []}
      busy={busy}
      failed={false}
    >
      {crew.fields}
      <JobFacts job={job} />
      {dialogs}
    </LineRow>
  )
}
