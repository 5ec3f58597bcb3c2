import { useEffect, useRef, useState } from 'react'
import { ownWordsOf, type PasswordStrength } from '#domain/features/users/password-rules.ts'

export type EstimateRequest = { password: string; ownWords: readonly string[] }

/** `failed`: the estimator did not load, for example without a network; the server judges the password anyway. */
export type StrengthEstimate = { state: 'loading' } | { state: 'failed' } | { state: 'known'; strength: PasswordStrength }

type Estimator = { estimate: (request: EstimateRequest) => void; stop: () => void }

/** Estimates one password at a time; of those that arrive meanwhile, only the newest. */
function startEstimator(onEstimate: (estimate: StrengthEstimate) => void): Estimator {
  const worker = new Worker(new URL('./password-strength.worker.ts', import.meta.url), { type: 'module' })
  let busy = false
  let next: EstimateRequest | null = null
  const begin = (request: EstimateRequest) => {
    busy = true
    worker.postMessage(request)
  }
  worker.onmessage = ({ data }: MessageEvent<PasswordStrength>) => {
    busy = false
    const newest = next
    next = null
    if (newest) begin(newest)
    else onEstimate({ state: 'known', strength: data })
  }
  worker.onerror = (event) => {
    event.preventDefault()
    onEstimate({ state: 'failed' })
  }
  return {
    estimate: (request) => {
      if (busy) next = request
      else begin(request)
    },
    stop: () => worker.terminate(),
  }
}

/** The strength of a new password while it is typed. Null for an empty one, for which nothing is loaded. */
export function usePasswordStrength(password: string, ownTexts: readonly string[]): StrengthEstimate | null {
  const [estimate, setEstimate] = useState<StrengthEstimate>({ state: 'loading' })
  const estimator = useRef<Estimator | null>(null)
  const ownWords = ownWordsOf(ownTexts).join('\n')

  useEffect(() => {
    if (password === '') return
    estimator.current ??= startEstimator(setEstimate)
    estimator.current.estimate({ password, ownWords: ownWords.split('\n') })
  }, [password, ownWords])
  useEffect(
    () => () => {
      estimator.current?.stop()
      estimator.current = null
    },
    [],
  )
  return password === '' ? null : estimate
}
