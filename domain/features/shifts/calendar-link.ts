import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'

const path = '/api/tyovuoro/kalenterilinkki'

/** Whether the driver has a calendar link, and when it was made. The link itself is shown only once, as it is made. */
export const calendarLinkCall = defineCall({
  method: 'GET',
  path,
  roles: ['kuljettaja'],
  reads: { yllapito: [], kuljettaja: [], asiakas: [], asiakas_yllapito: [], huolto: [] },
  input: z.strictObject({}),
  output: z.strictObject({ kaytossa: z.boolean(), luotu: z.number(), viimeksi_haettu: z.number() }),
})

/** Makes a new link, after which the old one no longer works, or revokes it. */
export const changeCalendarLinkCall = defineCall({
  method: 'POST',
  path,
  roles: ['kuljettaja'],
  secret: 'answer',
  input: z.strictObject({
    operation: z.literal(['luo', 'poista'], 'Tuntematon operaatio. Anna luo tai poista.'),
  }),
  /** `osoite`: `/kalenteri/….ics` on this server, without its origin; '' when the link was revoked. */
  output: z.strictObject({ success: z.literal(true), osoite: z.string() }),
})
