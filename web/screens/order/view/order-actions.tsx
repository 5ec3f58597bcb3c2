import { type ReactNode, useState } from 'react'
import type { Viewer } from '#domain/access/roles.ts'
import {
  hourlyTransitions,
  type OrderState,
  orderTransitions,
  type ShipmentState,
  type Transition,
} from '#domain/entities/order/order.states.ts'
import { allowedTransitions, hasWayBack, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import type { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { patch } from '#web/data/json-api.ts'
import { type Operation, operations, update } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { shipmentTable } from '#web/features/orders/shipment-table.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import type { OrderRead } from '../order-data.ts'
import { isLocked } from './changeability.ts'

const markNote = 'Siitä ei lähde laskua: esimerkiksi laskutettu muualla. Näkyy ajojärjestelylle tilauksen tapahtumissa.'

type Props = { read: OrderRead; viewer: Pick<Viewer, 'roles' | 'userId'> }
type Lines = { lines: OrderRead['shipments']; jobs: OrderRead['jobs'] }
type Cancellation = Lines & { reason: boolean }

/** Cancels the order by cancelling all its live lines; null when the state table does not allow it for all of them. */
function cancellationOf({ order, shipments, jobs }: OrderRead, viewer: Props['viewer']): Cancellation | null {
  const now = nowSeconds()
  const live = shipments.filter(({ tila }) => tila !== 'peruutettu' && tila !== 'toimitettu')
  const liveJobs = jobs.filter(({ tila }) => tila !== 'peruutettu' && tila !== 'toimitettu')
  if (live.length + liveJobs.length === 0 || isLocked(order)) return null
  const steps = [
    ...live.map((line) => {
      const actor = stateActorOf(viewer, line)
      return actor && allowedTransitions(shipmentTable(), { from: line.tila, actor, now, since: line.tila_muuttui || line.changed })
    }),
    ...liveJobs.map((job) => {
      const actor = stateActorOf(viewer, job)
      return actor && allowedTransitions(hourlyTransitions, { from: job.tila, actor, now, since: job.changed })
    }),
  ].map((allowed) => allowed?.find(({ to }) => to === 'peruutettu'))
  return steps.every((step) => step !== undefined) ? { lines: live, jobs: liveJobs, reason: steps.some((step) => step?.reason) } : null
}

/** The lines of a wholly cancelled order that the person may restore; null when there are none or not all may be restored. */
function returnOf({ order, shipments, jobs }: OrderRead, viewer: Props['viewer']): Lines | null {
  const all = [...shipments, ...jobs]
  if (all.length === 0 || isLocked(order) || all.some(({ tila }) => tila !== 'peruutettu')) return null
  return shipments.every((line) => comesBack('lahetys', line.tila, 'odottaa_noutoa', viewer)) &&
    jobs.every((job) => comesBack('tuntituote', job.tila, 'odottaa_noutoa', viewer))
    ? { lines: shipments, jobs }
    : null
}

function comesBack(kind: 'lahetys' | 'tuntituote', from: ShipmentState, to: ShipmentState, viewer: Props['viewer']): boolean {
  const actor = stateActorOf(viewer)
  const table: readonly Transition<ShipmentState>[] = kind === 'lahetys' ? shipmentTable() : hourlyTransitions
  return actor !== null && hasWayBack(table, { from: to, to: from, actor, now: nowSeconds() })
}

export type OrderAction = {
  key: 'palautus' | 'peruutus' | OrderState
  label: string
  color?: 'red'
  busy: boolean
  /** The usual next step of the order. */
  forward: boolean
  run: () => void
}

/** Actions on the whole order: marking it as invoiced, undoing that, cancelling all of it and restoring it, with their dialogs. */
export function useOrderActions({ read, viewer }: Props): { actions: OrderAction[]; dialogs: ReactNode } {
  const { order } = read
  const [cancelling, setCancelling] = useState<Cancellation | null>(null)
  /** The step of the order whose reason is asked for. */
  const [reasoned, setReasoned] = useState<Transition<OrderState> | null>(null)
  const onFault = (fault: CallFault) => {
    if (fault.status === 422) showFault(fault.message)
  }
  const onSettled = () => rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
  const step = useAction({
    mutationFn: ({ to, reason }: { to: OrderState; reason: string }) =>
      patch('tilaus', { id: order.id, vid: order.vid }, { tilauksen_tila: to }, { reason, quiet: [422] }),
    onFault,
    onSettled,
  })
  const cancel = useAction({
    mutationFn: ({ lines, jobs, reason }: Omit<Cancellation, 'reason'> & { reason: string }) =>
      operations(
        [
          ...lines.map((line) => update('lahetys', line, { tila: 'peruutettu' }, reason)),
          ...jobs.map((job) => update('tuntituote', job, { tila: 'peruutettu' }, reason)),
        ],
        newId(),
        { quiet: [422] },
      ),
    onSuccess: (results, { lines, jobs }) => {
      const done = `Tilaus ${order.tunniste} peruutettu`
      const returns =
        lines.every(({ tila }) => comesBack('lahetys', 'peruutettu', tila, viewer)) &&
        jobs.every(({ tila }) => comesBack('tuntituote', 'peruutettu', tila, viewer))
      if (!returns) return showDone(done)
      const back = [
        ...lines.flatMap(({ tila }, index) => {
          const row = results.row('lahetys', index)
          return row ? [update('lahetys', row, { tila })] : []
        }),
        ...jobs.flatMap(({ tila }, index) => {
          const row = results.row('tuntituote', lines.length + index)
          return row ? [update('tuntituote', row, { tila })] : []
        }),
      ]
      showUndo(done, () => reopen.run(back))
    },
    onFault,
    onSettled,
  })
  const reopen = useAction({
    mutationFn: (list: readonly Operation[]) => operations(list, newId(), { quiet: [422] }),
    onSuccess: () => showDone(`Tilaus ${order.tunniste} palautettu`),
    onFault,
    onSettled,
  })
  const actor = stateActorOf(viewer)
  const steps = actor
    ? allowedTransitions(orderTransitions, { from: order.tilauksen_tila, actor, now: nowSeconds(), since: order.timestamp_toimitettu })
    : []
  const cancellation = cancellationOf(read, viewer)
  const returning = returnOf(read, viewer)
  const actions: OrderAction[] = [
    ...steps.map(
      (transition): OrderAction => ({
        key: transition.to,
        label: `${transition.action}…`,
        busy: step.isRunning,
        forward: false,
        run: () => setReasoned(transition),
      }),
    ),
    ...(returning
      ? [
          {
            key: 'palautus' as const,
            label: 'Palauta tilaus',
            busy: reopen.isRunning,
            forward: true,
            run: () =>
              reopen.run([
                ...returning.lines.map((line) => update('lahetys', line, { tila: 'odottaa_noutoa' })),
                ...returning.jobs.map((job) => update('tuntituote', job, { tila: 'odottaa_noutoa' })),
              ]),
          },
        ]
      : []),
    ...(cancellation
      ? [
          {
            key: 'peruutus' as const,
            label: 'Peruuta tilaus',
            color: 'red' as const,
            busy: cancel.isRunning,
            forward: false,
            run: () => setCancelling(cancellation),
          },
        ]
      : []),
  ]
  const dialogs = (
    <>
      <ReasonDialog
        opened={reasoned !== null}
        title={`${reasoned?.action ?? ''}: ${order.tunniste}`}
        action={reasoned?.action ?? ''}
        {...(reasoned?.to === 'laskutettu' ? { note: markNote } : {})}
        onClose={() => setReasoned(null)}
        onReason={(reason) => {
          if (reasoned) step.run({ to: reasoned.to, reason })
          setReasoned(null)
        }}
      />
      <ReasonDialog
        opened={cancelling?.reason === true}
        title={`Peruuta tilaus ${order.tunniste}`}
        action="Peruuta tilaus"
        onClose={() => setCancelling(null)}
        onReason={(reason) => {
          if (cancelling) cancel.run({ ...cancelling, reason })
          setCancelling(null)
        }}
      />
      <ConfirmDialog
        opened={cancelling !== null && !cancelling.reason}
        title={`Peruutetaanko tilaus ${order.tunniste}?`}
        action="Peruuta tilaus"
        onClose={() => setCancelling(null)}
        onConfirm={() => {
          if (cancelling) cancel.run({ ...cancelling, reason: '' })
          setCancelling(null)
        }}
      >
        Et voi itse palauttaa peruutettua tilausta.
      </ConfirmDialog>
    </>
  )
  return { actions, dialogs }
}
