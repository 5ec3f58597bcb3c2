import { randomUUID } from 'node:crypto'
import { fileTypeFromFile } from 'file-type'
import { DatabaseError } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { type FileType, fileTypeOf, refusedType } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Context } from '#server/context.ts'
import type { StoredAnswer } from '#server/platform/idempotency-keys.ts'
import type { SettingsReader } from '../settings/settings.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import type { Draft, IncomingFile, WithDraft } from './drafts.ts'
import { safeName } from './file-name.ts'
import type { NewFile } from './new-file.ts'
import type { FileStore } from './store/file-store.ts'
import { withoutMetadata } from './without-metadata.ts'

export type FileParts = Context & { files: FileStore; withDraft: WithDraft; settings: SettingsReader; workers: WorkerPool }
/** Throws a RequestFault unless files of the type are accepted. */
type Accept = (type: FileType) => void

/** Checks an upload's bytes, strips their metadata, and stores them with their row. */
export function storeUpload(
  parts: FileParts,
  viewer: Viewer,
  { name, accept, ...incoming }: IncomingFile & { name: string; accept?: Accept },
  keep: (row: NewFile) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  return parts.withDraft(incoming, async (draft) => {
    const type = await typeOf(draft)
    accept?.(type)
    const { workers } = parts
    const of = { filemime: type.mime, filename: safeName(name, type), asiakas: viewer.asiakasId, lisaaja: viewer.userId }
    return withoutMetadata(draft, type, { workers, userId: viewer.userId }, (clean) => store(parts.files, clean, of, keep))
  })
}

/**
 * Stores the bytes under the id of their row, and then calls `keep` to store the row. A row is never without its bytes; bytes
 * whose row is not stored are removed.
 */
async function store(
  files: FileStore,
  draft: Draft,
  of: Omit<NewFile, 'id' | 'filesize' | 'tarkiste'>,
  keep: (row: NewFile) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const id = randomUUID()
  await files.save(id, draft)
  try {
    const answer = await keep({ ...of, id, filesize: draft.size, tarkiste: draft.tarkiste })
    if (!answer.location?.endsWith(id)) await dropDouble(files, answer, id, draft)
    return answer
  } catch (error) {
    // Only after a refusal: when the connection broke during the commit, the row may be stored, and needs its bytes.
    if (error instanceof RequestFault || error instanceof DatabaseError) await files.remove(id)
    throw error
  }
}

/** Detected from the bytes alone, not from what the sender claims. */
async function typeOf({ path }: Draft): Promise<FileType> {
  const found = await fileTypeFromFile(path)
  const type = found ? fileTypeOf(found.mime) : null
  if (!type) throw new RequestFault({ kind: 'unsupported_media', detail: refusedType })
  return type
}

/** The response is that of an earlier upload of the same file: these bytes are a duplicate, unless the earlier ones were lost. */
async function dropDouble(files: FileStore, { location }: StoredAnswer, id: string, draft: Draft): Promise<void> {
  const first = location?.split('/').at(-1) ?? ''
  const existing = await files.open(first)
  existing?.destroy()
  if (!existing) await files.save(first, draft)
  await files.remove(id)
}
