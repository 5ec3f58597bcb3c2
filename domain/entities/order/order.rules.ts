import { palletPlaces } from '../../features/planning-board/planned-work.ts'
import { isPricedByHand } from '../../features/prices/repricing.ts'
import type { Change, EntityRules, RowFault, RuleContext } from '../../model/define-entity.ts'
import { featureOff } from '../../model/features.ts'
import { dayOf, midnightOf } from '../../values/time/time.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'
import { groupFaults, placeFaults } from './line.rules.ts'
import { billingFields } from './order.billing.ts'
import { type Tilaus, tilaus } from './order.entity.ts'
import { type OrderState, orderStates, orderStateWeights, orderTransitions } from './order.states.ts'
import { isLive } from './order.status.ts'
import { stateActorOf, transitionFault } from './order.transitions.ts'

export type OrderLines = { lahetykset: Change<Lahetys>[]; tuntituotteet: Change<Tuntituote>[] }

const maxGoods = 999_999_999

type Line = { tila: string; timestamp_toimitettu: number; toivottu: number }

const linesOf = (lines: OrderLines): Line[] => [
  ...lines.lahetykset.filter(({ after }) => after.status === 1).map(({ after }) => ({ ...after, toivottu: after.toivottu_toimitus })),
  ...lines.tuntituotteet.filter(({ after }) => after.status === 1).map(({ after }) => ({ ...after, toivottu: after.toimituspaiva })),
]

/** The goods of an order as lists show them; those of a cancelled order are the ones that were cancelled. */
function goodsOf({ lahetykset }: OrderLines): Pick<Tilaus, 'maara' | 'paino' | 'lavapaikat'> {
  const all = lahetykset.map(({ after }) => after).filter(({ status }) => status === 1)
  const live = all.filter(({ tila }) => tila !== 'peruutettu')
  const counted = live.length > 0 ? live : all
  const sum = (of: (shipment: Lahetys) => number): number => counted.reduce((total, shipment) => total + of(shipment), 0)
  const hundredths = (amount: number): number => Math.min(Math.round(amount * 100) / 100, maxGoods)
  return {
    maara: Math.min(
      sum(({ maara }) => maara),
      maxGoods,
    ),
    paino: hundredths(sum(({ paino }) => paino)),
    lavapaikat: hundredths(sum(palletPlaces)),
  }
}

/** An order's state follows from its lines (rules/orders.md#order-states); one without live lines has nothing to deliver or invoice. */
export function derivedState(lines: readonly Pick<Line, 'tila'>[]): OrderState {
  const live = lines.filter((line) => line.tila !== 'peruutettu')
  if (live.length > 0 && live.every((line) => line.tila === 'toimitettu')) return 'toimitettu'
  return live.some((line) => line.tila !== 'odottaa_noutoa') ? 'kuljetuksessa' : 'uusi'
}

/** Locked once the order is invoiced (rules/orders.md#invoiced-orders). */
const lockedOrderFields = [
  ...billingFields,
  'laskutus_viesti',
  'hinta',
  'asiakas',
  'tilaus_ryhma',
] as const satisfies readonly (keyof Tilaus)[]
/** The only fields of a line that may still change: they do not affect what was invoiced. */
const openLineFields = new Set<string>([
  'kuvat',
  'kuljettaja',
  'auto',
  'tyovuoro',
  'vid',
  'changed',
  'revision_created',
  'revision_log_message',
])

const changedFields = <Row extends object>({ before, after }: Change<Row>): (keyof Row & string)[] =>
  (Object.keys(after) as (keyof Row & string)[]).filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after[key]))

/** Relations to files that the server makes from the order, such as a printed waybill. */
const generatedRelations = new Set(
  Object.entries(tilaus.relations).flatMap(([name, relation]) => (relation.kind === 'one' && relation.generated ? [name] : [])),
)
/** Whether the save changes what people have ordered or planned, and not only files made from it. */
const isContentChanged = (change: Change<Tilaus>, { lahetykset, tuntituotteet }: OrderLines): boolean =>
  changedFields(change).some((field) => !generatedRelations.has(field)) ||
  lahetykset.some((line) => changedFields(line).length > 0) ||
  tuntituotteet.some((line) => changedFields(line).length > 0)

