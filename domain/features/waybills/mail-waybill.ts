import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { mailAddress } from '../../values/mail-address.ts'
import { toNfc } from '../../values/nfc.ts'
import { labelSheets } from './forms.ts'

export const maxWaybillReceivers = 10
export const maxWaybillMessageLength = 2000

/** Sends an order's waybills as a PDF to the given addresses, each in a separate message, in the sender's name. */
export const mailWaybillCall = defineCall({
  method: 'POST',
  path: '/api/tilaus/rahtikirja_posti',
  roles: ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    tilaus_id: z.uuid('Tilauksen tunniste (tilaus_id) on UUID.').toLowerCase(),
    multipage: z.boolean('multipage on true tai false.').default(true),
    tarrat: z.enum(labelSheets, 'Tarra-arkki on a6 tai a4.').optional(),
    vastaanottajat: z
      .array(mailAddress, 'Anna vastaanottajien luettelo.')
      .min(1, 'Anna ainakin yksi vastaanottaja.')
      .max(maxWaybillReceivers, `Lähetä enintään ${maxWaybillReceivers} vastaanottajalle kerralla.`)
      .transform((all) => [...new Map(all.map((one) => [one.toLowerCase(), one])).values()]),
    viesti: z
      .string('Viesti on tekstiä.')
      .trim()
      .overwrite(toNfc)
      .max(maxWaybillMessageLength, `Viesti on enintään ${maxWaybillMessageLength} merkkiä.`)
      .default(''),
  }),
  output: z.strictObject({ success: z.literal(true), lahetetaan: z.number() }),
})
