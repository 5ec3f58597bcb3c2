import type { Context } from '#server/context.ts'
import { queueDueOrderMail } from './order-mail/queries.ts'
import { dropUndeliveredMail, queueDueDeliveryMail } from './queries.ts'

/** After this, a driver can no longer take a delivery back (seconds). */
const undoSeconds = 600

/** Queues the mail to customers about their orders (rules/orders.md#mail-to-the-customer) and deliveries (rules/deliveries.md#mail-about-a-delivery), each once. */
export async function queueDeliveryMail({ pool, clock }: Pick<Context, 'pool' | 'clock'>): Promise<void> {
  const now = clock()
  const due = { now, before: now - undoSeconds }
  await dropUndeliveredMail(pool, due)
  await queueDueDeliveryMail(pool, due)
  await queueDueOrderMail(pool, now)
}
