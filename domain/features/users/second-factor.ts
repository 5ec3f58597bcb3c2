import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

const userId = z.uuid('Käyttäjän tunniste (user_id) on UUID.').toLowerCase()
const ownPassword = z.string('Anna oma salasanasi.').default('')
const code = z.string('Anna vahvistuskoodi.').trim().min(1, 'Anna vahvistuskoodi.').max(50)

/** The state of the second factor: the caller's own, or for administrators anybody's. */
export const secondFactorCall = defineCall({
  method: 'GET',
  path: '/api/kaksivaiheinen',
  roles,
  input: z.strictObject({ user_id: userId.optional() }),
  output: z.strictObject({
    data: z.strictObject({
      kaytossa: z.boolean(),
      /** An administrator requires it: the person cannot turn it off. */
      vaaditaan: z.boolean(),
      /** The number of unused recovery codes. */
      varakoodeja: z.number(),
    }),
  }),
})
export type SecondFactor = OutputOf<typeof secondFactorCall>['data']

/** Secrets are shown once, in these answers only. */
export const changeSecondFactorCall = defineCall({
  method: 'POST',
  path: '/api/kaksivaiheinen',
  roles,
  secret: 'answer',
  input: z.discriminatedUnion(
    'operation',
    [
      /** Creates a new secret for the person's app; it is not used before `vahvista`. */
      z.strictObject({ operation: z.literal('aloita'), existing_password: z.string('Anna nykyinen salasana.') }),
      z.strictObject({ operation: z.literal('vahvista'), koodi: code }),
      z.strictObject({ operation: z.literal('uudet_varakoodit'), koodi: code }),
      z.strictObject({ operation: z.literal('poista'), koodi: code }),
      /** Administrators: sets whether a person must have a second factor. Requires the administrator's own password. */
      z.strictObject({
        operation: z.literal('vaadi'),
        user_id: userId,
        vaaditaan: z.boolean('vaaditaan on true tai false.'),
        existing_password: ownPassword,
      }),
      /** Administrators: removes a lost second factor. Requires the administrator's own password. */
      z.strictObject({ operation: z.literal('nollaa'), user_id: userId, existing_password: ownPassword }),
    ],
    'Tuntematon operaatio. Anna aloita, vahvista, uudet_varakoodit, poista, vaadi tai nollaa.',
  ),
  output: z.strictObject({
    success: z.literal(true),
    /** After `aloita`: the secret for the app, as a URL and as text. */
    otpauth: z.string().optional(),
    salaisuus: z.string().optional(),
    /** After `vahvista` and `uudet_varakoodit`. */
    varakoodit: z.array(z.string()).optional(),
  }),
})
