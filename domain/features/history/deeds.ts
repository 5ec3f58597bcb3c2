import { hourlyStates, isShipmentState, type ShipmentState } from '../../entities/order/order.states.ts'
import type { Audience } from '../../entities/order/order.status.ts'
import type { Field } from '../../model/define-field.ts'
import { registry } from '../../model/registry.ts'
import { formatDay } from '../../values/time/helsinki-clock.ts'
import { hourlyDeed, shipmentDeed } from './state-words.ts'
import type { Inflected, Target } from './targets.ts'

/** For the icon of an entry. */
export const deedKinds = [
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
export type DeedKind = (typeof deedKinds)[number]

/** What a revision says was done to one thing; the same deed (`key`) to several at once is told once. */
export type Deed = {
  kind: DeedKind
  key: string
  target: Target
  state: ShipmentState | ''
  words: (what: Inflected) => string
  /** Pictures that were added, by id. */
  pictures: readonly string[]
}

type Changes = Readonly<Record<string, readonly [from: unknown, to: unknown]>>
export type LineRevision = { entiteetti: 'tilaus' | 'lahetys' | 'tuntituote'; vid: number; muutokset: Changes }
type NameOf = (id: string) => string | undefined

const deed = (
  kind: DeedKind,
  target: Target,
  words: Deed['words'],
  more: Partial<Pick<Deed, 'key' | 'state' | 'pictures'>> = {},
): Deed => ({
  kind,
  key: words({ accusative: '', nominative: '', genitive: '', partitive: '', isMany: true }),
  target,
  state: '',
  words,
  pictures: [],
  ...more,
})

const isHourlyState = (value: unknown): value is keyof typeof hourlyStates =>
  typeof value === 'string' && Object.hasOwn(hourlyStates, value)
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const secondsOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Told by deeds of their own, or following from them. */
const toldApart = new Set([
  // Follows from the weight of a piece and their number, which are named.
  'paino',
  // Shown with the acknowledgement or the failure, where it differs from the server's.
  'laitteen_aika',
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

/** What one revision of an order or a line of it tells. Its changes are those that the viewer may see, masked as they see them. */
export function deedsOf({ entiteetti, vid, muutokset }: LineRevision, target: Target, audience: Audience, nameOf: NameOf): Deed[] {
  if (vid === 1) {
    if (target.kind === 'tilaus') return [deed('tilattu', target, () => 'teki tilauksen')]
    return [deed('muutos', target, ({ accusative }) => `lisäsi ${accusative}`)]
  }
  const status = muutokset.status
  if (status)
    return [deed('muutos', target, ({ accusative }) => `${status[1] === 1 || status[1] === true ? 'palautti' : 'poisti'} ${accusative}`)]
  return entiteetti === 'tilaus'
    ? orderDeeds(muutokset, target, audience)
    : [
        ...stateDeeds(muutokset, target, nameOf),
        ...crewDeeds(muutokset, target, nameOf),
        ...pictureDeeds(muutokset, target),
        ...answerDeeds(muutokset, target),
        ...groupDeeds(muutokset, target),
        ...dataDeeds(entiteetti, withoutWorkTimes(muutokset), target),
      ]
}

/** When work began or ended is told by its state. */
function withoutWorkTimes(muutokset: Changes): Changes {
  const { aloitusaika: _from, lopetusaika: _to, ...others } = muutokset
  return muutokset.tila ? others : muutokset
}

/** An order's own state follows its lines; of itself it is invoiced, printed and edited. */
function orderDeeds(muutokset: Changes, target: Target, audience: Audience): Deed[] {
  const [from, to] = muutokset.tilauksen_tila ?? []
  const printed = muutokset.rahtikirja?.[1] ?? muutokset.rahtikirja_koonti?.[1]
  return [
    ...(to === 'laskutettu' ? [deed('laskutus', target, () => 'merkitsi tilauksen laskutetuksi')] : []),
    ...(from === 'laskutettu' ? [deed('laskutus', target, () => 'perui tilauksen laskutuksen')] : []),
    ...(printed && audience === 'staff' ? [deed('rahtikirja', target, () => 'teki rahtikirjan')] : []),
    ...groupDeeds(muutokset, target),
    ...dataDeeds('tilaus', muutokset, target),
  ]
}

function stateDeeds({ tila, nykyinen_osoite }: Changes, target: Target, nameOf: NameOf): Deed[] {
  const [from, to] = tila ?? []
  if (from === to || !isShipmentState(from) || !isShipmentState(to)) return []
  const terminal = to === 'siirretty' && nykyinen_osoite ? nameOf(String(nykyinen_osoite[1])) : undefined
  const tell = target.kind === 'tuntituote' && isHourlyState(from) && isHourlyState(to) ? hourlyDeed(from, to) : shipmentDeed(from, to)
  return [deed('tila', target, (what) => (terminal ? `${tell(what)}: ${terminal}` : tell(what)), { state: to })]
}

function crewDeeds({ kuljettaja, auto }: Changes, target: Target, nameOf: NameOf): Deed[] {
  if (!kuljettaja && !auto) return []
  const nameAt = (change: readonly [unknown, unknown] | undefined) => (change?.[1] ? nameOf(String(change[1])) : undefined)
  const driver = nameAt(kuljettaja)
  const car = nameAt(auto)
  const named = [driver, car].filter(Boolean).join(', ')
  const isGiven = Boolean(kuljettaja?.[1] ?? auto?.[1])
  const what = kuljettaja && auto ? 'kuljettajan ja auton' : kuljettaja ? 'kuljettajan' : 'auton'
  return [
    deed('kuljettaja', target, ({ genitive }) =>
      isGiven ? `valitsi ${genitive} ${what}${named === '' ? '' : `: ${named}`}` : `poisti ${genitive} ${what}`,
    ),
  ]
}

function pictureDeeds({ kuvat }: Changes, target: Target): Deed[] {
  if (!kuvat) return []
  const [before, after] = kuvat.map(idsOf)
  const added = (after ?? []).filter((id) => !before?.includes(id))
  if (added.length === 0) return [deed('kuva', target, ({ genitive }) => `poisti ${genitive} kuvan`)]
  return [
    deed('kuva', target, () => (added.length === 1 ? 'lisäsi kuvan' : `lisäsi ${added.length} kuvaa`), {
      key: added.join(),
      pictures: added,
    }),
  ]
}

/** A failed delivery that somebody has dealt with in another way than by the goods going on. */
function answerDeeds({ poikkeama, tila, toivottu_toimitus }: Changes, target: Target): Deed[] {
  if (!poikkeama || poikkeama[1] !== null || tila || toivottu_toimitus) return []
  return [deed('poikkeama', target, () => 'merkitsi epäonnistuneen toimituksen käsitellyksi')]
}

function groupDeeds({ tilaus_ryhma }: Changes, target: Target): Deed[] {
  if (!tilaus_ryhma) return []
  const [from, to] = tilaus_ryhma
  return [
    deed('muutos', target, ({ accusative }) =>
      to === null
        ? `poisti ${accusative} tilausryhmästä`
        : from === null
          ? `liitti ${accusative} tilausryhmään`
          : `siirsi ${accusative} toiseen tilausryhmään`,
    ),
  ]
}

function dataDeeds(entity: LineRevision['entiteetti'], muutokset: Changes, target: Target): Deed[] {
  const fields: Readonly<Record<string, Field>> = registry[entity].fields
  const relations: Readonly<Record<string, { label: string; kind: string; readOnly?: boolean }>> = registry[entity].relations
  const changed = Object.entries(muutokset).filter(
    ([key, [from, to]]) => !toldApart.has(key) && JSON.stringify(from) !== JSON.stringify(to),
  )
  const moved = changed.find(([key]) => wishes.has(key) && !fields[key]?.readOnly)
  const labels = changed.flatMap(([key]) => {
    const known = fields[key] ?? relations[key]
    return known && !known.readOnly && !wishes.has(key) ? [known.label] : []
  })
  return [
    ...(moved ? [deed('muutos', target, ({ genitive }) => `vaihtoi ${genitive} toivotun päivän: ${dayText(moved[1])}`)] : []),
    ...(labels.length > 0
      ? [deed('muutos', target, ({ genitive }) => `muutti ${genitive} tietoja: ${[...new Set(labels)].join(', ')}`)]
      : []),
  ]
}

const dayText = (change: readonly [unknown, unknown]): string => change.map((day) => formatDay(secondsOf(day)) || 'ei päivää').join(' → ')
