import { z } from 'zod'
import { administratorsRead, defineCall, type OutputOf } from '../../../model/define-call.ts'
import { boardRoute } from '../board.ts'
import { boardDay } from '../board-day.ts'

/** Proposes which shift takes which work of the day, in which order (rules/planning-board.md#proposal). Nothing is stored. */
export const proposeDayCall = defineCall({
  method: 'POST',
  path: '/api/ajot/ehdotus',
  roles: ['yllapito'],
  secret: 'answer',
  reads: administratorsRead(
    ...(['ajo_pysahdys', 'tyovuoro', 'tyoreitti', 'lahetys', 'tuntituote', 'tilaus', 'auto', 'user', 'profile_kuljettaja'] as const),
  ),
  input: z.strictObject({
    paiva: boardDay,
    /** Work may move from one driver to another; otherwise only work without a driver is given. */
    siirrot: z.boolean('Anna siirrot: true tai false.').default(false),
  }),
  output: z.strictObject({
    data: z.strictObject({
      paiva: z.number(),
      /** The routes that the proposal changes, as they would become. Stops that are not stored yet have ids of their own. */
      reitit: z.array(
        boardRoute.extend({ jarjestys: z.array(z.strictObject({ tyyppi: z.enum(['nouto', 'toimitus', 'tyo']), tyo: z.uuid() })) }),
      ),
      /** Work that gets a driver or another one. */
      siirtyvat: z.array(z.strictObject({ tyo: z.uuid(), kuljettaja: z.uuid(), edellinen: z.uuid().nullable() })),
      /** Work without a driver that no shift can take. */
      mahtumatta: z.array(z.uuid()),
      /** The change of the whole day's driving, and of its breaches: those that go and those that come. */
      metrit: z.number(),
      sekunnit: z.number(),
      poistuu: z.number(),
      tulee: z.number(),
      /** A Finnish sentence about a service that did not answer. */
      ilmoitus: z.string(),
      /** Of the shifts and the work that the proposal is made of: id → vid. Stops that are stored have theirs in `reitit`. */
      versiot: z.record(z.string(), z.number()),
    }),
  }),
})
export type DayProposal = OutputOf<typeof proposeDayCall>['data']
export type ProposedRoute = DayProposal['reitit'][number]
