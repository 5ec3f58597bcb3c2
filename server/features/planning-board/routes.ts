import type { FastifyInstance } from 'fastify'
import { boardCall } from '#domain/features/planning-board/board.ts'
import { changeBoardCall } from '#domain/features/planning-board/board-operations.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import { changeBoard } from './operations.ts'
import { readBoard } from './read-board.ts'

export function planningBoardRoutes(app: FastifyInstance, context: Context): void {
  const { pool, clock } = context
  serveCall(app, boardCall, context, ({ paiva }) => readBoard(pool, paiva, clock()))
  serveTransaction(app, changeBoardCall, context, (input, viewer, client) => changeBoard({ context, viewer, client, now: clock() }, input))
}
