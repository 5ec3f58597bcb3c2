import { type HourlyState, hourlyStates, isShipmentState, type ShipmentState } from '../../entities/order/order.states.ts'
import type { Audience } from '../../entities/order/order.status.ts'
import type { Field } from '../../model/define-field.ts'
import { registry } from '../../model/registry.ts'
import { formatDay } from '../../values/time/helsinki-clock.ts'
import { hourlyStepWords, shipmentStepWords } from './state-words.ts'
import type { Inflected, Target } from './targets.ts'

/** Determines the icon of an entry. */
export const timelineActionKinds = [
  'tilattu',
  'tila',
  'kuittaus',
  'poikkeama',
  'kuva',
  'kuljettaja',
  'muutos',
  'rahtikirja',
  'seuranta',
  'laskutus',
] as const
export type TimelineActionKind = (typeof timelineActionKinds)[number]

/** An action that a revision records on one order or line; the same action (`key`) on several becomes one entry. */
export type TimelineAction = {
  kind: TimelineActionKind
  key: string
  target: Target
  state: ShipmentState | ''
  words: (what: Inflected) => string
  /** The ids of the added pictures. */
  pictures: readonly string[]
}

type Changes = Readonly<Record<string, readonly [from: unknown, to: unknown]>>
type TargetRevision = { vid: number; muutokset: Changes }
type NameOf = (id: string) => string | undefined

const action = (
  kind: TimelineActionKind,
  target: Target,
  words: TimelineAction['words'],
  more: Partial<Pick<TimelineAction, 'key' | 'state' | 'pictures'>> = {},
): TimelineAction => ({
  kind,
  key: words({ accusative: '', nominative: '', genitive: '', partitive: '', isMany: true }),
  target,
  state: '',
  words,
  pictures: [],
  ...more,
})

const isHourlyState = (state: ShipmentState): state is HourlyState => Object.hasOwn(hourlyStates, state)
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const secondsOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Fields whose changes are shown as separate actions, or follow from those. */
const describedElsewhere = new Set([
  // Follows from the weight per piece and the number of pieces, which are listed.
  'paino',
  // Shown with the acknowledgement or the failure, where it differs from the server's.
  'laitteen_aika',
  'laitteen_ero',
  'tila',
  'tilauksen_tila',
  'kuvat',
  'kuljettaja',
  'auto',
  'tyovuoro',
  'poikkeama',
  'nykyinen_osoite',
  'siirto_osoitteet',
  'status',
  'tilaus_ryhma',
])
const wishes = new Set(['toivottu_toimitus', 'toimituspaiva'])

/** The actions in one revision of the target. Its changes are only those that the viewer may see, masked for the viewer. */
export function actionsOf({ vid, muutokset }: TargetRevision, target: Target, audience: Audience, nameOf: NameOf): TimelineAction[] {
  if (vid === 1) {
    if (target.kind === 'tilaus') return [action('tilattu', target, () => 'teki tilauksen')]
    return [action('muutos', target, ({ accusative }) => `lisäsi ${accusative}`)]
  }
  const status = muutokset.status
  if (status) return [action('muutos', target, ({ accusative }) => `${status[1] === 1 ? 'palautti' : 'poisti'} ${accusative}`)]
  return target.kind === 'tilaus'
    ? orderActions(muutokset, target, audience)
    : [
        ...stateActions(muutokset, target, nameOf),
        ...assignmentActions(muutokset, target, nameOf),
        ...pictureActions(muutokset, target),
        ...answerActions(muutokset, target),
        ...groupActions(muutokset, target),
        ...dataActions(withoutWorkTimes(muutokset), target),
      ]
}

/** The times of work are not listed as changes: the change of state shows them. */
function withoutWorkTimes(muutokset: Changes): Changes {
  const { aloitusaika: _from, lopetusaika: _to, ...others } = muutokset
  return muutokset.tila ? others : muutokset
}

/** The actions of an order itself: invoicing, printing and edits. Its state follows from its lines. */
function orderActions(muutokset: Changes, target: Target, audience: Audience): TimelineAction[] {
  const [from, to] = muutokset.tilauksen_tila ?? []
  const printed = muutokset.rahtikirja?.[1] ?? muutokset.rahtikirja_koonti?.[1]
  return [
    ...(to === 'laskutettu' ? [action('laskutus', target, () => 'merkitsi tilauksen laskutetuksi')] : []),
    ...(from === 'laskutettu' ? [action('laskutus', target, () => 'perui tilauksen laskutuksen')] : []),
    ...(printed && audience === 'staff' ? [action('rahtikirja', target, () => 'teki rahtikirjan')] : []),
    ...groupActions(muutokset, target),
    ...dataActions(muutokset, target),
  ]
}

