import { type FailureReason, failureReasons } from '../../entities/failed-delivery/failed-delivery.entity.ts'
import type { Audience } from '../../entities/order/order.status.ts'
import type { TimelineEntry } from './order-timeline.ts'
import { inflect, type Target } from './targets.ts'
import { actionsOf, type TimelineAction } from './timeline-actions.ts'

export type Point = { lat: number; lng: number } | null
type Who = TimelineEntry['kuka']
/** A revision as the viewer may see it: hidden fields are missing, masked values are replaced. */
export type VisibleRevision = {
  id: number
  /** Equal for rows that were stored together. */
  tapahtuma: string
  aika: number
  kuka: Who
  kayttaja: string | null
  entiteetti: string
  rivi: string
  vid: number
  syy: string
  muutokset: Readonly<Record<string, readonly [from: unknown, to: unknown]>>
}
export type TimelineAcknowledgement = {
  laitteen_aika: number
  paikka: Point
  lahetykset: readonly string[]
  /** Where it was left without a signature; null when somebody received it. */
  jattopaikka: string | null
  kuittaus: NonNullable<TimelineEntry['kuittaus']>
}
export type TimelineFailure = {
  laitteen_aika: number
  paikka: Point
  lahetykset: readonly string[]
  syy: FailureReason
  selite: string
  kuvat: readonly string[]
}
export type TimelineSource = {
  /** Newest first. */
  revisions: readonly VisibleRevision[]
  targets: ReadonlyMap<string, Target>
  acknowledgements: ReadonlyMap<string, TimelineAcknowledgement>
  failures: ReadonlyMap<string, TimelineFailure>
  /** The ids of pictures that still exist. */
  pictures: ReadonlySet<string>
  pictureAddress: (id: string) => string
  nameOf: (id: string) => string | undefined
  audience: Audience
  /** Whether the order's current price was typed. */
  pricedByHand: boolean
}

/** The timeline of an order from its revisions, newest first: equal changes of one save are one entry. */
export function timelineOf(source: TimelineSource): TimelineEntry[] {
  const groups = Map.groupBy(source.revisions, ({ tapahtuma, aika, kayttaja }) => `${tapahtuma} ${aika} ${kayttaja}`)
  let pricedByHand = source.pricedByHand
  return [...groups.values()].flatMap((group) => {
    const turned = group.find(({ muutokset }) => muutokset.hinta_kasin)?.muutokset.hinta_kasin
    const shown = pricedByHand || turned ? group : group.map(withoutPrices)
    if (turned) pricedByHand = turned[0] === true
    return entriesOf(source, shown).map((entry, index) => ({ ...entry, id: `${entry.id}-${index}` }))
  })
}

/** A calculated price follows from other changes and is not a separate action. */
function withoutPrices(revision: VisibleRevision): VisibleRevision {
  const { hinta: _price, tuntituote_hinta: _unit, ...muutokset } = revision.muutokset
  return { ...revision, muutokset }
}

function entriesOf(source: TimelineSource, group: readonly VisibleRevision[]): TimelineEntry[] {
  const facts = group.flatMap((revision) => factOf(source, revision) ?? [])
  const covered = new Set(facts.flatMap(({ covers }) => covers))
  const isNew = group.some(({ entiteetti, vid }) => entiteetti === 'tilaus' && vid === 1)
  const actions = group.flatMap((revision): { revision: VisibleRevision; action: TimelineAction }[] => {
    const target = source.targets.get(revision.rivi)
    // The creation of an order includes its lines.
    if (!target || (isNew && target.kind !== 'tilaus')) return []
    return actionsOf(revision, target, source.audience, source.nameOf)
      .filter(({ state }) => !covered.has(`${revision.rivi} ${state}`))
      .map((action) => ({ revision, action }))
  })
  const alike = Map.groupBy(actions, ({ revision, action }) => `${action.kind} ${action.key} ${action.target.kind} ${revision.syy}`)
  return [
    ...facts.map(({ entry }) => entry),
    ...[...alike.values()].flatMap(([first, ...others]) => {
      if (!first) return []
      const { revision, action } = first
      const what = inflect([action.target, ...others.map((other) => other.action.target)])
      const [, device] = revision.muutokset.laitteen_aika ?? []
      const laitteen_aika = action.kind === 'tila' && typeof device === 'number' ? device : 0
      return [
        entryOf(source, revision, {
          laji: action.kind,
          teksti: action.words(what),
          tila: action.state,
          laitteen_aika,
          kuvat: action.pictures,
        }),
      ]
    }),
  ]
}

type EntryValues = Pick<TimelineEntry, 'laji' | 'teksti' | 'tila' | 'laitteen_aika'> &
  Partial<Pick<TimelineEntry, 'paikka' | 'kuittaus'>> & { kuvat: readonly string[] }

function entryOf(
  { pictures, pictureAddress, audience }: TimelineSource,
  { id, aika, kuka, syy }: VisibleRevision,
  { kuvat, ...said }: EntryValues,
): TimelineEntry {
  return {
    id: String(id),
    aika,
    kuka,
    // Reasons are written for staff.
    syy: audience === 'staff' ? syy : '',
    paikka: null,
    kuittaus: null,
    ...said,
    kuvat: kuvat.filter((picture) => pictures.has(picture)).map(pictureAddress),
  }
}

/** An acknowledgement or a failed delivery, with the changes of state that belong to it (`covers`). */
function factOf(source: TimelineSource, revision: VisibleRevision): { entry: TimelineEntry; covers: string[] } | null {
  if (revision.vid !== 1) return null
  const whatOf = (ids: readonly string[]) => inflect(ids.flatMap((id) => source.targets.get(id) ?? []))
  const signed = source.acknowledgements.get(revision.rivi)
  if (signed) {
    const { laitteen_aika, paikka, kuittaus, lahetykset, jattopaikka } = signed
    const what = whatOf(lahetykset).accusative
    const teksti =
      jattopaikka === null ? `luovutti ${what}, vastaanottaja ${kuittaus.nimenselvennys}` : `jätti ${what} ilman kuittausta: ${jattopaikka}`
    return {
      entry: entryOf(source, revision, { laji: 'kuittaus', teksti, tila: 'toimitettu', laitteen_aika, paikka, kuittaus, kuvat: [] }),
      covers: lahetykset.map((id) => `${id} toimitettu`),
    }
  }
  const failed = source.failures.get(revision.rivi)
  if (!failed) return null
  const { laitteen_aika, paikka, lahetykset, syy, selite, kuvat } = failed
  const words = [failureReasons[syy], selite].filter(Boolean).join('. ')
  const teksti = `ei saanut toimitettua ${whatOf(lahetykset).partitive}: ${words}`
  return {
    entry: entryOf(source, revision, { laji: 'poikkeama', teksti, tila: 'myohassa', laitteen_aika, paikka, kuvat }),
    covers: lahetykset.map((id) => `${id} myohassa`),
  }
}
