import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type Board, boardCall } from '#domain/features/planning-board/board.ts'
import type { BoardChange, BoardOperation } from '#domain/features/planning-board/board-operations.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { showRefusal } from '#web/data/fault-toast.tsx'
import { queryKeys } from '#web/data/query-keys.ts'
import { useOptimisticMutation } from '#web/data/use-optimistic-mutation.ts'
import { useOwnOperations } from '#web/features/planning-board/own-operations.ts'
import { emptyStack, noteRedone, noteUndone, pushStep, stepsAtVersions, type UndoStack } from '#web/kit/undo-stack.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import { hasAnswer, withOperation } from './board-changes.ts'

type Versions = Readonly<Record<string, number>>
/** `before`: the versions before the operation that `undo` undoes. */
type Step = { undo: BoardChange['kumoa']; before: Versions; text: string }
type Asked = 'undo' | 'redo'
type Work = { operation: BoardOperation; text: string; as: 'do' | Asked }

/** The board of a day: its data with the changes that are being saved, and its operations one after the other, each of which can be undone and done again. */
export function useBoard(day: number, now: number) {
  const client = useQueryClient()
  const input = { paiva: day }
  const query = useQuery({
    queryKey: queryKeys.call(boardCall.path, input),
    queryFn: async ({ signal }): Promise<Board> => (await callApi(boardCall, input, { signal })).data,
    placeholderData: keepPreviousData,
  })
  const [stack, setStack] = useState<UndoStack<Step>>(emptyStack)
  const send = useOwnOperations()
  const { mutate, changes, isSaving } = useOptimisticMutation({
    mutationFn: ({ operation }: Work) => send(operation),
    onSuccess: ({ kumoa, aiemmat }, { text, as }) => {
      setStack((before) => {
        const step = { undo: kumoa, before: aiemmat, text }
        if (as === 'undo') return noteUndone({ ...before, done: stepsAtVersions(before.done, kumoa.versiot) }, step)
        if (as === 'redo') return noteRedone({ ...before, undone: stepsAtVersions(before.undone, kumoa.versiot) }, step)
        return pushStep(before, step)
      })
    },
    // What cannot be undone any more is not offered again: somebody else has changed it.
    onError: (_, { as }) => {
      if (as !== 'do') setStack(emptyStack)
      void client.invalidateQueries({ queryKey: queryKeys.calls(boardCall.path) })
    },
    reread: () => client.invalidateQueries({ queryKey: queryKeys.calls(boardCall.path) }),
  })
  const { data } = query
  // The clock matters for today's times alone; the answer has the exact ones.
  const from = startOfDay(now) === day ? now : 0
  const board = useMemo(
    () =>
      data &&
      changes.reduce(
        (shown, { change, saved }) => (saved && hasAnswer(data, saved) ? shown : withOperation(shown, change.operation, from)),
        data,
      ),
    [data, changes, from],
  )
  const run = useCallback(
    async (work: Work): Promise<boolean> => {
      try {
        await mutate(work)
        return true
      } catch (failure) {
        if (!(failure instanceof CallFault)) throw failure
        showRefusal(failure)
        return false
      }
    },
    [mutate],
  )
  const act = useCallback((operation: BoardOperation, text: string) => run({ operation, text, as: 'do' }), [run])
  const step = useEffectEvent(async (as: Asked): Promise<void> => {
    const last = (as === 'undo' ? stack.done : stack.undone).at(-1)
    if (!last) return
    if (await run({ operation: last.undo, text: last.text, as })) showDone(`${as === 'undo' ? 'Kumottu' : 'Tehty uudelleen'}: ${last.text}`)
  })
  // A step is taken once what is being saved has been stored: only then can it be undone.
  const [asked, setAsked] = useState<readonly Asked[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change that has been saved, or a new step, lets the next one be taken
  useEffect(() => {
    const [next] = asked
    if (next === undefined || isSaving(() => true)) return
    setAsked((before) => before.slice(1))
    void step(next)
  }, [asked, changes, stack, isSaving])
  const ask = (as: Asked): void => setAsked((before) => [...before, as])
  return {
    query,
    board,
    act,
    undo: { can: stack.done.length > 0, text: stack.done.at(-1)?.text ?? '', run: () => ask('undo') },
    redo: { can: stack.undone.length > 0, text: stack.undone.at(-1)?.text ?? '', run: () => ask('redo') },
  }
}
export type BoardActions = ReturnType<typeof useBoard>
