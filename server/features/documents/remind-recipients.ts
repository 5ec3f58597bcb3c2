import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { reminderKey } from '#domain/features/documents/reminder-key.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, systemFor } from '#server/entities/engine.ts'
import { enqueueDocumentReminders } from '#server/platform/mail/mail-queue.ts'
import { recipientsOfDocument } from './document-summary.ts'

/** The number of days for which a reminder is shown unless it is dismissed or the document acknowledged. */
const shownDays = 30

/**
 * Reminds recipients who have not acknowledged the current version, each at most once a day, in the bell and by mail (rules/documents.md#reminders).
 * In the caller's transaction. Locks the document, so that of two concurrent calls the second one reminds nobody.
 */
export async function remindRecipients(
  { client, ...context }: Context & { client: PoolClient },
  viewer: Viewer,
  id: string,
): Promise<OperationResults> {
  const now = context.clock()
  const { document, recipients } = await recipientsOfDocument(context, viewer, { id, lock: true, runner: client })
  if (!document.kuitattava) throw new RequestFault({ kind: 'invalid', pointer: '/id', detail: 'Tätä dokumenttia ei tarvitse kuitata.' })
  const today = startOfDay(now)
  const due = recipients.filter(({ kuitattu, muistutettu }) => kuitattu === 0 && muistutettu < today)
  if (due.length === 0) return { success: true, results: [] }
  const reminder = addRow('notification', {
    tyyppi: 'PERSONAL',
    message: `Kuittaa dokumentti: ${document.name}`,
    key: reminderKey(document, now),
    henkilot: due.map((person) => person.id),
    start: now,
    end: addDays(today, shownDays),
  })
  await context.engine.save(systemFor(viewer), [reminder], { client })
  const addresses = due.map(({ mail }) => mail).filter((mail) => mail !== '')
  await enqueueDocumentReminders(client, addresses, { dokumentti: id, lahettaja: viewer.userId, now })
  return { success: true, results: due.map((person) => ({ id: person.id, success: true })) }
}
