import { createHash } from 'node:crypto'
import { type Reach, reachOf } from '#domain/access/reach.ts'
import { roleLabels, roles, type Viewer } from '#domain/access/roles.ts'
import { acknowledgementText } from '#domain/entities/acknowledgement/acknowledgement.rules.ts'
import { audienceOf } from '#domain/entities/order/order.status.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { TimelineEntry } from '#domain/features/history/order-timeline.ts'
import { sentMailEntry } from '#domain/features/history/sent-mail.ts'
import type { Target } from '#domain/features/history/targets.ts'
import {
  type Point,
  type TimelineAcknowledgement,
  type TimelineFailure,
  timelineOf,
  type VisibleRevision,
} from '#domain/features/history/timeline.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import type { TypedRow } from '#server/entities/engine.ts'
import { fileUri } from '#server/platform/files/new-file.ts'
import {
  type AcknowledgementRow,
  type AuthorRow,
  type FailedDeliveryRow,
  type RevisionRow,
  readAcknowledgements,
  readFailures,
  readNames,
  readRevisions,
  readSentMails,
} from './queries.ts'

type ReachFor = (entity: EntityName) => Reach
type Line = (TypedRow<'lahetys'> & { kind: 'lahetys' }) | (TypedRow<'tuntituote'> & { kind: 'tuntituote' })

