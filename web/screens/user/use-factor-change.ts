import { useState } from 'react'
import type { z } from 'zod'
import { changeSecondFactorCall } from '#domain/calls/second-factor.ts'
import { ask } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { faultsByField } from './field-faults.ts'

export type FactorChange = z.input<typeof changeSecondFactorCall.input>
type Answer = z.output<typeof changeSecondFactorCall.output>

/** Changes a second factor; null when it was refused, and the sentences stand by the field's name in `faults`. */
export function useFactorChange() {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})

  async function change(asked: FactorChange): Promise<Answer | null> {
    if (busy) return null
    setBusy(true)
    setFaults({})
    try {
      const answer = await ask(changeSecondFactorCall, asked, { quiet: [422] })
      await rereadAfterChange()
      return answer
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      setFaults(faultsByField(failure, ['existing_password', 'koodi']))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { change, busy, faults, clearFaults: () => setFaults({}) }
}
