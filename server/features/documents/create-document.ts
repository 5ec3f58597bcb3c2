import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import type { documentOperationsCall } from '#domain/features/documents/document-operations.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { addRow } from '#server/entities/engine.ts'

type Create = Extract<z.output<typeof documentOperationsCall.input>, { operation: 'create' }>

/** In the caller's transaction. */
export async function createDocument(
  { engine, client }: Pick<Context, 'engine'> & { client: PoolClient },
  viewer: Viewer,
  { operation: _, ...values }: Create,
): Promise<OperationResults> {
  const id = randomUUID()
  await engine.save(viewer, [addRow('dokumentti', values, { id })], { client })
  return { success: true, results: [{ id, success: true }] }
}
