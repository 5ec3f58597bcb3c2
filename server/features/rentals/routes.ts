import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { nextBillingDates } from '#domain/entities/rental/rental.calendar.ts'
import { rentalRow, rentalsCall, saveRentalCall, shownDates } from '#domain/features/rentals/rentals.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { inputRow, type Shape } from '#server/entities/engine.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import { requestedCustomer } from '../customers/requested-customer.ts'

const rentals = {
  fields: [
    ...(['vid', 'tunniste', 'name', 'tila', 'tyyppi', 'maara', 'hinta', 'hinta_total'] as const),
    ...(['laskutuskausi', 'laskutuspaiva', 'aktivointipaiva', 'ohitetut_paivat'] as const),
  ],
  relations: { asiakas: { fields: ['name'] } },
} as const satisfies Shape<'vuokraus'>

export function rentalRoutes(app: FastifyInstance, context: Context): void {
  const { engine, clock } = context
  serveCall(app, rentalsCall, context, async (input, viewer) => {
    const customer = requestedCustomer(viewer, input.asiakas_id) ?? undefined
    const query = {
      filter: { status: 1, tila: input.tila, 'asiakas.id': customer },
      sort: ['-created'] as const,
      page: { offset: input['page[offset]'], limit: input['page[limit]'] },
    }
    const { rows, count } = await engine.list(viewer, 'vuokraus', rentals, query)
    const now = clock()
    const data = rows.map((shaped) => {
      const row = rentalRow.parse(shaped)
      const dates = nextBillingDates({ ...row, status: 1 }, now, shownDates)
      return {
        ...row,
        seuraavat: dates.map(({ day, period, isSkipped }) => ({
          paiva: day,
          kausi_alkaa: period.start,
          kausi_paattyy: period.end,
          summa: isSkipped ? 0 : row.hinta_total,
          ohitettu: isSkipped,
        })),
      }
    })
    return { data, meta: { count } }
  })
  serveTransaction(app, saveRentalCall, context, (input, viewer, client) => saveRental({ engine, client }, viewer, input))
}

/** In the caller's transaction. */
async function saveRental(
  { engine, client }: Pick<Context, 'engine'> & { client: PoolClient },
  viewer: Viewer,
  { operation: _, id: requestedId, vid, ...values }: z.output<typeof saveRentalCall.input>,
): Promise<OperationResults> {
  const isNew = requestedId === 'new'
  const id = isNew ? randomUUID() : requestedId
  await engine.save(viewer, [inputRow(isNew ? 'add' : 'update', 'vuokraus', id, values, { vid: vid ?? null })], { client })
  return { success: true, results: [{ id, success: true }] }
}
