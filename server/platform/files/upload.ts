import { reachOf } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { bytesOfMegabytes } from '#domain/entities/file/file.types.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { systemFor } from '#server/entities/engine.ts'
import { type StoredAnswer, storeOnce } from '#server/platform/idempotency-keys.ts'
import { tooLarge } from './drafts.ts'
import { fileNameOf } from './file-name.ts'
import { type NewFile, newFile } from './new-file.ts'
import { type FileParts, storeUpload } from './store-upload.ts'
import { allowStoring, allowUpload } from './upload-limits.ts'

export type Upload = {
  /** The field of an entity that the file is for. */
  group: string
  bundle: string
  field: string
  disposition: string | undefined
  length: number | undefined
  bytes: AsyncIterable<Uint8Array>
  idempotencyKey: string | null
}

/** Stores a file for a field that the viewer may write; it is attached when the field is written. */
export async function upload(parts: FileParts, viewer: Viewer, request: Upload): Promise<StoredAnswer> {
  refuseUnlessWritable(viewer, request)
  const settings = await parts.settings()
  const { tiedoston_enimmaiskoko: max } = settings
  if ((request.length ?? 0) > bytesOfMegabytes(max)) throw tooLarge(max)
  // A retry may be of the last allowed file: it is checked once its bytes are known.
  if (request.idempotencyKey === null)
    await allowUpload(parts.pool, settings, { userId: viewer.userId, size: request.length ?? 0, now: parts.clock() })
  const name = fileNameOf(request.disposition)
  return storeUpload(parts, viewer, { bytes: request.bytes, maxMegabytes: max, name }, (row) => storeRow(parts, viewer, request, row))
}

const entities: readonly Entity[] = Object.values(registry)

/** Throws unless the field is a relation that holds files, and these roles may write it in a new row or a stored one. */
function refuseUnlessWritable({ roles }: Viewer, { group, bundle, field }: Upload): void {
  const entity = entities.find((one) => one.group === group && one.bundle === bundle)
  const relation = entity && Object.hasOwn(entity.relations, field) ? entity.relations[field] : undefined
  if (!entity || !relation || relation.kind === 'inverse' || relation.to !== 'file')
    throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const { create, update } = reachOf(entity.name as EntityName, roles)
  const isWritten = [create, update].some((cell) => cell && (cell.only === undefined || cell.only.some((name) => name === field)))
  if (relation.readOnly || !isWritten) throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
}

async function storeRow(parts: FileParts, viewer: Viewer, request: Upload, row: NewFile): Promise<StoredAnswer> {
  const { engine, pool } = parts
  const now = parts.clock()
  const { idempotencyKey } = request
  const content = `upload ${request.group}/${request.bundle}/${request.field} ${row.filename} ${row.tarkiste}`
  const idempotent = idempotencyKey === null ? null : { userId: viewer.userId, key: idempotencyKey, content }
  const settings = await parts.settings()
  return storeOnce(pool, idempotent, now, async (client) => {
    await allowStoring(client, settings, { userId: viewer.userId, size: row.filesize, now })
    await engine.save(systemFor(viewer), [newFile(row)], { client })
    const { url, body } = await engine.document(client, viewer, 'file', row.id)
    return { status: 201, location: url, body }
  })
}
