import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { mailAddress } from '../../values/mail-address.ts'
import { mailStates } from '../mail/outgoing-mail.ts'
import { trackedStates, trackingPath } from './tracked-shipment.ts'

const moment = z.number()
const order = z.uuid('Tilauksen tunniste (id) on UUID.').toLowerCase()
const follower = ['yllapito', 'asiakas', 'asiakas_yllapito'] as const

/**
 * What a stranger with the tracking link of an order's delivery place sees of it. A POST, because a token in an address would stay in the
 * logs of proxies in between. The call changes nothing, so it can be retried.
 */
export const followOrderCall = defineCall({
  method: 'POST',
  path: trackingPath,
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
    /** Those of the link's place; none of a link that was made for a whole order of several places. */
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

/** An order's tracking links, one for each delivery place, to those whose order it is: to be copied, and what has become of them. */
export const trackingLinkCall = defineCall({
  method: 'GET',
  path: '/api/tilaus/seurantalinkki',
  roles: follower,
  input: z.strictObject({ id: order }),
  output: z.strictObject({
    /** In the order in which the places' shipments were made. */
    data: z.array(
      z.strictObject({
        /** Names the place in `changeTrackingLinkCall`; '' is a link that was made for a whole order of several places. */
        paikka: z.string(),
        nimi: z.string(),
        paikkakunta: z.string(),
        /** The shipments that the link shows. */
        lahetykset: z.array(z.uuid()),
        /** Whether the place can be followed at all: not once its shipments are cancelled, or 45 days after its delivery. */
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
    ),
  }),
})
export type TrackingLink = OutputOf<typeof trackingLinkCall>['data'][number]

/** `paikka`: needed where the order has several delivery places; without it `pois` takes every link of the order. */
const operation = <N extends string>(name: N) => ({
  operation: z.literal(name),
  id: order,
  paikka: z.string('paikka on toimituspaikan tunniste.').max(64, 'Toimituspaikan tunniste on liian pitkä.').optional(),
})

/** Takes a place's link into use (a new one, when it was taken out of use), takes it out of use, or mails it to an address. */
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
