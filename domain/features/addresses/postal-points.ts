import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

/** `FI-33100`, `LV-LV-1010` */
export const postalKeyPattern = /^[A-Z]{2}-[\dA-Z -]{1,12}$/

/** The maximum number of postal codes in one request. */
export const maxPostalCodes = 500

/** The coordinates and towns of postal codes: an estimate for addresses without coordinates. Unknown codes are missing from the answer. */
export const postalPointsCall = defineCall({
  method: 'GET',
  path: '/api/postinumerot',
  roles,
  input: z.strictObject({
    /** `FI-33100,SE-11122` */
    koodit: z
      .string('Anna postinumerot (koodit).')
      .transform((text) => [...new Set(text.toUpperCase().split(','))])
      .pipe(
        z
          .array(z.string().regex(postalKeyPattern, 'Anna postinumerot maan kanssa, esimerkiksi FI-33100.'))
          .max(maxPostalCodes, `Kysy enintään ${maxPostalCodes} postinumeroa kerrallaan.`),
      ),
  }),
  output: listOf(z.strictObject({ koodi: z.string(), paikka: z.string(), lat: z.number(), lng: z.number() })),
})
export type PostalPoint = OutputOf<typeof postalPointsCall>['data'][number]
