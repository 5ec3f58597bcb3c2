import { useMemo } from 'react'
import type { BoardChange, BoardOperation } from '#domain/features/planning-board/board-operations.ts'
import { CallFault } from '#web/data/fault.ts'
import { showFailure, showFault } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { useOwnOperations } from '#web/features/planning-board/own-operations.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import { giveParts, giving, type TargetShift } from './give-on-shift.ts'

export const changedSince = 'Tilausta tai päivän ajoja on muutettu sen jälkeen, joten muutosta ei kumottu.'

/** Gives orders to a driver's shift as the board does. `onSaved`: the versions of rows that this or its undo has led to. */
export function useGivingOnShift(onSaved: (versions: Readonly<Record<string, number>>) => void) {
  const send = useOwnOperations('all')
  return useMemo(() => {
    const change = async (operation: BoardOperation): Promise<BoardChange | CallFault> => {
      try {
        const answer = await send(operation)
        onSaved(answer.kumoa.versiot)
        return answer
      } catch (failure) {
        if (!(failure instanceof CallFault)) throw failure
        return failure
      }
    }
    /** Undoes operations, the latest first, until one is refused, which is shown. */
    const undo = async (answers: readonly BoardChange[]): Promise<boolean> => {
      let fault: CallFault | null = null
      for (const { kumoa } of answers.toReversed()) {
        const answer = await change(kumoa)
        if (answer instanceof CallFault) {
          fault = answer
          break
        }
      }
      await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
      if (fault?.status === 409) showFault(changedSince)
      else if (fault) showFailure('Muutosta ei kumottu', fault)
      else showDone('Kumottu.')
      return fault === null
    }
    /** Answers which orders were given, why others were not, and what undoes it. */
    return async (orders: readonly OrderRow[], to: TargetShift) => {
      const { answers, ...given } = await giveParts(orders, (part) => change(giving(part, to)))
      await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
      return { ...given, undo: () => undo(answers) }
    }
  }, [onSaved, send])
}
