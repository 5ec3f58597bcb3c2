// Off the main thread, so that typing does not stutter. The dictionaries are two megabytes: start this only for a typed password.
import { estimatePassword } from '#domain/features/users/password-strength.ts'
import type { EstimateRequest } from './use-password-strength.ts'

self.addEventListener('message', ({ data }: MessageEvent<EstimateRequest>) => {
  self.postMessage(estimatePassword(data.password, data.ownWords))
})
