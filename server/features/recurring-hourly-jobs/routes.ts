import type { FastifyInstance } from 'fastify'
import { recurringTerms } from '#domain/entities/hourly/recurring.calendar.ts'
import { recurringChangesCall, recurringJobsCall, recurringRow } from '#domain/features/recurring-hourly-jobs/recurring-jobs.ts'
import { runDatesOf } from '#domain/features/scheduled-orders/run-dates.ts'
import { nextRunDays } from '#domain/values/time/run-days.ts'
import type { Context } from '#server/context.ts'
import type { Shape } from '#server/entities/engine.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { requestedCustomer } from '../customers/requested-customer.ts'
import { holidayNames } from '../scheduled-orders/holiday-names.ts'
import { previewChanges } from '../scheduled-orders/preview-changes.ts'

const jobs = {
  fields: [
    ...(['vid', 'tunniste', 'name', 'tila', 'tyyppi', 'minimilaskutus', 'viikonpaivat', 'ajetaan_pyhapaivat'] as const),
    ...(['aktivointipaiva', 'ohitetut_paivat'] as const),
  ],
  relations: { asiakas: { fields: ['name'] }, tuntituote_tyyppi: { fields: ['name'] } },
} as const satisfies Shape<'tuntituote_toisto'>

export function recurringRoutes(app: FastifyInstance, context: Context): void {
  const { engine, clock } = context
  serveCall(app, recurringJobsCall, context, async (input, viewer) => {
    const customer = requestedCustomer(viewer, input.asiakas_id) ?? undefined
    const query = {
      filter: { status: 1, tila: input.tila, 'asiakas.id': customer },
      sort: ['-created'] as const,
      page: { offset: input['page[offset]'], limit: input['page[limit]'] },
    }
    const { rows, count } = await engine.list(viewer, 'tuntituote_toisto', jobs, query)
    const listed = rows.map((row) => recurringRow.parse(row))
    const now = clock()
    const holidays = await holidayNames(now, Math.max(0, ...listed.map(({ aktivointipaiva }) => aktivointipaiva)))
    const data = listed.map((row) => ({
      ...row,
      seuraavat: runDatesOf(nextRunDays(recurringTerms({ ...row, status: 1 }), holidays, now)),
    }))
    return { data, meta: { count } }
  })
  serveCall(app, recurringChangesCall, context, (input, viewer) =>
    previewChanges(context, viewer, { relation: 'tuntituote_toisto', input }),
  )
}
