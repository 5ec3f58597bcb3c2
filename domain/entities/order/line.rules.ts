import type { Change, EntityRules, Related, RowFault, RuleContext } from '../../model/define-entity.ts'
import { postalCodeFault } from '../../values/checks.ts'
import { limitFault } from '../../values/limits.ts'
import { wishedDayFault } from '../../values/time/time.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import { workTimesFault } from '../hourly/hourly.times.ts'
import { isDelayOver, noDelay } from '../shipment/shipment.delay.ts'
import { type Lahetys, lahetys } from '../shipment/shipment.entity.ts'
import { timeFaults } from '../shipment/shipment.times.ts'
import { sizeLocks } from './order.rows.ts'
import {
  hourlyStates,
  hourlyTransitions,
  type ShipmentState,
  shipmentStates,
  shipmentStateWeights,
  shipmentTransitionsOf,
  type Transition,
} from './order.states.ts'
import { isLive } from './order.status.ts'
import { stateActorOf, transitionFault } from './order.transitions.ts'

/** Faults of the postal code at one end; `prefix` is nouto, toimitus or laskutus. */
export function placeFaults(prefix: string, code: string, country: string): RowFault[] {
  const detail = postalCodeFault(code, country)
  return detail ? [{ field: `${prefix}_postinro`, detail }] : []
}

/** Checks only a day that is being set: one stored before a limit existed is accepted. */
function wishedDayFaults<F extends 'toivottu_toimitus' | 'toimituspaiva'>(
  field: F,
  { before, after }: Change<Record<F, number>>,
  { now }: RuleContext,
): RowFault[] {
  const detail = before?.[field] === after[field] ? null : wishedDayFault(after[field], now)
  return detail ? [{ field, detail }] : []
}

/** An order group belongs to one customer (rules/orders.md#order-groups). */
export const groupFaults = ({ asiakas }: { asiakas: string | null }, { tilaus_ryhma = [] }: Related): RowFault[] =>
  tilaus_ryhma.some((group) => group.asiakas !== asiakas) ? [{ field: 'tilaus_ryhma', detail: 'Tilausryhmä on toisen asiakkaan.' }] : []

type StatefulRow<S extends string> = { tila: S; changed: number; tila_muuttui?: number; kuljettaja: string | null }

/** A line's state changes only as its table allows; a new line has the initial state unless the system itself creates it. */
function stateFaults<S extends string>(
  table: readonly Transition<S>[],
  labels: Readonly<Record<S, string>>,
  initial: S,
  { before, after }: Change<StatefulRow<S>>,
  context: Pick<RuleContext, 'viewer' | 'now' | 'reason'>,
): RowFault[] {
  const from = before?.tila ?? initial
  if (from === after.tila || context.viewer === null) return []
  const actor = stateActorOf(context.viewer, before ?? after)
  const since = before?.tila_muuttui || before?.changed || 0
  const refused = `Tilaa ei voi vaihtaa: ${labels[from]} → ${labels[after.tila]}`
  const detail =
    actor && before
      ? transitionFault(table, labels, { from, to: after.tila, actor, now: context.now, since, reason: context.reason })
      : refused
  return detail ? [{ field: 'tila', detail }] : []
}

const deliveredAt = (row: { tila: string; timestamp_toimitettu: number }, now: number): number =>
  row.tila === 'toimitettu' ? row.timestamp_toimitettu || now : 0

/** Whether the state is one after the pickup. */
const hasBeenPickedUp = (state: ShipmentState): boolean => !['odottaa_noutoa', 'myohassa', 'peruutettu'].includes(state)

/** The device's time of the change, 0 without one. A time that was stored before this change does not belong to it. */
const deviceTime = ({ before, after }: Change<Lahetys>): number => (before?.laitteen_aika === after.laitteen_aika ? 0 : after.laitteen_aika)

/**
 * When the change was made: by the device's clock, corrected by its measured offset, as a phone without coverage sends it later
 * (rules/deliveries.md#true-times). 0 when it is not known, in the future or before `earliest`.
 */
function trueTime(change: Change<Lahetys>, earliest: number, now: number): number {
  const device = deviceTime(change)
  const at = device + change.after.laitteen_ero
  return device !== 0 && at >= earliest && at <= now ? at : 0
}

/** A pickup and a delivery get their true time; without one the current time, and the history shows both. */
function stateTimes(change: Change<Lahetys>, { now }: RuleContext): Partial<Lahetys> {
  const { before, after } = change
  if (before?.tila === after.tila) {
    const { laitteen_aika, laitteen_ero } = before
    return { laitteen_aika, laitteen_ero, timestamp_toimitettu: deliveredAt(after, now) }
  }
  const pickedUp = before?.timestamp_noudettu ?? 0
  const device = deviceTime(change)
  const at = trueTime(change, pickedUp || before?.created || now, now) || now
  return {
    laitteen_aika: device,
    laitteen_ero: device === 0 ? 0 : after.laitteen_ero,
    tila_muuttui: now,
    timestamp_noudettu: after.tila === 'odottaa_noutoa' ? 0 : pickedUp || (hasBeenPickedUp(after.tila) ? at : 0),
    timestamp_toimitettu: deliveredAt(after, at),
  }
}

