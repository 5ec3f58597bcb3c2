import type { Pool } from 'pg'
import { inTransaction } from '../database/transaction.ts'
import { ownIntent } from '../jsonapi/intents.ts'
import { type Model, quote, type Resource, resourceNamed } from '../jsonapi/model.ts'
import type { Runner } from '../jsonapi/read.ts'
import { save } from '../jsonapi/save.ts'
import type { Rules } from '../jsonapi/saving.ts'
import { type FileStore, rowOf, type Stored } from '../ports/files/file-store.ts'
import { systemRights } from '../rights.ts'

type Parts = { model: Model; rules: Rules; pool: Pool; files: FileStore; clock: () => number }
export type Swept = { bytes: number; rows: number }

const day = 86_400
/** Bytes are stored a moment before their row: what has none a day later never gets one. */
const bytesAfter = day
/** A phone without coverage uploads, and hangs the file on its shipment days later. */
const rowsAfter = 7 * day
/** Whatever is older was looked at on earlier nights. */
const rowsUntil = 60 * day
const reason = 'Ei liitetty mihinkään 7 päivässä'
const atOnce = 500

/** Clears what uploads that came to nothing left behind (decision 14). Any number of servers may do it at once, and people upload meanwhile. */
export async function sweepFiles(parts: Parts): Promise<Swept> {
  return { bytes: await sweepBytes(parts), rows: await sweepRows(parts) }
}

/** Removes bytes that no row names, also what was made of them. A row of status 0 keeps its bytes (RULES section 1). */
async function sweepBytes({ pool, files, clock }: Parts): Promise<number> {
  const before = clock() - bytesAfter
  let removed = 0
  const removeUnnamed = async (batch: readonly Stored[]): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM file WHERE id = ANY($1::uuid[])', [
      batch.map(({ name }) => rowOf(name)),
    ])
    const named = new Set(rows.map(({ id }) => id))
    for (const { name } of batch.filter((stored) => !named.has(rowOf(stored.name)))) {
      await files.remove(name, before)
      removed++
    }
  }
  let batch: Stored[] = []
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

/** Rows of uploads that nothing has taken into use get status 0, as any removed row; an administrator still finds them. */
async function sweepRows(parts: Parts): Promise<number> {
  for (let swept = 0; ; ) {
    const count = await inTransaction(parts.pool, (runner) => sweepSome(parts, runner))
    swept += count
    if (count < atOnce) return swept
  }
}

async function sweepSome({ model, rules, clock }: Parts, runner: Runner): Promise<number> {
  const now = clock()
  const file = resourceNamed(model, 'file')
  // What the server made itself has nobody who added it. Another server's sweep has the locked ones.
  const { rows } = await runner.query<{ id: string }>(
    `SELECT f.id FROM file f
     WHERE f.status = 1 AND f.vid = 1 AND f.lisaaja_id IS NOT NULL AND f.created BETWEEN $1 AND $2 AND ${holders(model).map(unused).join(' AND ')}
     ORDER BY f.created LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED`,
    [now - rowsUntil, now - rowsAfter],
  )
  const intents = rows.map(({ id }) => ({ ...ownIntent('remove', file, id), reason }))
  if (intents.length > 0) await save({ model, rules, runner, viewer: null, rights: systemRights, now }, intents)
  return rows.length
}

/** Every relation that a file can hang on, whatever the entity. */
function holders(model: Model): { resource: Resource; column: string; list: boolean }[] {
  return model.resources.flatMap((resource) =>
    Object.entries(resource.entity.relations).flatMap(([name, relation]) =>
      relation.kind !== 'inverse' && relation.to === 'file'
        ? [{ resource, column: quote(`${name}_id${relation.kind === 'many' ? 's' : ''}`), list: relation.kind === 'many' }]
        : [],
    ),
  )
}

/** Rows of status 0 count: they keep their files. */
const unused = ({ resource, column, list }: ReturnType<typeof holders>[number]): string =>
  `NOT EXISTS (SELECT FROM ${resource.table} h WHERE ${list ? `h.${column} <> '{}' AND h.${column} @> ARRAY[f.id]` : `h.${column} = f.id`})`