/** The events of an order, newest first, as far as the viewer may read them (rules/history.md#order-timeline). */
export async function orderTimeline(
  parts: Context,
  viewer: Viewer,
  orderId: string,
): Promise<{ data: TimelineEntry[]; meta: { count: number } }> {
  const reachFor: ReachFor = (entity) => reachOf(entity, viewer.roles)
  const { engine } = parts
  const [orders, shipments, jobs] = await Promise.all([
    engine.load(viewer, 'tilaus', [orderId]),
    engine.load(viewer, 'lahetys', [orderId], { by: 'tilaus' }),
    engine.load(viewer, 'tuntituote', [orderId], { by: 'tilaus' }),
  ])
  if (!orders[0]?.mayRead) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const lines: Line[] = [
    ...shipments.map((loaded) => ({ ...loaded, kind: 'lahetys' as const })),
    ...jobs.map((loaded) => ({ ...loaded, kind: 'tuntituote' as const })),
  ]
  const targets = targetsOf(orderId, lines)
  const ids = shipments.filter(({ mayRead }) => mayRead).map(({ row }) => row.id)
  const [signed, failed, mails] = await Promise.all([
    readAcknowledgements(parts, viewer, ids),
    readFailures(parts, viewer, ids),
    readSentMails(parts, viewer, orderId),
  ])
  const found = await readRevisions(parts, viewer, [...targets.keys(), ...[...signed, ...failed].map(({ id }) => id)])
  const revisions = found.map((revision) => visibleRevision(reachFor, revision))
  const names = await readNames(parts, viewer, pointedAt(revisions))
  // Users who see no prices see no invoicing either (rules/history.md#order-timeline).
  const mayReadInvoicing = !reachFor('tilaus').hide.has('hinta')
  const entries = timelineOf({
    revisions,
    targets,
    acknowledgements: new Map(signed.map((row) => [row.id, signedOf(row, reachFor, shipments)])),
    failures: new Map(failed.map((row) => [row.id, failedOf(row, reachFor)])),
    pictures: new Set([...shipments.flatMap(({ row }) => idsIn(row.kuvat)), ...failed.flatMap(({ kuvat }) => kuvat)]),
    pictureAddress: fileUri,
    nameOf: (id) => names.get(id),
    audience: audienceOf(viewer.roles),
    pricedByHand: orders[0].row.hinta_kasin === true,
  })
  const visibleEntries = entries.filter(({ laji }) => laji !== 'laskutus' || mayReadInvoicing)
  const data = [
    ...mails.map(({ nimi, roolit, ...sent }) => sentMailEntry({ ...sent, kuka: whoOf({ nimi, roolit, puhelin: null }) })),
    ...visibleEntries,
  ]
  // The newest first; events of the same second keep their order.
  data.sort((a, b) => b.aika - a.aika)
  return { data, meta: { count: data.length } }
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Lines are numbered among all lines of the order, including those of other drivers. */
function targetsOf(orderId: string, lines: readonly Line[]): Map<string, Target> {
  const targets = new Map<string, Target>([[orderId, { kind: 'tilaus' }]])
  for (const kind of ['lahetys', 'tuntituote'] as const) {
    const all = lines.filter((line) => line.kind === kind && (line.row.status === 1 || line.mayRead))
    for (const [index, { row, mayRead }] of all.entries())
      if (mayRead) targets.set(row.id, { kind, numero: index + 1, kaikkiaan: all.length })
  }
  return targets
}

/** Leaves out fields that the policy table hides from the viewer, and replaces values that it shows differently. */
function visibleRevision(reachFor: ReachFor, { roolit, nimi, puhelin, kayttaja, ...revision }: RevisionRow): VisibleRevision {
  const reach = reachFor(revision.entiteetti)
  const muutokset = Object.fromEntries(
    Object.entries(revision.muutokset)
      .filter(([field]) => !reach.hide.has(field))
      .map(([field, [from, to]]) => [field, [masked(reach, field, from), masked(reach, field, to)] as const]),
  )
  return { ...revision, kayttaja, muutokset, kuka: whoOf({ nimi, roolit, puhelin }) }
}

function whoOf({ nimi, roolit, puhelin }: AuthorRow): TimelineEntry['kuka'] {
  const role = roles.find((one) => roolit?.includes(one))
  return { nimi: nimi ?? '', rooli: role ? roleLabels[role] : '', puhelin: puhelin ?? '' }
}

function masked({ mask }: Reach, field: string, value: unknown): unknown {
  const shown = mask[field]
  return shown?.values.some((secret) => secret === value) ? shown.as : value
}

const pointing = ['kuljettaja', 'auto', 'nykyinen_osoite'] as const
const pointedAt = (revisions: readonly VisibleRevision[]): string[] => [
  ...new Set(
    revisions.flatMap(({ muutokset }) => pointing.flatMap((field) => (muutokset[field]?.[1] ? [String(muutokset[field][1])] : []))),
  ),
]

const pointOf = ({ lat, lng }: { lat: number | null; lng: number | null }): Point => (lat === null || lng === null ? null : { lat, lng })

const placeOf = (row: { lat: number | null; lng: number | null }, { hide }: Reach) =>
  hide.has('lat') || hide.has('lng') ? null : pointOf(row)

/** The checksum covers all shipments that were signed for, also those that the viewer may not read. */
function signedOf(row: AcknowledgementRow, reachFor: ReachFor, shipments: readonly TypedRow<'lahetys'>[]): TimelineAcknowledgement {
  const related = {
    lahetykset: shipments.flatMap((loaded) => (row.lahetykset.includes(loaded.row.id) ? [loaded.row] : [])),
    kuittaus: row.kuittaus === null ? [] : [{ id: row.kuittaus, tarkiste: row.sormenjalki }],
    kuvat: row.kuvat,
  }
  const sum = createHash('sha256').update(acknowledgementText(row, related)).digest('hex')
  return {
    laitteen_aika: row.laitteen_aika,
    paikka: placeOf(row, reachFor('v_o_kuittaus')),
    lahetykset: row.lahetykset,
    jattopaikka: row.jatetty ? row.jattopaikka : null,
    kuittaus: {
      nimenselvennys: row.nimenselvennys,
      allekirjoitus: row.kuittaus === null ? '' : fileUri(row.kuittaus),
      muutettu: sum !== row.tarkiste,
    },
  }
}

const failedOf = ({ laitteen_aika, lahetykset, syy, selite, kuvat, ...row }: FailedDeliveryRow, reachFor: ReachFor): TimelineFailure => ({
  laitteen_aika,
  paikka: placeOf(row, reachFor('toimituspoikkeama')),
  lahetykset,
  syy,
  selite,
  kuvat,
})
