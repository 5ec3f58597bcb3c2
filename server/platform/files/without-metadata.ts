import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileType, fileKindOf } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'
import { WorkerFailure, type WorkerPool } from '../workers/worker-pool.ts'
import { type Draft, digestOfFile } from './drafts.ts'
import type stripMetadata from './metadata/strip-metadata.worker.ts'
import { checkPicture, rewritePicture } from './pictures.ts'

const program = new URL('./metadata/strip-metadata.worker.ts', import.meta.url)
const timeoutSeconds = 60

type Options = { workers: WorkerPool; userId?: string }

/**
 * Calls `work` with the file without the camera's metadata about place, time, device and owner (decision 42). The pixels of a picture
 * are rotated upright, as its orientation tag is removed too. Throws a RequestFault for a broken picture.
 */
export async function withoutMetadata<T>(
  draft: Draft,
  { mime }: Pick<FileType, 'mime'>,
  options: Options,
  work: (clean: Draft) => Promise<T>,
): Promise<T> {
  const to = join(dirname(draft.path), randomUUID())
  try {
    return await work(await cleaned(draft, mime, to, options))
  } finally {
    await rm(to, { force: true })
  }
}

async function cleaned(draft: Draft, mime: string, to: string, { workers, userId }: Options): Promise<Draft> {
  const isPicture = fileKindOf(mime) === 'image'
  if (isPicture) {
    const { isUpright } = await checkPicture(draft.path)
    if (!isUpright) return rewritten(draft, to)
  }
  const stripped = await workers
    .run<typeof stripMetadata>(program, { path: draft.path, mime, to }, { timeoutSeconds, ...(userId && { userId }) })
    .catch(refuse)
  if (stripped === 'nothing to strip') return draft
  if (stripped !== 'unknown structure') return { path: to, ...stripped }
  if (isPicture) return rewritten(draft, to)
  throw new RequestFault({ kind: 'invalid', detail: 'Tiedosto on rikki tai kesken. Lähetä se uudestaan.' })
}

async function rewritten(draft: Draft, to: string): Promise<Draft> {
  await rewritePicture(draft.path, to)
  return { path: to, ...(await digestOfFile(to)) }
}

function refuse(error: unknown): never {
  if (error instanceof WorkerFailure)
    throw new RequestFault({ kind: 'invalid', detail: 'Tiedostoa ei voitu käsitellä. Lähetä se uudestaan.' })
  throw error
}
