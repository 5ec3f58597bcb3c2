import { useState } from 'react'
import type { z } from 'zod'
import { changeSecondFactorCall } from '#domain/features/users/second-factor.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useOwnPassword } from '#web/features/users/own-password.tsx'
import { faultsByField } from './field-faults.ts'

export type FactorChange = z.input<typeof changeSecondFactorCall.input>
type Answer = z.output<typeof changeSecondFactorCall.output>

/** Changes a second factor; null when it was rejected, with the sentences by field in `faults`. `dialog` asks for the own password. */
export function useFactorChange() {
  const [busy, setBusy] = useState(false)
  const { confirmed, dialog } = useOwnPassword()
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})

  async function change(request: FactorChange): Promise<Answer | null> {
    if (busy) return null
    setBusy(true)
    setFaults({})
    try {
      const work = (confirmation: { existing_password?: string }) =>
        callApi(changeSecondFactorCall, { ...request, ...confirmation }, { quiet: [422] })
      const answer = 'user_id' in request ? await confirmed(work) : await work({})
      if (answer === null) return null
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
  return { change, busy, faults, dialog, clearFaults: () => setFaults({}) }
}
