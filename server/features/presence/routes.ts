import type { FastifyInstance } from 'fastify'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { viewersCall, viewingLasts } from '#domain/features/presence/viewers.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { notifyStreams, viewersNotice } from '#server/platform/events/wake-ups.ts'
import { forgetViewing, noteViewing, readViewers } from './queries.ts'

/** Who has an order or the shift calendar open. The open pages are notified when somebody comes, begins to change something or leaves. */
export function presenceRoutes(app: FastifyInstance, context: Context): void {
  const { engine, pool, clock } = context
  serveCall(app, viewersCall, context, async ({ sivu: page, katselee, muuttaa: changes }, viewer) => {
    if (page !== 'tyovuorot') {
      const [order] = await engine.load(viewer, 'tilaus', [page])
      if (!order?.mayRead) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
    }
    const at = clock()
    const viewing = { person: viewer.userId, page }
    const since = at - viewingLasts
    if (katselee) {
      const { isNews } = await noteViewing(pool, { ...viewing, at, changes }, since)
      if (isNews) await notifyStreams(pool, viewersNotice)
    } else {
      await forgetViewing(pool, viewing)
      await notifyStreams(pool, viewersNotice)
    }
    return { data: await readViewers(pool, viewing, since) }
  })
}
