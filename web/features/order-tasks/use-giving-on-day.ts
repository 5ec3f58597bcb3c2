import { useMemo, useRef } from 'react'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import { type BoardStep, changeBoard, giving, partsOf, stepsWithout } from './give-on-day.ts'

const overtaken = 'Joku muu ehti muuttaa tilausta tai päivän ajoja. Katso muutos ja yritä uudelleen.'
const changedSince = 'Tilausta tai päivän ajoja on muutettu sen jälkeen, joten muutosta ei kumottu.'

/** More are not offered to be undone at the same time. */
const maxSteps = 50

/** Gives orders to a driver's shift of a day as the board does. `onSaved`: the versions of rows that this or its undo has led to. */
export function useGivingOnDay(onSaved: (versions: Readonly<Record<string, number>>) => void) {
  // All that can be undone, since undoing one may change rows that others name.
  const steps = useRef<ReadonlyMap<symbol, BoardStep>>(new Map())
  return useMemo(() => {
    const undoStep = async (key: symbol): Promise<boolean> => {
      const step = steps.current.get(key)
      const answer = step && (await changeBoard(step.undo, changedSince))
      if (!answer) return false
      steps.current = stepsWithout(steps.current, key, answer.kumoa.versiot)
      onSaved(answer.kumoa.versiot)
      return true
    }
    const undo = async (keys: readonly symbol[]): Promise<void> => {
      let isUndone = true
      for (const key of keys.toReversed()) if (isUndone) isUndone = await undoStep(key)
      await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
      if (isUndone) showDone('Kumottu.')
    }
    /** Answers which orders were given, and what undoes it. A refusal has been shown. */
    return async (orders: readonly OrderRow[], given: { driver: string; day: number }) => {
      const keys: symbol[] = []
      const done: OrderRow[] = []
      for (const part of partsOf(orders)) {
        const answer = await changeBoard(giving(part.lines, given), overtaken)
        if (!answer) break
        const key = Symbol()
        steps.current = new Map([...steps.current, [key, { undo: answer.kumoa, before: answer.aiemmat }] as const].slice(-maxSteps))
        onSaved(answer.kumoa.versiot)
        keys.push(key)
        done.push(...part.orders)
      }
      return { done, undo: () => undo(keys) }
    }
  }, [onSaved])
}