/** Seconds: a driver's undo that is sent later than this counts from its arrival. */
const longestSending = 24 * 60 * 60

/** A driver's undo is limited by when it was pressed, not by when a phone without coverage sent it. */
function undoTime(change: Change<Lahetys>, now: number): number {
  const since = change.before?.tila_muuttui ?? now
  return trueTime(change, Math.max(since, now - longestSending), now) || now
}

/** Customers may not change a locked size of a saved product (rules/products.md#locked-sizes). */
function lockFaults({ before, after }: Change<Lahetys>, { viewer }: RuleContext, { tuote = [] }: Related): RowFault[] {
  const [product] = tuote
  if (!product || viewer === null || stateActorOf(viewer, after) !== 'asiakas') return []
  return (['pituus', 'leveys', 'korkeus', 'yksikkopaino'] as const)
    .filter((size) => product[sizeLocks[size]] === true && before?.[size] !== after[size])
    .filter((size) => product[size === 'yksikkopaino' ? 'paino' : size] !== after[size])
    .map((field) => ({ field, detail: `Tuotteen ${product.name} mittaa ei voi muuttaa tilauksella.` }))
}

/** A failed delivery is resolved when the shipment changes state, or gets another delivery day or a new promised time. */
const goesOn = ({ before, after }: Change<Lahetys>): boolean =>
  before !== null &&
  (before.tila !== after.tila ||
    before.toivottu_toimitus !== after.toivottu_toimitus ||
    (after.luvattu_aika !== 0 && before.luvattu_aika !== after.luvattu_aika))

/** The mark is cleared unless the same change sets a new one. */
const isAnswered = (change: Change<Lahetys>): boolean =>
  change.before?.poikkeama != null && change.before.poikkeama === change.after.poikkeama && goesOn(change)

/**
 * The dispatcher was not at the door: that the goods were received after all must be stored together with the resolution of the failed
 * delivery, not as one of many orders in a bulk change (decision 40).
 */
const isPassedOver = (change: Change<Lahetys>, { viewer }: RuleContext): boolean =>
  isAnswered(change) && change.after.tila === 'toimitettu' && viewer !== null && stateActorOf(viewer, change.after) === 'yllapito'

/** Goods that are on a car again are no longer at the terminal. */
const hasLeft = ({ before, after }: Change<Lahetys>): boolean =>
  before?.tila === 'siirretty' && after.tila !== 'siirretty' && before.nykyinen_osoite === after.nykyinen_osoite

/** Goods at a terminal need a named one (rules/orders.md#terminals). Only a change that brings them there is checked. */
function terminalFaults({ before, after }: Change<Lahetys>): RowFault[] {
  const stands = after.tila !== 'siirretty' || after.nykyinen_osoite !== null
  const stood = before?.tila === 'siirretty' && before.nykyinen_osoite === null
  return stands || stood ? [] : [{ field: 'nykyinen_osoite', detail: 'Valitse terminaali.' }]
}

/**
 * A driver reports a failed delivery; the dispatcher decides what to do (rules/deliveries.md#failed-delivery, decision 22). The driver
 * cannot remove the mark without continuing the delivery, and cannot set a failure older than the shipment's last change.
 */
function failureFaults(change: Change<Lahetys>, context: RuleContext, { poikkeama = [] }: Related): RowFault[] {
  const { viewer } = context
  const { before, after } = change
  const refused = (detail: string): RowFault[] => [{ field: 'poikkeama', detail }]
  if (isPassedOver(change, context)) return refused('Toimitus on epäonnistunut, eikä siitä ole päätetty. Merkitse se ensin käsitellyksi.')
  if (after.poikkeama === (before?.poikkeama ?? null)) return []
  const decides = viewer === null || stateActorOf(viewer, before ?? after) === 'yllapito'
  if (after.poikkeama === null)
    return decides || goesOn(change) ? [] : refused('Epäonnistuneen toimituksen merkitsee käsitellyksi ajojärjestely.')
  const [failure] = poikkeama
  // A reference to a row that does not exist is rejected like any other.
  if (!failure) return []
  const its = Array.isArray(failure.lahetykset) && failure.lahetykset.includes(after.id)
  if (!its || !isLive(after.tila)) return refused('Poikkeama ei koske tätä lähetystä.')
  const isNew = typeof failure.created === 'number' && failure.created >= (before?.changed ?? 0)
  return decides || isNew ? [] : refused('Tämä epäonnistunut toimitus on jo käsitelty. Kirjaa uusi yritys omanaan.')
}

const totalWeight = ({ yksikkopaino, maara }: Lahetys): number => Math.round(yksikkopaino * maara * 100) / 100

