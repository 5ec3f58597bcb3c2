import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import type { documentsCall, ListedDocument } from '#domain/features/documents/document-list.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { readDocuments } from './queries.ts'

type Input = z.output<typeof documentsCall.input>

export async function listDocuments(
  context: Context,
  viewer: Viewer,
  input: Input,
): Promise<{ data: ListedDocument[]; meta: { count: number } }> {
  const rows = await readDocuments(context, viewer, {
    onlyMissing: input.kuittaamatta === '1',
    withCounts: viewer.roles.includes('yllapito'),
    ids: input.ids ?? null,
    offset: input['page[offset]'],
    limit: input['page[limit]'],
  })
  const { prefix } = registry.dokumentti.tunniste
  return {
    data: rows.map(({ numero, kaikkiaan: _, roolit, vastaanottajia = null, kuittaneita = null, ...row }) => ({
      ...row,
      tunniste: `${prefix}-${numero}`,
      roolit: [...roolit],
      vastaanottajia,
      kuittaneita,
    })),
    meta: { count: rows[0]?.kaikkiaan ?? 0 },
  }
}
