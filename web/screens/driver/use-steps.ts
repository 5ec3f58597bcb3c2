import { useTimeout } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { type HourlyState, hourlyTransitions, type ShipmentState, type StateActor } from '#domain/entities/order/order.states.ts'
import { hasWayBack } from '#domain/entities/order/order.transitions.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { recordsByOrder } from '#web/features/deliveries/delivery-records.ts'
import { failureOperations, type Failure as ReportedFailure } from '#web/features/deliveries/failed-delivery.ts'
import { shipmentTable } from '#web/features/orders/shipment-table.ts'
import { CallFault, Conflict } from '../../data/fault.ts'
import { showFault, showStatusFault } from '../../data/fault-toast.tsx'
import { list } from '../../data/json-api.ts'
import { operations, type Results, update } from '../../data/operations.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { newId, type Values } from '../../data/row.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { useOptimisticMutation } from '../../data/use-optimistic-mutation.ts'
import { nowSeconds } from '../../session/clock.ts'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'
import type { ShownShipment, Stop } from './stops.ts'

type RowVersion = { id: string; vid: number }
type Of<N extends EntityName, S> = {
  name: N
  rows: readonly RowVersion[]
  from: S
  to: S
  actor: StateActor
  reason?: string
  /** Values saved with the step, such as the terminal. */
  values?: Values<N>
  /** The toast's text on success: `Noudettu: Hämeen Huonekalu Oy`. */
  toast: string
}
export type StateStep = Of<'lahetys', ShipmentState> | Of<'tuntituote', HourlyState>
export const noNetwork = 'Ei verkkoyhteyttä. Muutosta ei tallennettu – paina uudelleen, kun yhteys palaa.'

export type FailedAttempt = { shipments: Stop['shipments']; name: string; actor: StateActor }

const updatesOf = (step: StateStep) =>
  step.name === 'lahetys'
    ? step.rows.map((row) => update('lahetys', row, { ...step.values, tila: step.to }, step.reason))
    : step.rows.map((row) => update('tuntituote', row, { ...step.values, tila: step.to }, step.reason))

function mayReturn(step: StateStep): boolean {
  const now = nowSeconds()
  return step.name === 'lahetys' ? hasWayBack(shipmentTable(), { ...step, now }) : hasWayBack(hourlyTransitions, { ...step, now })
}

function backOf(step: StateStep, rows: readonly RowVersion[]): StateStep {
  const toast = 'Kumottu'
  return step.name === 'lahetys'
    ? { name: 'lahetys', rows, from: step.to, to: step.from, actor: step.actor, toast }
    : { name: 'tuntituote', rows, from: step.to, to: step.from, actor: step.actor, toast }
}

const savedRows = ({ name, rows }: StateStep, results: Results) =>
  rows.flatMap((_, index) => (name === 'lahetys' ? results.row('lahetys', index) : results.row('tuntituote', index)) ?? [])

function shownOf(row: NonNullable<ReturnType<typeof savedRows>[number]>): ShownShipment {
  const { tila, vid, timestamp_toimitettu } = row
  const moments = 'tila_muuttui' in row ? { timestamp_noudettu: row.timestamp_noudettu, tila_muuttui: row.tila_muuttui } : {}
  return { tila, vid, timestamp_toimitettu, ...moments }
}

/** The step applied to the current rows; null when somebody has moved one of them meanwhile. */
async function onNewest(step: StateStep): Promise<StateStep | null> {
  const query = {
    filter: { id: step.rows.map(({ id }) => id) },
    fields: { lahetys: ['vid', 'tila'], tuntituote: ['vid', 'tila'] },
  } as const
  const { rows } = step.name === 'lahetys' ? await list('lahetys', query) : await list('tuntituote', query)
  return rows.length === step.rows.length && rows.every(({ tila }) => tila === step.from) ? { ...step, rows } : null
}

