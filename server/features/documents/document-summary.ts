import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { DocumentSummary } from '#domain/features/documents/document-summary.ts'
import { reminderPrefix } from '#domain/features/documents/reminder-key.ts'
import type { Row } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { type RecipientRow, readRecipients } from './queries.ts'

type DocumentRecipients = { document: Row<'dokumentti'>; recipients: RecipientRow[] }
type Options = { id: string; lock?: boolean; runner?: Queryable }

/** A document with its recipients; 404 when the viewer may not read it. `lock` locks the document until the end of the transaction. */
export async function recipientsOfDocument(
  { engine, pool }: Context,
  viewer: Viewer,
  { id, lock = false, runner = pool }: Options,
): Promise<DocumentRecipients> {
  const [found] = await engine.load(viewer, 'dokumentti', [id], { lock, runner })
  if (!found?.mayRead || found.row.status !== 1) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const { row: document } = found
  return { document, recipients: await readRecipients(runner, { document: id, reminders: reminderPrefix(document) }) }
}

type Page = { 'page[offset]': number; 'page[limit]': number }

export async function documentSummary(context: Context, viewer: Viewer, { id, ...page }: Page & { id: string }): Promise<DocumentSummary> {
  const { recipients } = await recipientsOfDocument(context, viewer, { id })
  const first = page['page[offset]']
  return {
    data: recipients
      .slice(first, first + page['page[limit]'])
      .map(({ mail: _, roolit, ...recipient }) => ({ ...recipient, roolit: [...roolit] })),
    meta: { count: recipients.length, kuittaneita: recipients.filter(({ kuitattu }) => kuitattu > 0).length },
  }
}
