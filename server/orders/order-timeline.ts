import { createHash } from 'node:crypto'
import type { TimelineEntry } from '#domain/calls/order-timeline.ts'
import { acknowledgementText } from '#domain/entities/acknowledgement/acknowledgement.rules.ts'
import { audienceOf } from '#domain/entities/order/order.status.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { roleLabels, roles, type Viewer } from '#domain/roles.ts'
import { sentMailEntry } from '#domain/timeline/sent-mail.ts'
import type { Target } from '#domain/timeline/targets.ts'
import { type Failed, type SeenRevision, type Signed, timelineOf } from '#domain/timeline/timeline.ts'
import { fileUri } from '../files/new-file.ts'
import { type Reach, type Rights, resourceNamed } from '../jsonapi/model.ts'
import { type LoadedRow, loadRows } from '../jsonapi/rows.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import {
  type FoundAcknowledgement,
  type FoundFailure,
  type FoundRevision,
  type FoundWho,
  pointOf,
  readAcknowledgements,
  readFailures,
  readNames,
  readRevisions,
  readSentMails,
} from './timeline-rows.ts'

type Line = LoadedRow & { kind: 'lahetys' | 'tuntituote' }

/** What has happened to an order, newest first, in words and as far as the viewer may know (RULES section 2). */
export async function orderTimeline(
  parts: JsonApi,
  viewer: Viewer,
  orderId: string,
): Promise<{ data: TimelineEntry[]; meta: { count: number } }> {
  const rights = parts.rightsOf(viewer)
  const load = (name: 'tilaus' | 'lahetys' | 'tuntituote', column: string) =>
    loadRows(parts.pool, parts.model, rights, viewer, resourceNamed(parts.model, name), { column, ids: [orderId], lock: false })
  const [orders, shipments, jobs] = await Promise.all([load('tilaus', 'id'), load('lahetys', 'tilaus_id'), load('tuntituote', 'tilaus_id')])
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
  const revisions = found.map((revision) => seenRevision(rights, revision))
  const names = await readNames(parts, viewer, pointedAt(revisions))
  // Who sees no prices hears of no invoicing either (RULES section 2).
  const mayHearOfInvoicing = !rights.reach('tilaus').hide.has('hinta')
  const told = timelineOf({
    revisions,
    targets,
    acknowledgements: new Map(signed.map((row) => [row.id, signedOf(row, rights, shipments)])),
    failures: new Map(failed.map((row) => [row.id, failedOf(row, rights)])),
    pictures: new Set([...shipments.flatMap(({ row }) => idsIn(row.kuvat)), ...failed.flatMap(({ kuvat }) => kuvat)]),
    pictureAddress: fileUri,
    nameOf: (id) => names.get(id),
    audience: audienceOf(viewer.roles),
    pricedByHand: orders[0].row.hinta_kasin === true,
  })
  const story = told.filter(({ laji }) => laji !== 'laskutus' || mayHearOfInvoicing)
  const data = [...mails.map(({ nimi, roolit, ...sent }) => sentMailEntry({ ...sent, kuka: whoOf({ nimi, roolit }) })), ...story]
  // The newest first; what happened in the same second in the order that it is given in.
  data.sort((a, b) => b.aika - a.aika)
  return { data, meta: { count: data.length } }
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Lines are counted among all of the order's, also those that are another driver's. */
function targetsOf(orderId: string, lines: readonly Line[]): Map<string, Target> {
  const targets = new Map<string, Target>([[orderId, { kind: 'tilaus' }]])
  for (const kind of ['lahetys', 'tuntituote'] as const) {
    const all = lines.filter((line) => line.kind === kind && (line.row.status === 1 || line.mayRead))
    for (const [index, { row, mayRead }] of all.entries())
      if (mayRead) targets.set(row.id, { kind, numero: index + 1, kaikkiaan: all.length })
  }
  return targets
}

/** Without what the policy table hides from the viewer, and with what it shows as another value. */
function seenRevision(rights: Rights, { roolit, nimi, kayttaja, ...revision }: FoundRevision): SeenRevision {
  const reach = rights.reach(revision.entiteetti)
  const muutokset = Object.fromEntries(
    Object.entries(revision.muutokset)
      .filter(([field]) => !reach.hide.has(field))
      .map(([field, [from, to]]) => [field, [masked(reach, field, from), masked(reach, field, to)] as const]),
  )
  return { ...revision, kayttaja, muutokset, kuka: whoOf({ nimi, roolit }) }
}

function whoOf({ nimi, roolit }: FoundWho): TimelineEntry['kuka'] {
  const role = roles.find((one) => roolit?.includes(one))
  return { nimi: nimi ?? '', rooli: role ? roleLabels[role] : '' }
}

function masked({ mask }: Reach, field: string, value: unknown): unknown {
  const shown = mask[field]
  return shown?.values.some((secret) => secret === value) ? shown.as : value
}

const pointing = ['kuljettaja', 'auto', 'nykyinen_osoite'] as const
const pointedAt = (revisions: readonly SeenRevision[]): string[] => [
  ...new Set(
    revisions.flatMap(({ muutokset }) => pointing.flatMap((field) => (muutokset[field]?.[1] ? [String(muutokset[field][1])] : []))),
  ),
]

const placeOf = (row: { lat: number | null; lng: number | null }, { hide }: Reach) =>
  hide.has('lat') || hide.has('lng') ? null : pointOf(row)

/** Whether the sum still holds is asked of all shipments that were signed for, whoever looks. */
function signedOf(row: FoundAcknowledgement, rights: Rights, shipments: readonly LoadedRow[]): Signed {
  const related = {
    lahetykset: shipments.flatMap((loaded) => (row.lahetykset.includes(loaded.row.id) ? [loaded.row] : [])),
    kuittaus: row.kuittaus === null ? [] : [{ id: row.kuittaus, tarkiste: row.sormenjalki }],
  }
  const sum = createHash('sha256').update(acknowledgementText(row, related)).digest('hex')
  return {
    laitteen_aika: row.laitteen_aika,
    paikka: placeOf(row, rights.reach('v_o_kuittaus')),
    lahetykset: row.lahetykset,
    kuittaus: {
      nimenselvennys: row.nimenselvennys,
      allekirjoitus: row.kuittaus === null ? '' : fileUri(row.kuittaus),
      muutettu: sum !== row.tarkiste,
    },
  }
}

const failedOf = ({ laitteen_aika, lahetykset, syy, selite, kuvat, ...row }: FoundFailure, rights: Rights): Failed => ({
  laitteen_aika,
  paikka: placeOf(row, rights.reach('toimituspoikkeama')),
  lahetykset,
  syy,
  selite,
  kuvat,
})