export const lockedFault = 'Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.'
export const onInvoiceFault = 'Tilaus on laskulla, joten sitä ei voi muuttaa. Peru lasku tai tee siitä hyvityslasku.'

/** Why the order is locked; null while it is open. An order on an invoice is locked before it is invoiced (rules/invoicing.md#locked-orders). */
function lockOf({ before, after }: Change<Tilaus>): string | null {
  if (!before) return null
  if (before.lasku !== null && after.lasku !== null) return onInvoiceFault
  return before.tilauksen_tila === 'laskutettu' && after.tilauksen_tila === 'laskutettu' ? lockedFault : null
}

function lockFaults(change: Change<Tilaus>, lines: OrderLines): RowFault[] {
  const lock = lockOf(change)
  if (!lock || !change.before) return []
  const faults = lockedOrderFields
    .filter((field) => JSON.stringify(change.before?.[field]) !== JSON.stringify(change.after[field]))
    .map((field) => ({ field, detail: lock }))
  const changed =
    change.after.status !== change.before.status ||
    [...lines.lahetykset, ...lines.tuntituotteet].some((line) => changedFields<object>(line).some((field) => !openLineFields.has(field)))
  return changed && faults.length === 0 ? [{ field: 'lahetykset', detail: lock }] : faults
}

/** A customer changes an order until the first pickup (rules/orders.md#customer-changes); a later line would reopen a delivered order. */
function additionFaults({ before }: Change<Tilaus>, { lahetykset, tuntituotteet }: OrderLines, { viewer }: RuleContext): RowFault[] {
  if (!before || before.tilauksen_tila === 'uusi' || !viewer || stateActorOf(viewer) !== 'asiakas') return []
  const detail = 'Tilaukseen ei voi enää lisätä rivejä, koska kuljetus on alkanut.'
  const added = (field: string, lines: readonly Change<unknown>[]) =>
    lines.some(({ before }) => before === null) ? [{ field, detail }] : []
  return [...added('lahetykset', lahetykset), ...added('tuntituotteet', tuntituotteet)]
}

/** Lines that need a feature cannot be added while it is switched off; stored ones stay (rules/settings.md#feature-switches). */
function featureFaults(
  { after }: Change<Tilaus>,
  { lahetykset, tuntituotteet }: OrderLines,
  { viewer, features }: RuleContext,
): RowFault[] {
  if (viewer === null) return []
  const isAdded = (lines: readonly Change<{ status: number }>[]) => lines.some(({ before, after }) => before === null && after.status === 1)
  const goods = lahetykset.filter(({ after }) => after.status === 1)
  const manyGoods = !features.useat_tuotteet && goods.length > 1 && isAdded(lahetykset)
  const extraWork = !features.lisatyot && after.tyyppi === 'lahetys' && isAdded(tuntituotteet)
  return [
    ...(manyGoods ? [{ field: 'lahetykset', detail: `${featureOff('useat_tuotteet')} Tilauksella on yksi tuoterivi.` }] : []),
    ...(extraWork ? [{ field: 'tuntituotteet', detail: featureOff('lisatyot') }] : []),
  ]
}

/** People order transports and hourly work; orders of rentals are created only by the scheduled task (rules/access.md#orders). */
const typeFaults = ({ before, after }: Change<Tilaus>, { viewer }: RuleContext): RowFault[] =>
  before === null && viewer !== null && after.tyyppi === 'vuokraus'
    ? [{ field: 'tyyppi', detail: 'Vuokrauksen tilaukset tekee järjestelmä. Valitse lähetys tai tuntityö.' }]
    : []

/** The order still has to be delivered or invoiced. */
const isWork = ({ status, avoin, tilauksen_tila }: Tilaus): boolean => status === 1 && (avoin || tilauksen_tila === 'toimitettu')

