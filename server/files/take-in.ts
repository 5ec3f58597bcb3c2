import { randomUUID } from 'node:crypto'
import { fileTypeFromFile } from 'file-type'
import { DatabaseError } from 'pg'
import { type FileType, fileKindOf, fileTypeOf, refusedType } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import type { KeptAnswer } from '../jsonapi/repeats.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import type { SettingsReader } from '../settings/settings.ts'
import type { Arriving, Draft, WithDraft } from './drafts.ts'
import { safeName } from './file-name.ts'
import type { NewFile } from './new-file.ts'
import { checkPicture } from './pictures.ts'

export type FileParts = JsonApi & { files: FileStore; withDraft: WithDraft; settings: SettingsReader }
/** Says whether a file of the type will do; throws a RequestFault if not. */
type Accept = (type: FileType) => void

/**
 * Looks at the bytes, stores them, and then has `keep` store the row, under whose id they lie. A row is never without its bytes; bytes
 * without a row are removed again.
 */
export function takeIn(
  { files, withDraft }: FileParts,
  viewer: Viewer,
  { name, accept, ...arriving }: Arriving & { name: string; accept?: Accept },
  keep: (row: NewFile) => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  return withDraft(arriving, async (draft) => {
    const type = await typeOf(draft)
    accept?.(type)
    const id = randomUUID()
    const { size, tarkiste } = draft
    const filename = safeName(name, type)
    await files.save(id, draft)
    try {
      const row = { id, filemime: type.mime, filename, filesize: size, tarkiste, asiakas: viewer.asiakasId, lisaaja: viewer.userId }
      const answer = await keep(row)
      if (!answer.location?.endsWith(id)) await dropDouble(files, answer, id, draft)
      return answer
    } catch (error) {
      // Only after a plain refusal: when the connection broke at the commit, the row may be there, and needs its bytes.
      if (error instanceof RequestFault || error instanceof DatabaseError) await files.remove(id)
      throw error
    }
  })
}

/** By the bytes alone: what the sender calls them does not count. */
async function typeOf({ path }: Draft): Promise<FileType> {
  const found = await fileTypeFromFile(path)
  const type = found ? fileTypeOf(found.mime) : null
  if (!type) throw new RequestFault({ kind: 'unsupported_media', detail: refusedType })
  if (fileKindOf(type.mime) === 'image') await checkPicture(path)
  return type
}

/** The answer is an earlier upload's of the same file: these bytes are its double, unless its own were lost on the way. */
async function dropDouble(files: FileStore, { location }: KeptAnswer, id: string, draft: Draft): Promise<void> {
  const first = location?.split('/').at(-1) ?? ''
  const kept = await files.open(first)
  kept?.destroy()
  if (!kept) await files.save(first, draft)
  await files.remove(id)
}
