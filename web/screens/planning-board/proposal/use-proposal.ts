import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { proposeDayCall } from '#domain/features/planning-board/proposal/propose-day.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { explainedRefusals, showRefusal } from '#web/data/fault-toast.tsx'
import { plural } from '#web/kit/format.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import type { BoardActions } from '../use-board.ts'
import { acceptance, gainsOf, type Proposed } from './preview.ts'

/** The proposal of a day: asked for, looked at on the board, and accepted whole or in part. Another day has none. */
export function useProposal(day: number, act: BoardActions['act']) {
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const [allowsMoves, setAllowsMoves] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (siirrot: boolean) => callApi(proposeDayCall, { paiva: day, siirrot }, { quiet: explainedRefusals }),
    onError: (failure) => failure instanceof CallFault && showRefusal(failure),
    onSuccess: ({ data }) => {
      if (data.reitit.length === 0) {
        setProposed(null)
        showDone(data.mahtumatta.length > 0 ? 'Vapaille tilauksille ei löytynyt tilaa.' : 'Parempaa järjestystä ei löytynyt.')
      } else setProposed({ proposal: data, chosen: new Set(data.reitit.map(({ id }) => id)) })
    },
  })
  const current = proposed?.proposal.paiva === day ? proposed : null
  const [isAccepting, setIsAccepting] = useState(false)
  return {
    current,
    allowsMoves,
    isAsking: isPending,
    isAccepting,
    ask(moves = allowsMoves) {
      if (isPending || isAccepting) return
      setAllowsMoves(moves)
      mutate(moves)
    },
    dismiss: () => setProposed(null),
    toggle(route: string) {
      if (!current) return
      const chosen = current.chosen.has(route) ? [...current.chosen].filter((id) => id !== route) : [...current.chosen, route]
      setProposed({ ...current, chosen: new Set(chosen) })
    },
    async accept() {
      if (!current || current.chosen.size === 0 || isAccepting) return
      setIsAccepting(true)
      const works = gainsOf(current).flatMap((gain) => gain.works).length
      const text = works > 0 ? `ehdotus, ${plural(works, 'tilaus', 'tilausta')}` : 'ehdotettu järjestys'
      // A refusal is shown as a toast; the proposal is stale then, too.
      if (await act(acceptance(current), text)) showDone(`Hyväksytty: ${text}`)
      setIsAccepting(false)
      setProposed(null)
    },
  }
}
export type ProposalState = ReturnType<typeof useProposal>
