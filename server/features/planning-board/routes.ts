import type { FastifyInstance } from 'fastify'
import { boardCall } from '#domain/features/planning-board/board.ts'
import { boardDriversCall } from '#domain/features/planning-board/board-drivers.ts'
import { changeBoardCall } from '#domain/features/planning-board/board-operations.ts'
import { deliveryAgainCall } from '#domain/features/planning-board/delivery-again.ts'
import { proposeDayCall } from '#domain/features/planning-board/proposal/propose-day.ts'
import { routeLineCall } from '#domain/features/planning-board/route-line.ts'
import type { Features } from '#domain/model/features.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import { deliveryAgain } from './delivery-again.ts'
import { readBoardDrivers } from './drivers/read-board-drivers.ts'
import { changeBoard } from './operations.ts'
import { type ProposalServices, proposeDay } from './propose-day.ts'
import { readBoard } from './read-board.ts'
import { routeLine } from './route-line.ts'

export function planningBoardRoutes(
  app: FastifyInstance,
  context: Context & Pick<ProposalServices, 'workers' | 'roads' | 'dayPlanner'> & { features: () => Promise<Features> },
): void {
  const { pool, clock, features } = context
  serveCall(app, boardCall, context, ({ paiva }) => readBoard(pool, paiva, clock()))
  serveCall(app, boardDriversCall, context, async ({ paiva }) =>
    readBoardDrivers(pool, { moment: paiva, now: clock(), hasShifts: (await features()).tyovuorot }),
  )
  serveCall(app, deliveryAgainCall, context, async ({ lahetys }) => ({ data: await deliveryAgain(pool, lahetys, clock()) }))
  serveCall(app, routeLineCall, context, async ({ pisteet }) => ({ data: await routeLine(context.roads, pisteet) }))
  serveCall(app, proposeDayCall, context, async (input, viewer) => ({ data: await proposeDay(context, input, viewer) }))
  serveTransaction(app, changeBoardCall, context, (input, viewer, client) => changeBoard({ context, viewer, client, now: clock() }, input))
}
