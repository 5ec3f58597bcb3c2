import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall } from '../../model/define-call.ts'

const done = z.strictObject({ success: z.literal(true) })

/** Sends a link to choose a new password. The answer is the same for known and unknown addresses. */
export const lostPasswordCall = defineCall({
  method: 'POST',
  path: '/user/lost-password',
  roles,
  open: true,
  input: z.strictObject({
    mail: z
      .string('Anna sähköpostiosoite.')
      .trim()
      .min(1, 'Anna sähköpostiosoite.')
      .max(255)
      .regex(/^\P{Cc}*$/u, 'Sähköpostiosoite ei kelpaa.'),
  }),
  output: done,
})

/** Sets a new password with the link's values; 400 with the messages of rules/sign-in.md#password-recovery if they are not valid. */
export const resetPasswordCall = defineCall({
  method: 'POST',
  path: '/user/lost-password-reset',
  roles,
  open: true,
  input: z.strictObject({
    name: z.string('Käyttäjätunnus puuttuu.').max(255),
    temp_pass: z.string('Linkin tunnus puuttuu.').max(255),
    new_pass: z.string('Anna uusi salasana.'),
  }),
  output: done,
})
