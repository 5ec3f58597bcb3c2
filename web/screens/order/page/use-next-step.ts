import { useNavigate } from '@tanstack/react-router'
import type { Viewer } from '#domain/access/roles.ts'
import { hourlyTransitions, type ShipmentState, type Transition } from '#domain/entities/order/order.states.ts'
import { isLive } from '#domain/entities/order/order.status.ts'
import { allowedTransitions, hasWayBack, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { nextStep, stepVerb } from '#web/features/orders/actions/line-steps.ts'
import type { LineChange } from '#web/features/orders/line-changes.ts'
import { saveChange } from '#web/features/orders/save-changes.ts'
import { shipmentTable } from '#web/features/orders/shipment-table.ts'
import { undoChanges } from '#web/features/orders/undo-changes.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import type { OrderRead } from '../order-data.ts'
import type { OrderAction } from '../view/order-actions.tsx'

export type NextStep = { label: string; busy: boolean; run: () => void }
type Person = Pick<Viewer, 'roles' | 'userId'>
type CommonStep = { label: string; done: string; lines: LineChange[] }

/** The states of lines that are not finished, those furthest behind first. */
const stages: readonly ShipmentState[] = ['odottaa_noutoa', 'odottaa_siirtoa', 'siirto', 'siirretty', 'kuljetuksessa', 'myohassa']

function stepsOf<S extends ShipmentState>(
  table: readonly Transition<S>[],
  line: { tila: S; kuljettaja: string | null },
  viewer: Person,
): { next: Transition<S> | null; returns: boolean } {
  const now = nowSeconds()
  const actor = stateActorOf(viewer, line)
  const next = actor ? nextStep(allowedTransitions(table, { from: line.tila, actor, now, since: now })) : null
  const returns = actor !== null && next !== null && hasWayBack(table, { from: line.tila, to: next.to, actor, now })
  return { next, returns }
}

/** The usual next step of the shipments that are furthest behind, or of the hourly jobs when no shipment is left; null when there is none. */
export function commonStep({ shipments, jobs }: Pick<OrderRead, 'shipments' | 'jobs'>, viewer: Person): CommonStep | null {
  const live = shipments.filter(({ tila }) => isLive(tila))
  const liveJobs = jobs.filter(({ tila }) => isLive(tila))
  const all = live.length > 0 ? live : liveJobs
  const stage = stages.find((state) => all.some(({ tila }) => tila === state))
  const part = (count: number) => (count < all.length ? ` (${count}/${all.length})` : '')
  if (live.length > 0) {
    const lines = live.filter(({ tila }) => tila === stage)
    const [first] = lines
    const step = first && stepsOf(shipmentTable(), first, viewer)
    // A terminal is asked for at the shipment itself.
    if (!first || !step?.next || step.next.to === 'siirretty') return null
    const { to, action } = step.next
    return {
      label: `${stepVerb('lahetys', first.tila, step.next)}${part(lines.length)}`,
      done: action,
      lines: lines.map(({ id, vid, tila }) => ({ id, vid, entity: 'lahetys', set: { tila: to }, back: step.returns ? { tila } : null })),
    }
  }
  const lines = liveJobs.filter(({ tila }) => tila === stage)
  const [first] = lines
  const step = first && stepsOf(hourlyTransitions, first, viewer)
  if (!first || !step?.next) return null
  const { to, action } = step.next
  return {
    label: `${stepVerb('tuntituote', first.tila, step.next)}${part(lines.length)}`,
    done: action,
    lines: lines.map(({ id, vid, tila }) => ({ id, vid, entity: 'tuntituote', set: { tila: to }, back: step.returns ? { tila } : null })),
  }
}

type Options = {
  read: OrderRead
  viewer: Person
  actions: readonly OrderAction[]
  onPromising: (shipment: string) => void
  onCrew: () => void
}

/** The one next step of the order: a decision about a failed delivery, a driver, the usual step of its lines, or its invoicing. */
export function useNextStep({ read, viewer, actions, onPromising, onCrew }: Options): NextStep | null {
  const { order, shipments, jobs, failures } = read
  const navigate = useNavigate()
  const { run, isRunning } = useAction({
    mutationFn: ({ lines }: CommonStep) => saveChange({ order: { id: order.id, number: order.tunniste }, lines, reason: '', key: newId() }),
    onSuccess: (result, { done }) => {
      const text = `Tilaus ${order.tunniste}: ${done}`
      const undo = result.done ? result.undo : null
      if (!result.done) showFault(result.message, result)
      else if (undo) showUndo(text, () => undoChanges([undo]))
      else showDone(text)
    },
    onSettled: () => rereadAfterChange('tilaus', 'lahetys', 'tuntituote'),
  })
  const staff = viewer.roles.includes('yllapito')
  const isOpen = order.tilauksen_tila === 'uusi' || order.tilauksen_tila === 'kuljetuksessa'
  if (isOpen) {
    const failed = shipments.find(({ poikkeama, tila }) => isLive(tila) && failures.has(poikkeama ?? ''))
    if (staff && failed) return { label: 'Sovi uusi toimitus', busy: false, run: () => onPromising(failed.id) }
    const live = [...shipments, ...jobs].filter(({ tila }) => isLive(tila))
    if (staff && live.length > 0 && live.every(({ kuljettaja }) => kuljettaja === null)) {
      return { label: 'Anna kuljettaja', busy: false, run: onCrew }
    }
    const step = commonStep(read, viewer)
    if (step) return { label: step.label, busy: isRunning, run: () => run(step) }
  }
  // The invoice is sent where the prices of the customer's orders are checked.
  if (staff && actions.some(({ key }) => key === 'laskutettu'))
    return { label: 'Laskuta', busy: false, run: () => void navigate({ to: '/laskuta', search: { haku: order.tunniste } }) }
  return actions.find(({ forward }) => forward) ?? null
}
