import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Viewer } from '#domain/access/roles.ts'
import { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import { hourlyTransitions } from '#domain/entities/order/order.states.ts'
import { audienceOf } from '#domain/entities/order/order.status.ts'
import type { EntityRow } from '#web/data/row.ts'
import { formatDay, formatEuros, formatMoment } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { Section } from '#web/ui/section.tsx'
import classes from '../order.module.css'
import type { OrderRead } from '../order-data.ts'
import { OrderLine } from '../view/order-line.tsx'
import { useLineChange } from '../view/use-line-change.ts'
import { jobText } from './job-words.ts'
import { WorkTimesDialog } from './work-times-dialog.tsx'

type Props = { read: OrderRead; viewer: Pick<Viewer, 'roles' | 'userId'> }

/** The order's hourly jobs, with their driver, state and next steps. */
export function JobsSection({ read, viewer }: Props) {
  const { order, jobs, names } = read
  const { change, shown, busy } = useLineChange()
  /** The job whose working time is being corrected, as it was when the dialog opened. */
  const [timed, setTimed] = useState<EntityRow<'tuntituote'> | null>(null)
  // An invoiced order is locked until its invoicing is undone.
  const timing = viewer.roles.includes('yllapito') && order.tilauksen_tila !== 'laskutettu'
  const now = useNow()
  const audience = audienceOf(viewer.roles)
  if (jobs.length === 0) return null
  return (
    <Section title="Tuntitöiden eteneminen">
      {jobs.map(shown).map((job) => {
        const { id, vid } = job
        return (
          <OrderLine
            key={id}
            kind="tuntituote"
            line={job}
            table={hourlyTransitions}
            order={order}
            viewer={viewer}
            now={now}
            audience={audience}
            amount={jobText(job, names)}
            names={names}
            busy={busy}
            onAssign={(set, back, done) => change({ id, vid, entity: 'tuntituote', set, back, reason: '', done })}
            onStep={({ to, back, reason, done }) => change({ id, vid, entity: 'tuntituote', set: { tila: to }, back, reason, done })}
            tools={
              timing &&
              job.tila !== 'peruutettu' && (
                <Button variant="default" disabled={busy} onClick={() => setTimed(job)}>
                  {job.aloitusaika > 0 ? 'Korjaa työaika' : 'Merkitse työaika'}
                </Button>
              )
            }
          >
            <JobFacts job={job} />
          </OrderLine>
        )
      })}
      {timed && (
        <WorkTimesDialog
          job={timed}
          onClose={() => setTimed(null)}
          onUndo={(back, done) => change({ ...back, reason: '', done: `Kumottu: ${done}`, isUndo: true })}
        />
      )}
    </Section>
  )
}

/** The facts of a job; `assigned` names the driver and car where the viewer cannot choose them. */
export function JobFacts({ job, assigned = '' }: { job: EntityRow<'tuntituote'>; assigned?: string }) {
  return (
    <dl className={classes.facts}>
      <Fact name="Laskutusperuste" value={hourlyKinds[job.tyyppi]} />
      <Fact name="Päivä" value={formatDay(job.toimituspaiva)} />
      <Fact name="Työaika" value={workedText(job)} />
      <Fact name="Paikka" value={[job.nouto_nimi, job.nouto_osoite1, job.nouto_postitmp].filter(Boolean).join(', ')} />
      <Fact name="Kuljettaja ja auto" value={assigned} />
      <Fact name="Viite" value={job.viite} />
      <Fact name="Viesti kuljettajalle" value={job.viesti} />
      <Fact name="Hinta, alv 0 %" value={(job.hinta ?? 0) > 0 ? formatEuros(job.hinta) : ''} />
    </dl>
  )
}

/** The start and end of the work, as far as they are known. */
function workedText({ aloitusaika, lopetusaika }: Pick<EntityRow<'tuntituote'>, 'aloitusaika' | 'lopetusaika'>): string {
  if (aloitusaika === 0) return ''
  return lopetusaika > 0 ? `${formatMoment(aloitusaika)} – ${formatMoment(lopetusaika)}` : `alkoi ${formatMoment(aloitusaika)}`
}

/** A fact with its name; an empty one is not shown. */
export function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
