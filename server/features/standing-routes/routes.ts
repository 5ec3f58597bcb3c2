import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { routeTerms } from '#domain/entities/route/route.calendar.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { runDatesOf } from '#domain/features/scheduled-orders/run-dates.ts'
import { routeChangesCall, routeOrdersCall, routeRow, routeStop, routesCall } from '#domain/features/standing-routes/routes.ts'
import { nextRunDays } from '#domain/values/time/run-days.ts'
import type { Context } from '#server/context.ts'
import type { Shape } from '#server/entities/engine.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { holidayNames } from '../scheduled-orders/holiday-names.ts'
import { previewChanges } from '../scheduled-orders/preview-changes.ts'

const routes = {
  fields: [
    ...(['vid', 'tunniste', 'name', 'reittinro', 'tila', 'hinta', 'hinnat', 'laskutuspaivat', 'viikonpaivat'] as const),
    ...(['aktivointipaiva', 'ohitetut_paivat'] as const),
  ],
  relations: {
    asiakkaat: { fields: ['name'] },
    kuljettaja: { fields: ['field_fullname'] },
    auto: { fields: ['rekisterinumero'] },
  },
} as const satisfies Shape<'reitti'>

const stops = {
  fields: [],
  relations: {
    osoitteet: {
      fields: ['name', 'field_osoite_1', 'field_postinumero', 'field_postitoimipaikka', 'lat', 'lng'],
      relations: { asiakas: { fields: ['name'] } },
    },
  },
} as const satisfies Shape<'reitti'>

const orders = {
  fields: ['tunniste', 'tilauksen_tila', 'ajopaiva', 'hinta', 'koskematon'],
  relations: { asiakas: { fields: ['name'] } },
} as const satisfies Shape<'tilaus'>

type ListInput = z.output<typeof routesCall.input>

const pageIn = (input: { 'page[offset]': number; 'page[limit]': number }) => ({
  offset: input['page[offset]'],
  limit: input['page[limit]'],
})

async function listRoutes({ engine, clock }: Context, viewer: Viewer, input: ListInput) {
  const filter = { status: 1, tila: input.tila, 'asiakkaat.id': input.asiakas_id } as const
  const { rows, count } = await engine.list(viewer, 'reitti', routes, { filter, sort: ['-created'], page: pageIn(input) })
  const listed = rows.map((row) => routeRow.parse(row))
  const now = clock()
  const holidays = await holidayNames(now, Math.max(0, ...listed.map(({ aktivointipaiva }) => aktivointipaiva)))
  const data = listed.map((row) => ({ ...row, seuraavat: runDatesOf(nextRunDays(routeTerms({ ...row, status: 1 }), holidays, now)) }))
  return { data, meta: { count } }
}

async function stopsOf({ engine }: Context, viewer: Viewer, id: string) {
  const { rows } = await engine.list(viewer, 'reitti', stops, { filter: { id }, page: { limit: 1 } })
  const [route] = rows
  if (!route) throw new RequestFault({ kind: 'not_found', parameter: 'id', detail: faultKinds.not_found.title })
  const data = (route.osoitteet ?? []).map((stop) => routeStop.parse(stop))
  return { data, meta: { count: data.length } }
}

export function standingRouteRoutes(app: FastifyInstance, context: Context): void {
  const { engine } = context
  serveCall(app, routesCall, context, (input, viewer) =>
    input.id === undefined ? listRoutes(context, viewer, input) : stopsOf(context, viewer, input.id),
  )
  serveCall(app, routeOrdersCall, context, async (input, viewer) => {
    const filter = { status: 1, 'reitti.id': input.id } as const
    const page = input.count ? { limit: 1 } : pageIn(input)
    const { rows, count } = await engine.list(viewer, 'tilaus', orders, { filter, sort: ['-ajopaiva', 'asiakas.name'], page })
    const data = input.count ? [] : rows.map((row) => routeOrdersCall.output.shape.data.element.parse(row))
    return { data, meta: { count } }
  })
  serveCall(app, routeChangesCall, context, (input, viewer) => previewChanges(context, viewer, { relation: 'reitti', input }))
}
