import type { Pool } from 'pg'
import { z } from 'zod'
import { fileMegabytes, fileTypeOf } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Context } from '#server/context.ts'
import { system, updateRow } from '#server/entities/engine.ts'
import { defineJob, type JobKind, type JobRun } from '../background-jobs/define-job.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import type { WithDraft } from './drafts.ts'
import type { FileStore } from './store/file-store.ts'
import { withoutMetadata } from './without-metadata.ts'

type Parts = Context & {
  files: FileStore
  withDraft: WithDraft
  workers: WorkerPool
  log: { warn: (details: object, message: string) => void }
}
type StoredFile = { id: string; filemime: string; filesize: number; tarkiste: string }

const batchSize = 100
const reason = 'Kuvan paikka- ja kameratiedot poistettiin'

/**
 * Strips the metadata of files that were stored before uploads did it; the migration that made this job enqueued it once.
 * Safe to repeat: a file without metadata stays as it is. Files of signatures are left alone, for their digests are sealed
 * in the acknowledgements.
 */
export const cleanStoredFiles = (parts: Parts): JobKind<Record<string, never>> =>
  defineJob({ name: 'tiedostojen-puhdistus', input: z.strictObject({}), run: (_input, running) => cleanAll(parts, running) })

async function cleanAll(parts: Parts, { signal, progress }: JobRun) {
  const { rows: counts } = await parts.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM file WHERE ${maybeDirty}`)
  const count = counts[0]?.count ?? 0
  let [done, cleaned, failed] = [0, 0, 0]
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const batch = await nextBatch(parts.pool, after)
    for (const file of batch) {
      signal.throwIfAborted()
      const outcome = await cleanOne(parts, file)
      if (outcome === 'cleaned') cleaned++
      if (outcome === 'failed') failed++
      progress(++done, count)
    }
    after = batch.at(-1)?.id ?? after
    if (batch.length < batchSize) return { result: { cleaned, failed } }
  }
}

const maybeDirty = `filemime IN ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'video/quicktime', 'audio/x-m4a')
  AND NOT EXISTS (SELECT FROM v_o_kuittaus k WHERE k.kuittaus_id = file.id)
  AND NOT EXISTS (SELECT FROM dokumentti_kuittaus k WHERE k.kuittaus_id = file.id)`

async function nextBatch(pool: Pool, after: string): Promise<StoredFile[]> {
  const { rows } = await pool.query<StoredFile>(
    `SELECT id, filemime, filesize::float8 AS filesize, tarkiste FROM file WHERE id > $1 AND ${maybeDirty} ORDER BY id LIMIT ${batchSize}`,
    [after],
  )
  return rows
}

async function cleanOne(parts: Parts, file: StoredFile): Promise<'cleaned' | 'clean' | 'failed'> {
  const { files, withDraft, workers, log } = parts
  const type = fileTypeOf(file.filemime)
  const bytes = type && (await files.open(file.id))
  if (!type || !bytes) return 'clean'
  try {
    return await withDraft({ bytes, maxMegabytes: fileMegabytes.max }, (draft) =>
      withoutMetadata(draft, type, { workers }, async (clean) => {
        if (clean !== draft) await files.save(file.id, clean)
        // If the server crashed here between the two steps, the row still describes the previous bytes.
        if (clean.tarkiste === file.tarkiste) return 'clean'
        await parts.engine.save(system, [updateRow('file', file.id, { filesize: clean.size, tarkiste: clean.tarkiste }, { reason })])
        return 'cleaned'
      }),
    )
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error
    log.warn({ file: file.id, reason: error.message }, 'metadata could not be removed from a stored file')
    return 'failed'
  }
}
