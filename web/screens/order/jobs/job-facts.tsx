import { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import type { EntityRow } from '#web/data/row.ts'
import { formatDay, formatEuros, formatMoment } from '#web/kit/format.ts'
import classes from '../order.module.css'

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
