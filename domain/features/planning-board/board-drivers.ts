import { z } from 'zod'
import { administratorsRead, defineCall, type OutputOf } from '../../model/define-call.ts'
import { boardCall, boardEntities, boardRoute } from './board.ts'

/** A driver's shift as the board has it, without its stops: their number, and the breaches that the board shows. */
const boardDriver = boardRoute
  .pick({ id: true, kuljettaja: true, alku: true, loppu: true, auto: true, huomautukset: true, kg: true, lavat: true })
  .extend({ pysahdyksia: z.number() })
export type BoardDriver = z.output<typeof boardDriver>

/** The drivers of a board, for its narrow form beside the list of orders: what the board of the day has of them. */
export const boardDriversCall = defineCall({
  method: 'GET',
  path: '/api/ajot/kuljettajat',
  roles: ['yllapito'],
  reads: administratorsRead(...boardEntities, 'tyovuoro_kirjaus'),
  input: boardCall.input,
  output: z.strictObject({
    data: z.strictObject({
      vuorot: z.array(boardDriver),
      /**
       * Drivers with work of the day that has no stops, and of how many orders it is; of today also drivers at work without a shift. In a company
       * without shifts all drivers, with the open orders of the day.
       */
      ilman_vuoroa: z.array(z.strictObject({ kuljettaja: boardRoute.shape.kuljettaja, tilauksia: z.number() })),
    }),
    meta: z.strictObject({ count: z.number() }),
  }),
})
export type BoardDrivers = OutputOf<typeof boardDriversCall>['data']
