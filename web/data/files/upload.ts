import { type EntityName, registry } from '#domain/model/registry.ts'
import { callJson, type Passed } from '../request.ts'
import { type AllFields, type Part, readResource, readRow } from '../row.ts'

type UploadOptions = Passed & {
  /** Stays the same over retries of one file, so that a retry after a lost answer does not store the file twice. */
  idempotencyKey: string
}

/** The Content-Disposition header: an ASCII name for old readers, and the full name for others (RFC 6266). */
const dispositionOf = (filename: string): string =>
  `file; filename="${filename.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** Stores a file for a relation of an entity (`POST /file/upload/{group}/{bundle}/{field}`) and gives its row. */
export async function upload(
  name: EntityName,
  field: string,
  file: { bytes: Blob; filename: string },
  { idempotencyKey, ...options }: UploadOptions,
): Promise<Part<'file', AllFields>> {
  const { group, bundle } = registry[name]
  return callJson(`/file/upload/${group}/${bundle}/${field}`, readStored, {
    ...options,
    method: 'POST',
    body: file.bytes,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': dispositionOf(file.filename),
      'Idempotency-Key': idempotencyKey,
    },
  })
}

function readStored(answer: unknown): Part<'file', AllFields> {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) throw new TypeError('Not a JSON:API document')
  return readRow<'file', AllFields>('file', readResource(answer.data))
}
