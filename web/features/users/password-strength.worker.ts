// A worker, so that typing does not stutter. The dictionaries are two megabytes: start it only when a password is typed.
import { estimatePassword } from '#domain/features/users/password-strength.ts'
import type { EstimateRequest } from './use-password-strength.ts'

self.addEventListener('message', ({ data }: MessageEvent<EstimateRequest>) => {
  self.postMessage(estimatePassword(data.password, data.ownWords))
})