/** Changes the state only: other recent changes do not conflict and are not lost. */
async function store(step: StateStep): Promise<Results> {
  try {
    return await operations(updatesOf(step), newId(), { quiet: [0, 409, 422] })
  } catch (failure) {
    if (!(failure instanceof Conflict)) throw failure
    const newest = await onNewest(step)
    if (newest) return operations(updatesOf(newest), newId(), { quiet: [0, 422] })
    showStatusFault(failure.status)
    throw failure
  }
}

function showRefusal(failure: CallFault): void {
  if (failure.status === 0) showFault(noNetwork)
  else if (failure.status === 422) showFault(failure.message)
}

/** Presses within this time (milliseconds) count as a double tap, or as aimed at the button that was there before. */
const settlingTime = 600

const affectedEntities: readonly EntityName[] = ['lahetys', 'tuntituote', 'tilaus']
const reread = (): Promise<void> => rereadAfterChange(...affectedEntities)

/**
 * Changes states in one call for each step. The change is shown at once (`shownAs`); if rejected, it is reverted with an explanation, and
 * on success it can be undone for ten seconds where the state table allows it. While `settling`, the next step is
 * shown and ignores presses.
 */
export function useSteps() {
  const [settling, setSettling] = useState(false)
  const { start: settle } = useTimeout(() => setSettling(false), settlingTime)
  const { mutate, changes, isSaving } = useOptimisticMutation({
    inParallel: true,
    mutationFn: async (step: StateStep) => savedRows(step, await store(step)),
    onSuccess: (saved, step) => {
      if (step.toast !== 'Kumottu' && mayReturn(step)) showUndo(`${step.toast}.`, () => take(backOf(step, saved)))
      else showDone(`${step.toast}.`)
    },
    onError: async (failure) => {
      if (!(failure instanceof CallFault)) return
      showRefusal(failure)
      // Without an answer nothing has changed, so nothing is refetched.
      if (failure.status !== 0) await reread()
    },
    reread,
  })

  const shown = useMemo(() => {
    const byId = new Map<string, ShownShipment>()
    for (const { change, saved } of changes) {
      for (const { id } of change.rows) byId.set(id, { tila: change.to })
      for (const row of saved ?? []) byId.set(row.id, shownOf(row))
    }
    return byId
  }, [changes])

  const take = useCallback(
    async (step: StateStep): Promise<void> => {
      const ids = new Set(step.rows.map(({ id }) => id))
      if (isSaving((other) => other.rows.some(({ id }) => ids.has(id)))) return
      setSettling(true)
      settle()
      try {
        await mutate(step)
      } catch (failure) {
        if (!(failure instanceof CallFault)) throw failure
      }
    },
    [mutate, isSaving, settle],
  )

  /** Stores why a delivery failed; throws the fault of the server or the network, for the dialog that called it. */
  const fail = useCallback(
    async (attempt: FailedAttempt, failure: ReportedFailure): Promise<void> => {
      const { shipments } = attempt
      // The answer was lost, but the list shows since then that it is stored.
      const records = recordsByOrder(failure.id, shipments)
      if (records.some(({ id, shipments: own }) => own.some(({ poikkeama }) => poikkeama !== id))) {
        const step = await failureOperations(failure, shipments)
        const results = await operations(step, saveKeyOf(failure.id, step), { quiet: [0, 409, 422] }).finally(() =>
          rereadAfterChange('lahetys', 'tilaus'),
        )
        const rows = step.flatMap(({ op }, index) => (op === 'update' ? (results.row('lahetys', index) ?? []) : []))
        const from = shipments[0].tila
        const back: StateStep = { name: 'lahetys', rows, from: 'myohassa', to: 'kuljetuksessa', actor: attempt.actor, toast: 'Kumottu' }
        const toast = `Toimitus ei onnistunut: ${attempt.name}.`
        if (from === 'kuljetuksessa') showUndo(toast, () => take(back))
        else showDone(toast)
      }
    },
    [take],
  )
  return { shown, take, fail, settling }
}
