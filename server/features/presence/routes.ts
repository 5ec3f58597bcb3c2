import type { FastifyInstance } from 'fastify'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { orderViewersCall, viewingLasts } from '#domain/features/presence/order-viewers.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { notifyStreams, viewersNotice } from '#server/platform/events/wake-ups.ts'
import { forgetLooking, noteLooking, readLooking } from './queries.ts'

/** Who is looking at an order. The open pages are notified when somebody comes or leaves. */
export function presenceRoutes(app: FastifyInstance, context: Context): void {
  const { engine, pool, clock } = context
  serveCall(app, orderViewersCall, context, async ({ id, katselee }, viewer) => {
    const [order] = await engine.load(viewer, 'tilaus', [id])
    if (!order?.mayRead) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
    const at = clock()
    const looking = { person: viewer.userId, order: id, at }
    if (katselee) {
      const { isNew } = await noteLooking(pool, looking, at - viewingLasts)
      if (isNew) await notifyStreams(pool, viewersNotice)
    } else {
      await forgetLooking(pool, looking)
      await notifyStreams(pool, viewersNotice)
    }
    return { data: await readLooking(pool, { ...looking, at: at - viewingLasts }) }
  })
}