/** `paino` is `yksikkopaino` × `maara`. Sent alone, it is the row's weight and sets the weight per piece (rules/orders.md#weights). */
function weights({ before, after }: Change<Lahetys>): Partial<Lahetys> {
  const isTotalChanged = after.paino !== (before?.paino ?? 0)
  const isPieceChanged = after.yksikkopaino !== (before?.yksikkopaino ?? 0)
  if (!isTotalChanged) return { paino: totalWeight(after) }
  if (isPieceChanged || after.maara === 0) return {}
  return { yksikkopaino: Number((after.paino / after.maara).toFixed(lahetys.fields.yksikkopaino.scale)) }
}

function weightFaults({ before, after }: Change<Lahetys>): RowFault[] {
  if (after.paino === (before?.paino ?? 0) || after.paino === totalWeight(after)) return []
  const detail = after.maara === 0 ? 'Anna myös määrä.' : 'Paino yhteensä on eri kuin kappaleen paino kertaa määrä.'
  return [{ field: 'paino', detail }]
}

export const shipmentRules: EntityRules<Lahetys> = {
  needs: ['tuote', 'poikkeama'],
  derive: (change, context) => {
    const { after } = change
    return {
      ...weights(change),
      tila_weight: shipmentStateWeights[after.tila],
      ...stateTimes(change, context),
      ...(isAnswered(change) && !isPassedOver(change, context) ? { poikkeama: null } : {}),
      ...(hasLeft(change) ? { nykyinen_osoite: null } : {}),
      ...(isDelayOver(change) ? noDelay : {}),
      // Moved to a terminal: it is added to the places where the goods have been (rules/orders.md#terminals).
      ...(after.tila === 'siirretty' && after.nykyinen_osoite && !after.siirto_osoitteet.includes(after.nykyinen_osoite)
        ? { siirto_osoitteet: [...after.siirto_osoitteet, after.nykyinen_osoite] }
        : {}),
    }
  },
  check: (change, context, related) => {
    const { after } = change
    const sizes = [
      ['pituus', after.pituus],
      ['leveys', after.leveys],
      ['korkeus', after.korkeus],
      ['paino', after.yksikkopaino],
      ['maara', after.maara],
    ] as const
    return [
      ...stateFaults(shipmentTransitionsOf(context.features), shipmentStates, 'odottaa_noutoa', change, {
        ...context,
        now: undoTime(change, context.now),
      }),
      ...sizes.flatMap(([dimension, value]) => {
        const detail = limitFault(dimension, value, after.tyyppi, 'default')
        return detail ? [{ field: dimension === 'paino' ? 'yksikkopaino' : dimension, detail }] : []
      }),
      ...weightFaults(change),
      ...lockFaults(change, context, related),
      ...terminalFaults(change),
      ...failureFaults(change, context, related),
      ...wishedDayFaults('toivottu_toimitus', change, context),
      ...timeFaults(change, context.now),
      ...placeFaults('nouto', after.nouto_postinro, after.nouto_maa),
      ...placeFaults('toimitus', after.toimitus_postinro, after.toimitus_maa),
    ]
  },
}

/**
 * The driver's state changes set the start and end of the work, unless the change itself sets them. Undoing a state change clears its time.
 * Other people mark the state later than the work was done, so their changes set no times.
 */
function workTimes({ before, after }: Change<Tuntituote>, { now, viewer }: RuleContext): Partial<Tuntituote> {
  if (!before || before.tila === after.tila || viewer === null || stateActorOf(viewer, before) !== 'kuljettaja') return {}
  const { tila, aloitusaika, lopetusaika } = after
  const begins = before.tila === 'odottaa_noutoa' && tila === 'kuljetuksessa' && aloitusaika === 0
  const ends = tila === 'toimitettu' && lopetusaika === 0 && aloitusaika <= now
  const unbegun = tila === 'odottaa_noutoa' && aloitusaika === before.aloitusaika
  const unended = before.tila === 'toimitettu' && lopetusaika === before.lopetusaika
  return {
    ...(begins ? { aloitusaika: now } : unbegun ? { aloitusaika: 0 } : {}),
    ...(ends ? { lopetusaika: now } : unended ? { lopetusaika: 0 } : {}),
  }
}

function timesFaults({ aloitusaika, lopetusaika }: Tuntituote): RowFault[] {
  const detail = workTimesFault(aloitusaika, lopetusaika)
  return detail ? [{ field: 'lopetusaika', detail }] : []
}

export const hourlyRules: EntityRules<Tuntituote> = {
  needs: ['tilaus_ryhma'],
  derive: (change, context) => ({
    timestamp_toimitettu: deliveredAt(change.after, context.now),
    ...workTimes(change, context),
  }),
  check: (change, context, related) => [
    ...stateFaults(hourlyTransitions, hourlyStates, 'odottaa_noutoa', change, context),
    ...wishedDayFaults('toimituspaiva', change, context),
    ...placeFaults('nouto', change.after.nouto_postinro, change.after.nouto_maa),
    ...groupFaults(change.after, related),
    ...timesFaults(change.after),
  ],
}
