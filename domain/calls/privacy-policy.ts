import { z } from 'zod'
import { roles } from '../roles.ts'
import { defineCall } from './define-call.ts'

/** The company's privacy policy as clean HTML; '' while there is none, and the screen shows SPEC's fallback. */
export const privacyPolicyCall = defineCall({
  method: 'GET',
  path: '/api/tietosuojaseloste',
  roles,
  open: true,
  input: z.strictObject({}),
  output: z.strictObject({ html: z.string() }),
})
