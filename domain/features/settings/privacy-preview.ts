import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { settings } from './settings.ts'

const { max } = settings.tietosuojaseloste

/** Returns the given text sanitised as the stored one is, for the preview. Nothing is stored. */
export const privacyPreviewCall = defineCall({
  method: 'POST',
  path: '/api/tietosuojaseloste',
  roles: ['yllapito'],
  input: z.strictObject({
    operation: z.literal('esikatsele', 'Toiminto on esikatsele.'),
    html: z.string('Anna teksti.').max(max, `Tekstin enimmäispituus on ${max} merkkiä.`),
  }),
  output: z.strictObject({ html: z.string() }),
})
