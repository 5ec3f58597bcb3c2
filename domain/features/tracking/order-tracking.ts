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
 * What a person with the tracking link of a delivery place sees of the order. A POST, because proxies would log a token in the URL.
 * The call changes nothing, so it can be retried.
 */
export const followOrderCall = defineCall({
  method: 'POST',
  path: trackingPath,
  roles,
  open: true,
  input: z.strictObject({
    tunnus: z.string('Linkin tunnus puuttuu.').max(255, 'Linkin tunnus on liian pitkä.'),
    /** True when the page is opened, false when it polls. */
    avaus: z.boolean('avaus on true tai false.').default(false),
  }),
  output: z.strictObject({
    /** T-1042 */
    tilaus: z.string(),
    /** The ordering company; '' for a private person. */
    lahettaja: z.string(),
    vaihe: z.literal([0, 1, 2, 3]),
    paattyy: moment,
    /** The driver's number, where the company shows it; '' otherwise. */
    puhelin: z.string(),
    /** The shipments of the link's place; none for a link that was created for a whole order with several places. */
    lahetykset: z.array(
      z.strictObject({
        tila: z.enum(trackedStates),
        paikkakunta: z.string(),
        toivottu_toimitus: moment,
        toimitettu: moment,
        vastaanottaja: z.string(),
        saapuminen: z.strictObject({ alku: moment, loppu: moment }).nullable(),
        pysahdyksia_ennen: z.number().nullable(),
        myohastyminen: z.number(),
      }),
    ),
  }),
})

/** An order's tracking links, one for each delivery place, for those who may share them, with their use and mails. */
export const trackingLinkCall = defineCall({
  method: 'GET',
  path: '/api/tilaus/seurantalinkki',
  roles: follower,
  input: z.strictObject({ id: order }),
  output: z.strictObject({
    /** In the order in which the places' shipments were created. */
    data: z.array(
      z.strictObject({
        /** Identifies the place in `changeTrackingLinkCall`; '' for a link that was created for a whole order with several places. */
        paikka: z.string(),
        nimi: z.string(),
        paikkakunta: z.string(),
        /** The shipments that the link shows. */
        lahetykset: z.array(z.uuid()),
        /** Whether the place can be followed: not once its shipments are cancelled, or 45 days after its delivery. */
        seurattavissa: z.boolean(),
        kaytossa: z.boolean(),
        /** The fragment of the link's URL; '' while it is disabled. */
        tunnus: z.string(),
        /** When the link expires; 0 before the delivery. */
        paattyy: moment,
        avattu: z.number(),
        viimeksi_avattu: moment,
        /** The mails that contained the link, newest first. */
        viestit: z.array(z.strictObject({ id: z.uuid(), vastaanottaja: z.string(), luotu: moment, tila: z.literal(mailStates) })),
      }),
    ),
  }),
})
export type TrackingLink = OutputOf<typeof trackingLinkCall>['data'][number]

/** `paikka`: required where the order has several delivery places; without it `pois` disables all links of the order. */
const operation = <N extends string>(name: N) => ({
  operation: z.literal(name),
  id: order,
  paikka: z.string('paikka on toimituspaikan tunniste.').max(64, 'Toimituspaikan tunniste on liian pitkä.').optional(),
})

/** Enables a place's link (with a new token if it was disabled), disables it, or mails it to an address. */
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
