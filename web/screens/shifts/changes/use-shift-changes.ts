import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import {
  type ShiftOperationInput,
  type ShiftOperationsAnswer,
  type ShiftUndo,
  shiftOperationsCall,
} from '#domain/features/shifts/shift-operations.ts'
import type { ShiftRow } from '#domain/features/shifts/shift-rows.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { explainedRefusals, showRefusal } from '#web/data/fault-toast.tsx'
import { queryKeys } from '#web/data/query-keys.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { emptyStack, noteRedone, noteUndone, pushStep, stepsAtVersions, type UndoStack } from '#web/kit/undo-stack.ts'
import { type ShiftEdit, withPlanned } from './shift-plans.ts'

/** `planned`: what is shown until the server has answered; `edited`: the shifts that it was planned from, or that its preview was made of. */
type Change = {
  operation: ShiftOperationInput
  planned: readonly ShiftEdit[]
  edited: readonly ShiftRow[]
  kind: 'do' | 'undo' | 'redo'
  label: string
}
/** `before`: the versions before the operation that `undo` undoes. */
type Step = { undo: ShiftUndo; before: Readonly<Record<string, number>>; label: string }

const plannedOf = (undo: ShiftUndo): readonly ShiftEdit[] => (undo.operation === 'OPERATION_SAVE_MANY' ? undo.tyovuorot : [])

/** The days shown: an undo may bring back shifts of other weeks. */
const shownDays = ({ min, max }: ShiftCalendarData, shifts: readonly ShiftRow[]): ShiftRow[] =>
  shifts.filter(({ paiva }) => paiva >= min && paiva <= max)

/** The calendar after an answer: the changed shifts as they are now, without the removed ones. */
function withAnswer(data: ShiftCalendarData, { tyovuorot, poistetut }: ShiftOperationsAnswer): ShiftCalendarData {
  const gone = new Set([...poistetut, ...tyovuorot.map(({ id }) => id)])
  return { ...data, tyovuorot: [...data.tyovuorot.filter(({ id }) => !gone.has(id)), ...shownDays(data, tyovuorot)] }
}

/**
 * Changes of the calendar: shown at once, saved one after another, taken back with the server's sentence when refused. Each can be undone
 * and done again, unless somebody else has changed the same shifts since (409), also when other weeks are shown. `stored`: undefined while they load.
 */
export function useShiftChanges(stored: ShiftCalendarData | undefined, queryKey: QueryKey) {
  const client = useQueryClient()
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const [stack, setStack] = useState<UndoStack<Step>>(emptyStack)
  const [said, setSaid] = useState('')

  const versionsOf = ({ operation, planned, edited, kind }: Change): Readonly<Record<string, number>> => {
    // An undo names the versions itself.
    if (kind !== 'do') return operation.versiot ?? {}
    const named = new Set(planned.map(({ id }) => id))
    const isNamed = ({ id }: ShiftRow): boolean => planned.length === 0 || named.has(id)
    // Not the versions in the cache, which may have been refetched since. Those that this page has saved are known.
    return Object.fromEntries(edited.filter(isNamed).map((shift) => [shift.id, atNewestVersion(shift).vid]))
  }
  const { mutate, changes } = useOptimisticMutation({
    mutationFn: (change: Change) =>
      callApi(shiftOperationsCall, { ...change.operation, versiot: versionsOf(change) }, { quiet: explainedRefusals }),
    onSuccess: (answer, change) => {
      const { kind, label } = change
      const sent = versionsOf(change)
      noteSaved(answer.tyovuorot)
      client.setQueryData<ShiftCalendarData>(queryKey, (before) => before && withAnswer(before, answer))
      const { kumoa } = answer
      // Filling sends no versions; every change adds one.
      const earlier = Object.fromEntries(Object.entries(kumoa?.versiot ?? {}).map(([id, vid]) => [id, sent[id] ?? vid - 1]))
      const step = kumoa && { undo: kumoa, before: earlier, label }
      setStack((before) => {
        if (!step) return kind === 'do' ? before : emptyStack
        if (kind === 'do') return pushStep(before, step)
        if (kind === 'undo') return noteUndone({ ...before, done: stepsAtVersions(before.done, step.undo.versiot) }, step)
        return noteRedone({ ...before, undone: stepsAtVersions(before.undone, step.undo.versiot) }, step)
      })
      setSaid(kind === 'undo' ? `Kumottu: ${label}` : label)
    },
    // The warnings and what others have changed; not awaited, since the shifts themselves are already there.
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.calls(shiftOperationsCall.path) }),
  })

  const make = useCallback(
    async (change: Change): Promise<ShiftOperationsAnswer | null> => {
      try {
        return await mutate(change)
      } catch (failure) {
        if (!(failure instanceof CallFault)) throw failure
        showRefusal(failure)
        // Somebody else's change stands: what could be undone before it cannot be any more.
        if (failure.status === 409 && change.kind !== 'do') setStack(emptyStack)
        return null
      }
    },
    [mutate],
  )

  const save = useCallback(
    (planned: readonly ShiftEdit[], label: string, edited: readonly ShiftRow[] = stored?.tyovuorot ?? []) => {
      if (planned.length > 0)
        void make({ operation: { operation: 'OPERATION_SAVE_MANY', tyovuorot: [...planned] }, planned, edited, kind: 'do', label })
    },
    [make, stored],
  )
  const run = useCallback(
    (operation: ShiftOperationInput, label: string, edited: readonly ShiftRow[] = []) =>
      make({ operation, planned: [], edited, kind: 'do', label }),
    [make],
  )
  const isSaving = changes.some(({ saved }) => saved === undefined)
  const stepBack = (kind: 'undo' | 'redo') => {
    const step = (kind === 'undo' ? stack.done : stack.undone).at(-1)
    // What is being saved has no undo yet.
    if (step && !isSaving) void make({ operation: step.undo, planned: plannedOf(step.undo), edited: [], kind, label: step.label })
  }

  const shown = useMemo((): ShiftCalendarData | undefined => {
    const pending = changes.filter(({ saved }) => saved === undefined)
    if (!stored || pending.length === 0) return stored
    const planned = pending.reduce((shifts: ShiftRow[], { change }) => withPlanned(shifts, change.planned), stored.tyovuorot)
    return { ...stored, tyovuorot: shownDays(stored, planned) }
  }, [stored, changes])

  return {
    shown,
    save,
    run,
    undo: () => stepBack('undo'),
    redo: () => stepBack('redo'),
    canUndo: stack.done.length > 0,
    canRedo: stack.undone.length > 0,
    isSaving,
    said,
  }
}
export type ShiftChanges = ReturnType<typeof useShiftChanges>