export const orderRules: EntityRules<Tilaus, OrderLines> = {
  needs: ['tilaus_ryhma', 'asiakas'],
  derive: ({ after }, _context, { asiakas = [] }) =>
    after.saa_jattaa === 'oletus' ? { saa_jattaa: asiakas[0]?.saa_jattaa === true ? 'kylla' : 'ei' } : {},
  check: (change, context, related) => [
    ...placeFaults('laskutus', change.after.laskutus_postinro, change.after.laskutus_maa),
    ...groupFaults(change.after, related),
    ...typeFaults(change, context),
  ],
  settle(change, lines, context) {
    const { before, after } = change
    const all = linesOf(lines)
    const live = all.filter((line) => line.tila !== 'peruutettu')
    // A rental has no lines to derive the state from: it is created as delivered (rules/orders.md#order-types).
    const derived = after.tyyppi === 'vuokraus' ? 'toimitettu' : derivedState(all)
    const from = before?.tilauksen_tila ?? derived
    const followed = from === 'laskutettu' ? from : derived
    // A new order without a state has the field's default.
    const target = before || after.tilauksen_tila !== 'uusi' ? after.tilauksen_tila : followed
    const faults = [...lockFaults(change, lines), ...additionFaults(change, lines, context), ...featureFaults(change, lines, context)]
    // A person requests a state other than the derived one: only invoicing and undoing it are allowed.
    const isRequested = target !== from && target !== followed
    // Only the sending of its invoice changes the state of an order on an invoice.
    if (isRequested && lockOf(change) === onInvoiceFault && context.viewer) faults.push({ field: 'tilauksen_tila', detail: onInvoiceFault })
    else if (isRequested) {
      const actor = context.viewer ? stateActorOf(context.viewer) : 'yllapito'
      const situation = { from: followed, to: target, now: context.now, since: 0, reason: context.reason }
      const detail = actor
        ? transitionFault(orderTransitions, orderStates, { ...situation, actor })
        : `Tilaa ei voi vaihtaa: ${orderStates[followed]} → ${orderStates[target]}`
      if (detail) faults.push({ field: 'tilauksen_tila', detail })
    }
    // After undoing the invoicing, the state follows from the lines again, which the same transaction may change.
    const state = !isRequested ? followed : target === 'laskutettu' ? target : derived
    const delivered = state === 'toimitettu' || state === 'laskutettu'
    const last = Math.max(0, ...live.map((line) => line.timestamp_toimitettu))
    const undelivered = live.filter((line) => line.tila !== 'toimitettu')
    const wishes = undelivered.filter((line) => line.toivottu > 0).map((line) => line.toivottu)
    // A delivered line's wished day must not make an order late whose open lines have no wished day.
    const wishedDay =
      undelivered.length === 0 ? Math.max(0, ...live.map((line) => line.toivottu)) : wishes.length > 0 ? Math.min(...wishes) : 0
    return {
      set: {
        tilauksen_tila: state,
        tila_weight: orderStateWeights[state],
        timestamp_toimitettu: delivered ? last || after.timestamp_toimitettu || context.now : 0,
        avoin: !delivered && live.length > 0,
        hinta_kasin: isPricedByHand(change, lines),
        koskematon: after.koskematon && (context.viewer === null || !isContentChanged(change, lines)),
        odottaa_paatosta: lines.lahetykset.some(({ after }) => after.status === 1 && after.poikkeama !== null && isLive(after.tila)),
        toivottu_toimitus: wishedDay === 0 ? 0 : midnightOf(dayOf(wishedDay)),
        ...goodsOf(lines),
      },
      faults,
    }
  },
  // A customer with open work cannot be removed (server/features/customers/keep-customers.ts), and a removed customer gets no new work.
  mustExist: ({ before, after }) =>
    before?.asiakas !== after.asiakas || (isWork(after) && !isWork(before))
      ? [{ field: 'asiakas', detail: 'Tilauksen asiakas on poistettu. Palauta ensin asiakas.' }]
      : [],
}
