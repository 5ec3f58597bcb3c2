import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall } from '../../model/define-call.ts'

/** The company's privacy policy as sanitised HTML; '' when there is none, and the screen then says so (rules/errors.md#privacy-policy). */
export const privacyPolicyCall = defineCall({
  method: 'GET',
  path: '/api/tietosuojaseloste',
  roles,
  open: true,
  input: z.strictObject({}),
  output: z.strictObject({ html: z.string() }),
})
