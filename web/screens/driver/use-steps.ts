import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { StateActor } from '#domain/entities/order/order.states.ts'
import { terminalsQuery } from '#web/features/cars/fleet.ts'
import { deliveryKind } from '#web/features/deliveries/delivery-send.ts'
import type { Failure as ReportedFailure } from '#web/features/deliveries/failed-delivery.ts'
import { failureItem } from '#web/features/deliveries/failure-send.ts'
import { usePendingLines } from '#web/features/deliveries/pending-steps.ts'
import { backOf, mayReturn, type StateStep, stepKind, undone } from '#web/features/deliveries/state-step.ts'
import { settle } from '#web/kit/page/settling.ts'
import { queueItem, useOutbox } from '../../data/device/outbox.ts'
import { isWaiting } from '../../data/device/outbox-item.ts'
import { CallFault } from '../../data/fault.ts'
import { showFault, showStatusFault } from '../../data/fault-toast.tsx'
import { rereadAfterChange } from '../../data/queries.ts'
import { newId } from '../../data/row.ts'
import { nowSeconds } from '../../session/clock.ts'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'
import { withSigned } from './day/visits.ts'
import type { Stop } from './stops.ts'

export type { StateStep }
export type FailedAttempt = { shipments: Stop['shipments']; name: string; actor: StateActor }

/** Resolves when what has been changed is drawn. */
const drawn = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

function showRefusal(refusal: CallFault): void {
  if (refusal.status === 422) showFault(refusal.message)
  else showStatusFault(refusal.status)
  void rereadAfterChange('lahetys', 'tuntituote', 'tilaus')
}

function isStored(stored: boolean): void {
  if (!stored) showFault('Laite ei voi tallentaa muutosta. Pidä sovellus auki, kunnes se on lähetetty.')
}

/**
 * Changes states through the outbox of the device: a step is stored and shown at once (`shown`, by line), with a network or without, and sent in
 * its turn. Where the state table allows it, it can be undone. A rejection that comes at once is explained and reverts it.
 */
export function useSteps() {
  const pending = usePendingLines()
  const { items } = useOutbox()
  const signed = useMemo(() => items.filter((item) => item.kind === deliveryKind && isWaiting(item)), [items])
  const shown = useMemo(() => withSigned(pending, signed), [pending, signed])
  // Fetched ahead: goods are also brought to a terminal where there is no network.
  useQuery(terminalsQuery)
  /** The lines of the press that is being stored. */
  const storing = useRef(new Set<string>())

  const take = useCallback(async (step: StateStep): Promise<void> => {
    const ids = step.rows.map(({ id }) => id)
    if (ids.some((id) => storing.current.has(id))) return
    for (const id of ids) storing.current.add(id)
    settle()
    const at = nowSeconds()
    const rows = step.rows.map(({ id, vid }) => ({ id, vid }))
    const item = { id: newId(), kind: stepKind, at, label: step.toast, about: [], chain: ids, payload: { ...step, rows } }
    let isRefused = false
    let withdraw: () => void = () => undefined
    try {
      isStored(
        await queueItem(item, (refusal) => {
          isRefused = true
          withdraw()
          showRefusal(refusal)
        }),
      )
    } finally {
      for (const id of ids) storing.current.delete(id)
    }
    await drawn()
    if (isRefused) return
    if (step.toast !== undone && mayReturn(step, at)) withdraw = showUndo(`${step.toast}.`, () => take(backOf(step)))
    else showDone(`${step.toast}.`)
  }, [])

  /** Stores on the device why a delivery failed. */
  const fail = useCallback(
    async ({ shipments, name, actor }: FailedAttempt, failure: ReportedFailure): Promise<void> => {
      const item = failureItem({ failure, shipments }, name)
      const toast = item.label
      // Words and pictures cannot simply be given again: a rejection, at once too, is the dispatcher's to solve.
      if (!(await queueItem(item))) throw new CallFault(0)
      const [{ tila: from }] = shipments
      const back: StateStep = { name: 'lahetys', rows: shipments, from: 'myohassa', to: 'kuljetuksessa', actor, toast: undone }
      if (from === 'kuljetuksessa') showUndo(`${toast}.`, () => take(back))
      else showDone(`${toast}.`)
    },
    [take],
  )
  return { shown, take, fail }
}
