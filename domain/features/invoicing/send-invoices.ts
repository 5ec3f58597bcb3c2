import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idsOf } from '../../model/operation-results.ts'

/** As many as the list of uninvoiced orders selects at once. */
export const maxSentOrders = 5000
export const sentOrderIds = idsOf({ max: maxSentOrders, what: { one: 'tilaus', many: 'tilausta' } })

const input = z.strictObject({ tilaus_ids: sentOrderIds })
/** A result for each order. `lasku` is the invoice that the order is on now and that is being sent; `message` says why there is none. */
const output = z.strictObject({
  success: z.literal(true),
  results: z.array(z.strictObject({ id: z.uuid(), success: z.boolean(), message: z.string().optional(), lasku: z.uuid().optional() })),
})

/**
 * Makes invoices of the orders and queues their sending (rules/invoicing.md#sending). The orders of a customer are invoiced in one transaction. The
 * answer comes before they are sent: the states of
 * the invoices are read from `lasku_entity--lasku`, whose changes the event stream reports too. An order whose invoice has failed is retried.
 */
export const fivaldiInvoiceCall = defineCall({ method: 'POST', path: '/api/fivaldi/laskuta', roles: ['yllapito'], input, output })
export const talenomInvoiceCall = defineCall({ method: 'POST', path: '/api/talenom/laskuta', roles: ['yllapito'], input, output })
export type SendInvoicesAnswer = OutputOf<typeof fivaldiInvoiceCall>
