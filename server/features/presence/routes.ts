import type { FastifyInstance } from 'fastify'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { calendarViewersCall } from '#domain/features/presence/calendar-viewers.ts'
import { orderViewersCall, viewingLasts } from '#domain/features/presence/order-viewers.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { notifyStreams, viewersNotice } from '#server/platform/events/wake-ups.ts'
import { forgetAtCalendar, forgetLooking, noteAtCalendar, noteLooking, readAtCalendar, readLooking } from './queries.ts'

/** Who is looking at an order, or at the shift calendar. The open pages are notified when somebody comes or leaves. */
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
  serveCall(app, calendarViewersCall, context, async ({ katselee, muuttaa }, { userId: person }) => {
    const at = clock()
    if (katselee) {
      const { isNews } = await noteAtCalendar(pool, { person, at, changes: muuttaa }, at - viewingLasts)
      if (isNews) await notifyStreams(pool, viewersNotice)
    } else {
      await forgetAtCalendar(pool, person)
      await notifyStreams(pool, viewersNotice)
    }
    return { data: await readAtCalendar(pool, person, at - viewingLasts) }
  })
}
