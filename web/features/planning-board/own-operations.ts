import { useCallback, useRef } from 'react'
import { type BoardChange, type BoardOperation, changeBoardCall } from '#domain/features/planning-board/board-operations.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals } from '#web/data/fault-toast.tsx'

type Versions = Readonly<Record<string, number>>
export type ChangeAnswer = Pick<BoardChange, 'aiemmat'> & { kumoa: { versiot: Versions } }

/**
 * The versions with which an operation is sent, when own operations have been answered since it was made: a row that only they have changed is named in
 * the version that they left.
 */
export const atAnswers = (versiot: Versions, answers: readonly ChangeAnswer[]): Record<string, number> =>
  answers.reduce<Record<string, number>>(
    (versions, { aiemmat, kumoa }) =>
      Object.fromEntries(Object.entries(versions).map(([id, vid]) => [id, aiemmat[id] === vid ? (kumoa.versiot[id] ?? vid) : vid])),
    { ...versiot },
  )

/** More operations are never answered while another one waits to be sent, or its undo is offered. */
const maxAnswers = 100

/**
 * Sends operations of the board, one at a time. One that was made before an own one was answered, as the undo of an earlier one is, names the rows
 * that own ones alone have changed in the version that these left; it is refused (409) where somebody else has changed a row. `quiet`: the statuses
 * that the caller shows.
 */
export function useOwnOperations(quiet: 'all' | readonly number[] = explainedRefusals) {
  const answers = useRef<readonly ChangeAnswer[]>([])
  return useCallback(
    async (operation: BoardOperation): Promise<BoardChange> => {
      const versiot = atAnswers(operation.versiot ?? {}, answers.current)
      const answer = await callApi(changeBoardCall, { ...operation, versiot }, { quiet })
      answers.current = [...answers.current, answer].slice(-maxAnswers)
      return answer
    },
    [quiet],
  )
}