function stateActions({ tila, nykyinen_osoite }: Changes, target: Target, nameOf: NameOf): TimelineAction[] {
  const [from, to] = tila ?? []
  if (from === to || !isShipmentState(from) || !isShipmentState(to)) return []
  const terminal = to === 'siirretty' && nykyinen_osoite ? nameOf(String(nykyinen_osoite[1])) : undefined
  const words =
    target.kind === 'tuntituote' && isHourlyState(from) && isHourlyState(to) ? hourlyStepWords(from, to) : shipmentStepWords(from, to)
  return [action('tila', target, (what) => (terminal ? `${words(what)}: ${terminal}` : words(what)), { state: to })]
}

function assignmentActions({ kuljettaja, auto }: Changes, target: Target, nameOf: NameOf): TimelineAction[] {
  if (!kuljettaja && !auto) return []
  const nameAt = (change: readonly [unknown, unknown] | undefined) => (change?.[1] ? nameOf(String(change[1])) : undefined)
  const driver = nameAt(kuljettaja)
  const car = nameAt(auto)
  const named = [driver, car].filter(Boolean).join(', ')
  const isAssigned = Boolean(kuljettaja?.[1] ?? auto?.[1])
  const what = kuljettaja && auto ? 'kuljettajan ja auton' : kuljettaja ? 'kuljettajan' : 'auton'
  return [
    action('kuljettaja', target, ({ genitive }) =>
      isAssigned ? `valitsi ${genitive} ${what}${named === '' ? '' : `: ${named}`}` : `poisti ${genitive} ${what}`,
    ),
  ]
}

function pictureActions({ kuvat }: Changes, target: Target): TimelineAction[] {
  if (!kuvat) return []
  const before = idsOf(kuvat[0])
  const added = idsOf(kuvat[1]).filter((id) => !before.includes(id))
  if (added.length === 0) return [action('kuva', target, ({ genitive }) => `poisti ${genitive} kuvan`)]
  return [
    action('kuva', target, () => (added.length === 1 ? 'lisäsi kuvan' : `lisäsi ${added.length} kuvaa`), {
      key: added.join(),
      pictures: added,
    }),
  ]
}

/** A failed delivery that was resolved without a change of state or day. */
function answerActions({ poikkeama, tila, toivottu_toimitus }: Changes, target: Target): TimelineAction[] {
  if (!poikkeama || poikkeama[1] !== null || tila || toivottu_toimitus) return []
  return [action('poikkeama', target, () => 'merkitsi epäonnistuneen toimituksen käsitellyksi')]
}

function groupActions({ tilaus_ryhma }: Changes, target: Target): TimelineAction[] {
  if (!tilaus_ryhma) return []
  const [from, to] = tilaus_ryhma
  return [
    action('muutos', target, ({ accusative }) =>
      to === null
        ? `poisti ${accusative} tilausryhmästä`
        : from === null
          ? `liitti ${accusative} tilausryhmään`
          : `siirsi ${accusative} toiseen tilausryhmään`,
    ),
  ]
}

function dataActions(muutokset: Changes, target: Target): TimelineAction[] {
  const fields: Readonly<Record<string, Field>> = registry[target.kind].fields
  const relations: Readonly<Record<string, { label: string; kind: string; readOnly?: boolean }>> = registry[target.kind].relations
  const changed = Object.entries(muutokset).filter(
    ([key, [from, to]]) => !describedElsewhere.has(key) && JSON.stringify(from) !== JSON.stringify(to),
  )
  const moved = changed.find(([key]) => wishes.has(key) && !fields[key]?.readOnly)
  const labels = changed.flatMap(([key]) => {
    const known = fields[key] ?? relations[key]
    return known && !known.readOnly && !wishes.has(key) ? [known.label] : []
  })
  return [
    ...(moved ? [action('muutos', target, ({ genitive }) => `vaihtoi ${genitive} toivotun päivän: ${dayText(moved[1])}`)] : []),
    ...(labels.length > 0 ? [action('muutos', target, ({ genitive }) => `muutti ${genitive} tietoja: ${labels.join(', ')}`)] : []),
  ]
}

const dayText = (change: readonly [unknown, unknown]): string => change.map((day) => formatDay(secondsOf(day)) || 'ei päivää').join(' → ')
