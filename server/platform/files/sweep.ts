import type { PoolClient } from 'pg'
import { type EntityName, registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { removeRow, system } from '#server/entities/engine.ts'
import { inTransaction } from '../database/transaction.ts'
import { type FileStore, rowOf, type StoredFile } from './store/file-store.ts'

type Parts = Context & { files: FileStore }
export type SweepResult = { bytes: number; rows: number }

const day = 86_400
/** Bytes are stored just before their row: those without a row after a day never get one. */
const bytesAfter = day
/** A phone that loses coverage after an upload may attach the file to its shipment days later. */
const rowsAfter = 7 * day
/** Older rows were checked on earlier nights. */
const rowsUntil = 60 * day
const reason = 'Ei liitetty mihinkään 7 päivässä'
const atOnce = 500

/** Removes what abandoned uploads left behind (decision 14). Safe on several servers at once, and while people upload. */
export async function sweepFiles(parts: Parts): Promise<SweepResult> {
  return { bytes: await sweepBytes(parts), rows: await sweepRows(parts) }
}

/** Removes bytes that no row names, and derived files. A row of status 0 keeps its bytes (rules/files.md#kept-bytes). */
async function sweepBytes({ pool, files, clock }: Parts): Promise<number> {
  const before = clock() - bytesAfter
  let removed = 0
  const removeUnnamed = async (batch: readonly StoredFile[]): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM file WHERE id = ANY($1::uuid[])', [
      batch.map(({ name }) => rowOf(name)),
    ])
    const named = new Set(rows.map(({ id }) => id))
    for (const { name } of batch.filter((stored) => !named.has(rowOf(stored.name)))) {
      await files.remove(name, before)
      removed++
    }
  }
  let batch: StoredFile[] = []
  for await (const stored of files.list()) {
    if (stored.changed > before) continue
    batch.push(stored)
    if (batch.length < atOnce) continue
    await removeUnnamed(batch)
    batch = []
  }
  await removeUnnamed(batch)
  return removed
}

/** Rows of unused uploads get status 0, like any removed row; administrators still find them. */
async function sweepRows(parts: Parts): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await inTransaction(parts.pool, (runner) => sweepSome(parts, runner))
    removed += count
    if (count < atOnce) return removed
  }
}

async function sweepSome({ engine, clock }: Parts, client: PoolClient): Promise<number> {
  const now = clock()
  // Files that the server created have no user. Locked rows are being swept by another server.
  const { rows } = await client.query<{ id: string }>(
    `SELECT f.id FROM file f
     WHERE f.status = 1 AND f.vid = 1 AND f.lisaaja_id IS NOT NULL AND f.created BETWEEN $1 AND $2 AND ${holders.map(unused).join(' AND ')}
     ORDER BY f.created LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED`,
    [now - rowsUntil, now - rowsAfter],
  )
  await engine.save(
    system,
    rows.map(({ id }) => removeRow('file', id, { reason })),
    { client },
  )
  return rows.length
}

type Holder = { entity: EntityName; column: string; isList: boolean }

/** Every relation, of any entity, that a file can be attached to. */
const holders: readonly Holder[] = Object.values(registry).flatMap(({ name, relations }) =>
  Object.entries(relations).flatMap(([key, relation]) =>
    relation.kind !== 'inverse' && relation.to === 'file'
      ? [{ entity: name, column: `"${key}_id${relation.kind === 'many' ? 's' : ''}"`, isList: relation.kind === 'many' }]
      : [],
  ),
)

/** Rows of status 0 count: they keep their files. */
const unused = ({ entity, column, isList }: Holder): string =>
  `NOT EXISTS (SELECT FROM "${entity}" h WHERE ${isList ? `h.${column} <> '{}' AND h.${column} @> ARRAY[f.id]` : `h.${column} = f.id`})`
