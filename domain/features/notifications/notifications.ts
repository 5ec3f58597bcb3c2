import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idsOf, operationResults } from '../../model/operation-results.ts'

/**
 * What the bell shows (rules/notifications.md#bell): notifications of an administrator (`ilmoitus`), reminders of documents (`muistutus`),
 * documents that wait for the viewer's acknowledgement (`dokumentti`), for dispatchers customers' new orders (`tilaus`) and failed
 * deliveries that wait for a decision (`poikkeama`), reported delays (`myohastyminen`) and drivers' correction requests (`korjauspyynto`), and
 * for dispatchers and maintenance staff open fault reports of cars (`vika`). Messages about orders (`viesti`) are for the other side of the
 * conversation.
 */
export const bellKinds = [
  'ilmoitus',
  'muistutus',
  'dokumentti',
  'tilaus',
  'poikkeama',
  'myohastyminen',
  'korjauspyynto',
  'vika',
  'viesti',
] as const
export type BellKind = (typeof bellKinds)[number]

/** The bell shows at most this many notifications of each kind, the newest ones. */
export const maxOfBellKind = 50

/** The kinds of notifications that a dispatcher has chosen to receive. */
const choices = z.strictObject({ uudet_tilaukset: z.boolean(), epaonnistuneet: z.boolean(), vikailmoitukset: z.boolean() })
export type BellChoices = z.output<typeof choices>

const shownToStaff = ['notification', 'dokumentti', 'dokumentti_kuittaus', 'user'] as const
const faultReports = ['huolto', 'auto'] as const

export const notificationsCall = defineCall({
  method: 'GET',
  path: '/api/notifications',
  roles,
  reads: {
    yllapito: [...shownToStaff, 'tilaus', 'lahetys', 'toimituspoikkeama', ...faultReports],
    kuljettaja: shownToStaff,
    huolto: [...shownToStaff, ...faultReports],
    asiakas: ['notification'],
    asiakas_yllapito: ['notification'],
  },
  input: z.strictObject({}),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.uuid(),
        laji: z.enum(bellKinds),
        message: z.string(),
        /** From when it is shown. */
        aika: z.number(),
        /** Until when; 0 for always. */
        end: z.number(),
        key: z.string(),
        /** The document, the order or the car that it is about. */
        kohde: z.uuid().nullable(),
      }),
    ),
    /** `asetukset`: null for those whose bell has nothing to choose. */
    meta: z.strictObject({ count: z.number(), asetukset: choices.nullable() }),
  }),
})
export type BellEntry = OutputOf<typeof notificationsCall>['data'][number]

export const notificationOperationsCall = defineCall({
  method: 'POST',
  path: '/api/notifications',
  roles,
  input: z.discriminatedUnion(
    'operation',
    [
      /** Each person dismisses for themselves. */
      z.strictObject({ operation: z.literal('dismiss'), ids: idsOf({ max: 250, what: { one: 'ilmoitus', many: 'ilmoitusta' } }) }),
      /** Ours: what rings for the dispatcher. */
      z.strictObject({ operation: z.literal('asetukset'), ...choices.shape }),
    ],
    'Tuntematon operaatio. Anna dismiss tai asetukset.',
  ),
  output: operationResults,
})
