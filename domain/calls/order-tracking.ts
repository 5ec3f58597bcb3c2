import { z } from 'zod'
import { roles } from '../roles.ts'
import { trackedStates } from '../tracking/tracked-order.ts'
import { defineCall, type OutputOf } from './define-call.ts'
import { mailAddress } from './mail-address.ts'
import { mailStates } from './outgoing-mail.ts'

const moment = z.number()
const order = z.uuid('Tilauksen tunniste (id) on UUID.').toLowerCase()
const follower = ['yllapito', 'asiakas', 'asiakas_yllapito'] as const

/**
 * What a stranger who holds an order's tracking link sees of it. A POST, because a token in an address would stay in the
 * logs of whatever stands between; it may be made again and again.
 */
export const followOrderCall = defineCall({
  method: 'POST',
  path: '/api/seuranta',
  roles,
  open: true,
  input: z.strictObject({
    tunnus: z.string('Linkin tunnus puuttuu.').max(255, 'Linkin tunnus on liian pitkä.'),
    /** The page is opened now; not so when it only looks again for news. */
    avaus: z.boolean('avaus on true tai false.').default(false),
  }),
  output: z.strictObject({
    /** T-1042 */
    tilaus: z.string(),
    /** The company that ordered; '' of a private person. */
    lahettaja: z.string(),
    vaihe: z.literal([0, 1, 2, 3]),
    paattyy: moment,
    lahetykset: z.array(
      z.strictObject({
        tila: z.enum(trackedStates),
        paikkakunta: z.string(),
        toivottu_toimitus: moment,
        toimitettu: moment,
        vastaanottaja: z.string(),
      }),
    ),
  }),
})

/** An order's tracking link to those whose order it is: to be copied, and what has become of it. */
export const trackingLinkCall = defineCall({
  method: 'GET',
  path: '/api/tilaus/seurantalinkki',
  roles: follower,
  input: z.strictObject({ id: order }),
  output: z.strictObject({
    /** Whether the order can be followed at all: not once it is cancelled, or 45 days after its delivery. */
    seurattavissa: z.boolean(),
    kaytossa: z.boolean(),
    /** What the link carries behind its #; '' while it is not in use. */
    tunnus: z.string(),
    /** When it ends; 0 before the delivery. */
    paattyy: moment,
    avattu: z.number(),
    viimeksi_avattu: moment,
    /** The mails that it has gone out with, the newest first. */
    viestit: z.array(z.strictObject({ id: z.uuid(), vastaanottaja: z.string(), luotu: moment, tila: z.literal(mailStates) })),
  }),
})
export type TrackingLink = OutputOf<typeof trackingLinkCall>

const operation = <N extends string>(name: N) => ({ operation: z.literal(name), id: order })

/** Takes the link into use (a new one, when it was taken out of use), takes it out of use, or mails it to an address. */
export const changeTrackingLinkCall = defineCall({
  method: 'POST',
  path: '/api/tilaus/seurantalinkki',
  roles: follower,
  input: z.discriminatedUnion(
    'operation',
    [
      z.strictObject(operation('kayttoon')),
      z.strictObject(operation('pois')),
      z.strictObject({
        ...operation('laheta'),
        vastaanottaja: mailAddress,
      }),
    ],
    'operation on kayttoon, pois tai laheta.',
  ),
  output: z.strictObject({ success: z.literal(true) }),
})
